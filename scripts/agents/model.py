"""A model server that says what a case has written down: Anthropic's Messages API, streaming, on 127.0.0.1.

A reply is a list of parts: a string is text, a dict is a call of a tool: {"tool": "Bash", "input": {...}}.
Requests that declare no tool are side requests (titles, classifiers); they get a word and use up no reply. A conversation
that is sent again gets the same reply again.
"""
import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def bash(command, description="Run a command"):
    return {"tool": "Bash", "input": {"command": command, "description": description}}


class Model:
    """The server; `heard` holds the conversation of each request that used up a reply."""

    def __init__(self, replies):
        self.replies, self.heard, self.known = replies, [], {}
        self.changed = threading.Condition()
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_HEAD(self):
                self.send_json({})

            def do_GET(self):
                self.send_json({"data": [], "has_more": False})

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                try:
                    model.answer(self, json.loads(body or b"{}"))
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            def send_json(self, value):
                body = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def send_events(self, events):
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("transfer-encoding", "chunked")
                self.end_headers()
                for event in events:
                    data = ("event: %s\ndata: %s\n\n" % (event["type"], json.dumps(event))).encode()
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
                    self.wfile.flush()
                self.wfile.write(b"0\r\n\r\n")
                self.wfile.flush()

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, handler, request):
        if "count_tokens" in handler.path:
            return handler.send_json({"input_tokens": 1000})
        if "messages" not in request:
            return handler.send_json({})
        number, parts = self.reply_to(request)
        name = request.get("model", "scripted")
        if request.get("stream"):
            return handler.send_events(events(number, parts, name))
        content, stop = blocks(number, parts)
        handler.send_json({"id": "msg_%d" % number, "type": "message", "role": "assistant", "model": name,
                           "content": content, "stop_reason": stop, "stop_sequence": None,
                           "usage": {"input_tokens": 1000, "output_tokens": 20}})

    def reply_to(self, request):
        if not any(tool.get("name") == "Bash" for tool in request.get("tools") or []):
            return 999, ["ok"]
        said = json.dumps(request["messages"])
        key = hashlib.sha256(said.encode()).hexdigest()
        with self.changed:
            if key not in self.known:
                self.known[key] = len(self.heard)
                self.heard.append(said)
                self.changed.notify_all()
            number = self.known[key]
        return number, self.replies[number] if number < len(self.replies) else ["(nothing more to say)"]

    def wait_for(self, requests, seconds):
        """Whether so many requests have come by then."""
        with self.changed:
            return self.changed.wait_for(lambda: len(self.heard) >= requests, seconds)

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


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


def events(number, parts, name):
    content, stop = blocks(number, parts)
    yield {"type": "message_start", "message": {
        "id": "msg_%d" % number, "type": "message", "role": "assistant", "model": name, "content": [],
        "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1000, "output_tokens": 1}}}
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
