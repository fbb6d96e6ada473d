"""OpenAI's Chat Completions: opencode and aider."""
import json

from .native import native

USAGE = {"prompt_tokens": 1000, "completion_tokens": 20, "total_tokens": 1020}


def asked(request):
    return [tool["function"]["name"] for tool in request.get("tools") or []], request.get("messages")


def streams(request):
    return bool(request.get("stream"))


def aside(_):
    return "ok"


def calls(number, parts, tools):
    found = [native(part, tools) for part in parts if not isinstance(part, str)]
    return [{"index": place, "id": "call_%d_%d" % (number, place), "type": "function",
             "function": {"name": name, "arguments": json.dumps(about)}} for place, (name, about) in enumerate(found)]


def text(parts):
    return "".join(part for part in parts if isinstance(part, str))


def base(number, request, kind):
    return {"id": "chatcmpl-%d" % number, "object": kind, "created": 1, "model": request.get("model")}


def whole(number, parts, request, tools):
    called = calls(number, parts, tools)
    message = dict({"role": "assistant", "content": text(parts)}, **({"tool_calls": called} if called else {}))
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if called else "stop"}
    return dict(base(number, request, "chat.completion"), choices=[choice], usage=USAGE)


def events(number, parts, request, tools):
    called = calls(number, parts, tools)
    common = base(number, request, "chat.completion.chunk")

    def chunk(delta, end=None):
        return None, dict(common, choices=[{"index": 0, "delta": delta, "finish_reason": end}])

    yield chunk({"role": "assistant", "content": text(parts)})
    for call in called:
        yield chunk({"tool_calls": [call]})
    yield chunk({}, "tool_calls" if called else "stop")
    yield None, dict(common, choices=[], usage=USAGE)
    yield None, "[DONE]"
