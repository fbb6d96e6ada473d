"""A home of its own for one case: an agent under `locum run`, on a terminal that we hold, with an environment made from
nothing. Nothing outside of the home is touched, and nothing stays behind."""
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time

# What every terminal is asked, and what most are: the colours of its text and of what lies behind it.
QUERIES = {
    rb"\x1b\[0?c": b"\x1b[?62;22c", rb"\x1b\[6n": None, rb"\x1b\[5n": b"\x1b[0n",
    rb"\x1b\]10;\?(?:\x07|\x1b\\)": b"\x1b]10;rgb:d0d0/d0d0/d0d0\x1b\\",
    rb"\x1b\]11;\?(?:\x07|\x1b\\)": b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
}
QUERY = re.compile(b"|".join(b"(%s)" % query for query in QUERIES))
LONGEST_QUERY = 16


class House:
    def __init__(self, locum, agent, program, model, policy, config=""):
        self.locum, self.agent, self.program, self.model = locum, agent, program, model
        # What a case has measured.
        self.note = ""
        # More of the environment, as a person may have it.
        self.own = {}
        self.url = "http://127.0.0.1:%d" % model.port
        self.root = tempfile.mkdtemp(prefix="locum-agents-")
        self.home, self.project = self.root + "/home", self.root + "/home/work/demo"
        os.makedirs(self.project)
        os.makedirs(self.root + "/l", mode=0o700)
        os.makedirs(self.home + "/tmp")
        self.write(self.root + "/l/policy.toml", policy)
        self.write(self.root + "/l/config.toml", config)
        agent.prepare(self.home, self.project, self.url)
        subprocess.run(["git", "init", "-q", self.project], env=self.environment(), check=True)
        self.session, self.children, self.master = agent.name, [], None

    def write(self, path, text):
        with open(path, "w") as file:
            file.write(text)

    def environment(self):
        nowhere = "http://127.0.0.1:9"
        named = {
            "HOME": self.home, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "COLORTERM": "truecolor", "SHELL": "/bin/bash", "USER": "me", "TMPDIR": self.home + "/tmp",
            "LOCUM_HOME": self.root + "/l", "HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere,
            "NO_PROXY": "127.0.0.1,localhost", **self.agent.environment(self.home, self.url), **self.own,
        }
        return {name: value for name, value in named.items() if value}

    def start(self, words=(), options=(), size=(30, 100), session=None, waits=True):
        """Starts the agent on a terminal of its own; from then on the keys are typed there."""
        self.session = session or self.session
        command = [self.locum, "run", "--name", self.session, *options, self.program, *self.agent.words, *words]
        child, self.master = pty.fork()
        if child == 0:
            os.chdir(self.project)
            os.execve(self.locum, command, self.environment())
        self.children.append((self.session, child, self.master))
        self.resize(*size)
        threading.Thread(target=self.be_terminal, args=(self.session, self.master), daemon=True).start()
        if waits:
            self.until(lambda: re.search(self.agent.ready, self.screen()), 90, "the agent does not come to its prompt")

    def resize(self, *size):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    def be_terminal(self, session, master):
        """Takes what is drawn, and answers what terminals answer."""
        rest = b""
        while True:
            try:
                select.select([master], [], [])
                data = os.read(master, 65536)
            except (OSError, ValueError):
                return
            if not data:
                return
            rest += data
            for query in QUERY.finditer(rest):
                self.keys(list(QUERIES.values())[query.lastindex - 1] or self.cursor(session), master)
            rest = rest[max((query.end() for query in QUERY.finditer(rest)), default=0):][-LONGEST_QUERY:]

    def cursor(self, session):
        """Where it is, as a terminal says it. One that lies makes a program draw over what it has said."""
        at = (self.json("screen", session, "--json") or {}).get("cursor") or {}
        return b"\x1b[%d;%dR" % (at.get("row", 0) + 1, at.get("column", 0) + 1)

    def keys(self, data, master=None):
        try:
            os.write(master or self.master, data)
        except OSError:
            pass

    def say(self, text, blind=False):
        """Types a line as a person does: Enter comes after the text has shown. Some agents take an Enter that comes soon
        for a new line, so it is pressed again while the model has heard nothing and the agent rests: at work it may show a
        dialog next, which the Enter would answer. `blind`: before locum has seen the
        agent rest; what was typed then may have gone into anything."""
        if self.agent.by_enter and not blind:
            self.until(self.rests, 30, "it does not rest")
        self.keys(text.encode())
        self.until(lambda: text in self.screen(), 30, "what is typed does not show")
        heard = len(self.model.heard)
        for attempt in range(5):
            time.sleep(1)
            if attempt == 0 or self.rests():
                self.keys(b"\r")
            if self.model.wait_for(heard + 1, 6):
                return
        # It has the line by now, and may be slow.
        if self.model.wait_for(heard + 1, 90):
            return
        raise AssertionError("what is typed does not reach the model")

    def rests(self):
        return any(line["activity"] == "idle" for line in self.json("ps", "--json") or [])

    def run(self, *words):
        return subprocess.run([self.locum, *words], env=self.environment(), cwd=self.root, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True)

    def json(self, *words):
        done = self.run(*words)
        return json.loads(done.stdout) if done.returncode == 0 and done.stdout.strip() else None

    def screen(self):
        return self.run("screen", self.session).stdout

    def prompts(self):
        return self.json("prompts", "--json") or []

    def asked(self, seconds=60):
        """Waits until the person is asked, and gives the question."""
        self.until(lambda: self.prompts(), seconds, "nothing is asked")
        return self.prompts()[0]

    def until(self, condition, seconds, otherwise):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(otherwise)
            time.sleep(0.1)

    def there(self, name):
        return os.path.exists(os.path.join(self.project, name))

    def processes(self):
        """What runs in this home: pids, and words of their commands."""
        mine = ("HOME=" + self.home).encode()
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if mine in open("/proc/%s/environ" % pid, "rb").read().split(b"\0"):
                    yield int(pid), open("/proc/%s/cmdline" % pid, "rb").read().split(b"\0")
            except OSError:
                pass

    def receivers(self):
        """Processes of this home that wait for a verdict."""
        return [pid for pid, words in self.processes() if b"agent-hook" in words]

    def end(self):
        """Ends the agent, the brain, and whatever of this home is left."""
        self.run("kill", *(session for session, _, _ in self.children), "--signal", "KILL")
        self.run("daemon", "stop")
        for _, child, master in self.children:
            self.ended(child)
            os.close(master)
        # Codex leaves two servers behind.
        for pid, _ in list(self.processes()):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.model.stop()
        shutil.rmtree(self.root, ignore_errors=True)

    def ended(self, child):
        """Waits for it; not for ever."""
        end = time.monotonic() + 10
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                break
            time.sleep(0.05)
