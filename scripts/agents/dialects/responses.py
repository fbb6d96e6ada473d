"""OpenAI's Responses: Codex."""
import json

from .native import native

USAGE = {"input_tokens": 1000, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 20,
         "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 1020}


def asked(request):
    names = []
    for tool in request.get("tools") or []:
        inner = tool.get("tools", []) if tool.get("type") == "namespace" else [tool]
        names += [each.get("name") or each.get("type") for each in inner]
    return names, request.get("input")


def streams(request):
    return bool(request.get("stream"))


def aside(_):
    return "A title"


def items(number, parts, tools):
    for place, part in enumerate(parts):
        own = "%d_%d" % (number, place)
        if isinstance(part, str):
            content = [{"type": "output_text", "text": part, "annotations": []}]
            yield {"id": "msg_" + own, "type": "message", "status": "completed", "role": "assistant", "content": content}
        else:
            name, about = native(part, tools)
            yield {"id": "fc_" + own, "type": "function_call", "status": "completed", "call_id": "call_" + own,
                   "name": name, "arguments": json.dumps(about)}


def whole(number, parts, request, tools):
    return {"id": "resp_%d" % number, "object": "response", "created_at": 1, "model": request.get("model"),
            "status": "completed", "output": list(items(number, parts, tools)), "error": None,
            "incomplete_details": None, "usage": USAGE, "parallel_tool_calls": False, "tools": [],
            "tool_choice": "auto", "metadata": {}}


def events(*about):
    for place, event in enumerate(plain_events(*about)):
        yield event["type"], dict(event, sequence_number=place)


def plain_events(number, parts, request, tools):
    response = whole(number, parts, request, tools)
    yield {"type": "response.created", "response": dict(response, status="in_progress", output=[], usage=None)}
    for place, item in enumerate(response["output"]):
        begun = dict(item, status="in_progress", **({"arguments": ""} if "arguments" in item else {"content": []}))
        yield {"type": "response.output_item.added", "output_index": place, "item": begun}
        if "arguments" not in item:
            yield {"type": "response.output_text.delta", "item_id": item["id"], "output_index": place,
                   "content_index": 0, "delta": item["content"][0]["text"]}
        yield {"type": "response.output_item.done", "output_index": place, "item": item}
    yield {"type": "response.completed", "response": response}
