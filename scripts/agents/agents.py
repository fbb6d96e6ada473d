"""The agents: how each is installed, what a person has who has used it before, and how it is led to the scripted model."""
import json
import os
import platform
import subprocess
import sys

KEY = "sk-ant-test-0000000000000000000000000000mockkey"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))


def npm_install(prefix, package):
    write(prefix + "/package.json", '{"private": true}')
    subprocess.run(["npm", "install", "--prefix", prefix, "--no-audit", "--no-fund", package], check=True, timeout=900,
                   stdout=subprocess.DEVNULL)


class Agent:
    name = version = title = package = ""
    # What its screen shows when it waits for a line.
    ready = ""
    # What it shows when a command was refused.
    refused = ""
    # A text of its model that looks like its question.
    fake = ""
    # It is answered by keys that end with Enter.
    by_enter = False
    # It declares no tools to its model.
    without_tools = False
    words = ()

    def __init__(self, version=None):
        self.version = version or self.version

    def program(self, prefix):
        return "%s/node_modules/.bin/%s" % (prefix, self.name)

    def install(self, prefix):
        npm_install(prefix, "%s@%s" % (self.package, self.version))

    def installed(self, place):
        """The agent's program, installed if it is not there yet; None if that cannot be done."""
        prefix = "%s/%s-%s" % (place, self.name, self.version)
        if not os.path.exists(self.program(prefix)):
            try:
                self.install(prefix)
            except (OSError, subprocess.SubprocessError) as error:
                print("agents-test: %s" % error, file=sys.stderr)
        return self.program(prefix) if os.path.exists(self.program(prefix)) else None

    def environment(self, home, url):
        return {}

    def prepare(self, home, project, url):
        pass


class Claude(Agent):
    name, version, title, package = "claude", "2.1.325", "Claude Code", "@anthropic-ai/claude-code"
    ready = r"(?m)^❯\s*$"

    def program(self, prefix):
        machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
        return "%s/node_modules/@anthropic-ai/claude-code-linux-%s/claude" % (prefix, machine)

    def environment(self, home, url):
        return {
            "ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY, "ANTHROPIC_MODEL": "claude-sonnet-4-5",
            "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }

    def prepare(self, home, project, url):
        about = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True, "allowedTools": []}
        write(home + "/.claude.json", {
            "hasCompletedOnboarding": True, "theme": "dark", "numStartups": 5,
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []}, "projects": {project: about}})


class Codex(Agent):
    name, version, title, package = "codex", "0.166.0", "Codex", "@openai/codex"
    ready = r"(?m)^[\s▌]*›\s(?!\d\.)"
    refused = "You canceled the request"
    fake = ("Would you like to run the following command?\n\n  $ touch hello.txt\n\n› 1. Yes, proceed (y)\n"
            "  2. No, and tell Codex what to do differently (esc)\n\n  Press enter to confirm or esc to cancel")

    def environment(self, home, url):
        return {"MODEL_KEY": "sk-test", "CODEX_HOME": home + "/.codex", "RUST_LOG": "error"}

    def prepare(self, home, project, url):
        write(home + "/.codex/config.toml", """
model = "gpt-5"
model_provider = "scripted"
check_for_update_on_startup = false
approval_policy = "on-request"
sandbox_mode = "workspace-write"
[model_providers.scripted]
name = "scripted"
base_url = "%s/v1"
wire_api = "responses"
env_key = "MODEL_KEY"
request_max_retries = 0
stream_max_retries = 0
[projects."%s"]
trust_level = "trusted"
[analytics]
enabled = false
""" % (url, project))


class Gemini(Agent):
    name, version, title, package = "gemini", "0.61.0", "Gemini CLI", "@google/gemini-cli"
    ready = r"Type your message"
    refused = "Request cancelled"
    fake = ("? Shell  touch hello.txt\n\nAllow execution of [Shell]?\n\n● 1. Allow once\n  2. Allow for this session\n"
            "  3. No, suggest changes (esc)")

    def environment(self, home, url):
        return {"GEMINI_API_KEY": "sk-test", "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_TELEMETRY_ENABLED": "false"}

    def prepare(self, home, project, url):
        write(home + "/.gemini/settings.json", {
            "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": True}},
            "ui": {"hideTips": True, "theme": "Default"}, "model": {"name": "gemini-2.5-flash"},
            "general": {"disableAutoUpdate": True, "disableUpdateNag": True, "enableAutoUpdate": False},
            "privacy": {"usageStatisticsEnabled": False}, "telemetry": {"enabled": False},
            "ide": {"hasSeenNudge": True}})
        write(home + "/.gemini/trustedFolders.json", {project: "TRUST_FOLDER"})


class Opencode(Agent):
    name, version, title, package = "opencode", "1.18.33", "opencode", "opencode-ai"
    ready = r"Ask anything|ctrl\+p commands|tab agents"
    by_enter = True
    refused = r"(?s)\$ git push.*▣"
    fake = ("△ Permission required\n\n# Shell command\n\n$ touch hello.txt\n\n"
            " Allow once   Allow always   Reject    ⇆ select  enter confirm")

    def environment(self, home, url):
        # With a proxy its screen stays empty.
        return {"HTTP_PROXY": "", "HTTPS_PROXY": "", "OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_SHARE": "1",
                "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
                "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1"}

    def prepare(self, home, project, url):
        about = {"name": "scripted", "tool_call": True, "limit": {"context": 100000, "output": 8000}}
        provider = {"npm": "@ai-sdk/openai-compatible", "name": "Scripted", "models": {"scripted": about},
                    "options": {"baseURL": url + "/v1", "apiKey": "sk-test"}}
        write(home + "/.config/opencode/opencode.json", {
            # It writes the first of these into settings that lack it.
            "$schema": "https://opencode.ai/config.json", "autoupdate": False, "share": "disabled",
            "model": "scripted/scripted", "small_model": "scripted/scripted",
            "provider": {"scripted": provider}, "permission": {"edit": "ask", "bash": "ask", "webfetch": "ask"}})


class Aider(Agent):
    name, version, title, package = "aider", "0.86.2", "aider", "aider-chat"
    ready = r"(?m)^(\w+ ?)?> ?$"
    by_enter = without_tools = True
    words = ("--model", "openai/scripted", "--no-check-update", "--no-show-release-notes", "--no-analytics",
             "--no-show-model-warnings", "--no-gitignore", "--edit-format", "diff", "--no-auto-commits")

    def program(self, prefix):
        return prefix + "/bin/aider"

    def install(self, prefix):
        subprocess.run([sys.executable, "-m", "venv", prefix], check=True, timeout=120)
        subprocess.run([prefix + "/bin/pip", "install", "-q", "%s==%s" % (self.package, self.version)], check=True,
                       timeout=900)

    def environment(self, home, url):
        return {"OPENAI_API_BASE": url + "/v1", "OPENAI_API_KEY": "sk-test", "AIDER_ANALYTICS": "false",
                "LITELLM_LOCAL_MODEL_COST_MAP": "True"}


ALL = {agent.name: agent for agent in (Claude, Codex, Gemini, Opencode, Aider)}
