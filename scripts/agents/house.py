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

QUERIES = re.compile(rb"\x1b\[0?c|\x1b\[6n|\x1b\[5n")
REPLIES = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[5n": b"\x1b[0n"}
KEY = "sk-ant-test-0000000000000000000000000000mockkey"


class House:
    def __init__(self, locum, claude, model, policy, config=""):
        self.locum, self.claude, self.model = locum, claude, model
        self.root = tempfile.mkdtemp(prefix="locum-agents-")
        self.home, self.project = self.root + "/home", self.root + "/home/work/demo"
        os.makedirs(self.project)
        os.makedirs(self.root + "/l", mode=0o700)
        os.makedirs(self.home + "/tmp")
        self.write(self.root + "/l/policy.toml", policy)
        self.write(self.root + "/l/config.toml", config)
        self.prepare_claude()
        self.child = self.master = None

    def write(self, path, text):
        with open(path, "w") as file:
            file.write(text)

    def environment(self):
        nowhere = "http://127.0.0.1:9"
        return {
            "HOME": self.home, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "SHELL": "/bin/bash", "USER": "me", "TMPDIR": self.home + "/tmp", "LOCUM_HOME": self.root + "/l",
            "HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere, "NO_PROXY": "127.0.0.1,localhost",
            "ANTHROPIC_BASE_URL": "http://127.0.0.1:%d" % self.model.port, "ANTHROPIC_API_KEY": KEY,
            "ANTHROPIC_MODEL": "claude-sonnet-4-5", "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }

    def prepare_claude(self):
        """What a person has who has used it before: past its welcome, with this key and this project."""
        project = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True, "allowedTools": []}
        self.write(self.home + "/.claude.json", json.dumps({
            "hasCompletedOnboarding": True, "theme": "dark", "numStartups": 5,
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []}, "projects": {self.project: project}}))
        subprocess.run(["git", "init", "-q", self.project], env=self.environment(), check=True)

    def start(self, words=(), options=(), size=(30, 100)):
        command = [self.locum, "run", *options, self.claude, *words]
        self.child, self.master = pty.fork()
        if self.child == 0:
            os.chdir(self.project)
            os.execve(self.locum, command, self.environment())
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        threading.Thread(target=self.be_terminal, daemon=True).start()
        self.until(lambda: re.search(r"(?m)^❯\s*$", self.screen()), 90, "the agent does not come to its prompt")

    def be_terminal(self):
        """Takes what is drawn, and answers what every terminal answers."""
        rest = b""
        while True:
            try:
                select.select([self.master], [], [])
                data = os.read(self.master, 65536)
            except (OSError, ValueError):
                return
            if not data:
                return
            rest += data
            for query in QUERIES.finditer(rest):
                self.keys(REPLIES.get(query.group(0), b"\x1b[?62;22c"))
            last = rest.rfind(b"\x1b")
            rest = rest[last:] if last >= 0 and len(rest) - last < 8 and not QUERIES.search(rest[last:]) else b""

    def keys(self, data):
        try:
            os.write(self.master, data)
        except OSError:
            pass

    def say(self, text):
        """Types a line as a person does: Enter comes after the text has shown."""
        self.keys(text.encode())
        self.until(lambda: text in self.screen(), 30, "what is typed does not show")
        time.sleep(0.3)
        self.keys(b"\r")

    def run(self, *words):
        return subprocess.run([self.locum, *words], env=self.environment(), cwd=self.root, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True)

    def json(self, *words):
        done = self.run(*words)
        return json.loads(done.stdout) if done.returncode == 0 and done.stdout.strip() else None

    def screen(self):
        return self.run("screen", "claude").stdout

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

    def receivers(self):
        """Processes of this home that wait for a verdict."""
        mine = ("LOCUM_HOME=%s/l" % self.root).encode()
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                words = open("/proc/%s/cmdline" % pid, "rb").read().split(b"\0")
                if b"agent-hook" in words and mine in open("/proc/%s/environ" % pid, "rb").read().split(b"\0"):
                    found.append(int(pid))
            except OSError:
                pass
        return found

    def end(self):
        """Ends the agent, the brain, and whatever of this home is left."""
        self.run("kill", "claude", "--signal", "KILL")
        self.run("daemon", "stop")
        if self.child:
            end = time.monotonic() + 10
            while os.waitpid(self.child, os.WNOHANG) == (0, 0):
                if time.monotonic() > end:
                    os.kill(self.child, signal.SIGKILL)
                    os.waitpid(self.child, 0)
                    break
                time.sleep(0.05)
            os.close(self.master)
        self.model.stop()
        shutil.rmtree(self.root, ignore_errors=True)
