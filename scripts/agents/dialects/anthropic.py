"""Anthropic's Messages API: Claude Code."""
import json


def asked(request):
    return [tool.get("name") for tool in request.get("tools") or []], request.get("messages")


def streams(request):
    return bool(request.get("stream"))


def aside(_):
    return "ok"


def blocks(number, parts):
    content, stop = [], "end_turn"
    for place, part in enumerate(parts):
        if isinstance(part, str):
            content.append({"type": "text", "text": part})
        else:
            content.append({"type": "tool_use", "id": "toolu_%d_%d" % (number, place), "name": part["tool"],
                            "input": part["input"]})
            stop = "tool_use"
    return content, stop


def whole(number, parts, request, _):
    content, stop = blocks(number, parts)
    return {"id": "msg_%d" % number, "type": "message", "role": "assistant", "model": request.get("model", "scripted"),
            "content": content, "stop_reason": stop, "stop_sequence": None,
            "usage": {"input_tokens": 1000, "output_tokens": 20}}


def events(*about):
    for event in plain_events(*about):
        yield event["type"], event


def plain_events(number, parts, request, tools):
    content, stop = blocks(number, parts)
    message = dict(whole(number, parts, request, tools), content=[], stop_reason=None)
    yield {"type": "message_start", "message": message}
    for index, block in enumerate(content):
        if block["type"] == "text":
            start, delta = dict(block, text=""), {"type": "text_delta", "text": block["text"]}
        else:
            start, delta = dict(block, input={}), {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 20}}
    yield {"type": "message_stop"}
