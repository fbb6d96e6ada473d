"""Google's generateContent: Gemini CLI."""
import json

from .native import native

# Side requests want JSON of a certain form; each is known by a word in the form.
ASIDES = {
    "next_speaker": {"reasoning": "done", "next_speaker": "user"},
    "model_choice": {"reasoning": "simple", "model_choice": "flash"},
    "complexity": {"complexity_reasoning": "simple", "complexity_score": 5},
}


def form(request):
    about = request.get("generationConfig") or {}
    return about.get("responseJsonSchema") or about.get("responseSchema")


def asked(request):
    groups = [] if form(request) else request.get("tools") or []
    names = [each["name"] for group in groups for each in group.get("functionDeclarations") or []]
    return names, request.get("contents")


def streams(request):
    return ":stream" in request["path"]


def aside(request):
    wanted = json.dumps(form(request))
    return next((json.dumps(said) for word, said in ASIDES.items() if word in wanted), "{}" if form(request) else "ok")


def whole(number, parts, _, tools):
    content = []
    for place, part in enumerate(parts):
        if isinstance(part, str):
            content.append({"text": part})
        else:
            name, about = native(part, tools)
            content.append({"functionCall": {"name": name, "args": about, "id": "fc_%d_%d" % (number, place)}})
    candidate = {"content": {"role": "model", "parts": content}, "index": 0, "finishReason": "STOP"}
    usage = {"promptTokenCount": 1000, "candidatesTokenCount": 20, "totalTokenCount": 1020}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted", "responseId": "g%d" % number}


def events(*about):
    yield None, whole(*about)
