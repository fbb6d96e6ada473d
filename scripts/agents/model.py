"""A model server on 127.0.0.1 that says what a case has written down, in the language of each agent (see dialects).

A reply is a list of parts: a string is text, a dict is a call of a tool: {"tool": "Bash", "input": {...}}.
Requests that declare no shell are side requests (titles, classifiers); they get a word and use up no reply. A conversation
that is sent again gets the same reply again.
"""
import hashlib
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from dialects import anthropic, chat, gemini, responses

DIALECTS = [(r"/messages$", anthropic), (r"/chat/completions$", chat), (r"/responses$", responses),
            (r":(streamG|g)enerateContent$", gemini)]
SHELLS = {"Bash", "bash", "exec_command", "run_shell_command"}


def bash(command, description="Run a command"):
    return {"tool": "Bash", "input": {"command": command, "description": description}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model = None

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.send_json({})

    def do_GET(self):
        self.send_json({"data": [], "models": [], "has_more": False})

    def do_POST(self):
        body = self.body()
        path = self.path.split("?")[0]
        dialect = next((dialect for end, dialect in DIALECTS if re.search(end, path)), None)
        try:
            if dialect is None:
                return self.send_json({"input_tokens": 1000, "totalTokens": 1000})
            self.model.answer(self, dialect, dict(json.loads(body or b"{}"), path=path))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def body(self):
        if "chunked" not in (self.headers.get("transfer-encoding") or ""):
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        body = b""
        while size := int(self.rfile.readline().strip() or b"0", 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def send_json(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_events(self, events):
        """Each a name, or none, and what is said."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for name, said in events:
            said = said if isinstance(said, str) else json.dumps(said)
            data = (("event: %s\n" % name if name else "") + "data: %s\n\n" % said).encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # An agent that ends hangs up.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Model:
    """The server; `heard` holds the conversation of each request that used up a reply."""

    def __init__(self, replies, without_tools=False):
        """`without_tools`: for an agent that declares no tools, every request counts."""
        self.replies, self.without_tools = replies, without_tools
        self.heard, self.known = [], {}
        self.changed = threading.Condition()
        self.server = Server(("127.0.0.1", 0), type("Of", (Handler,), {"model": self}))
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, handler, dialect, request):
        tools, conversation = dialect.asked(request)
        if self.without_tools or SHELLS & set(tools):
            number, parts = self.reply_to(json.dumps(conversation))
        else:
            number, parts = 999, [dialect.aside(request)]
        if dialect.streams(request):
            return handler.send_events(dialect.events(number, parts, request, tools))
        handler.send_json(dialect.whole(number, parts, request, tools))

    def reply_to(self, said):
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
