"""A recording's events, and how to print what a detector says about them."""

import json
import sys


def events(path):
    """(time, code, data) of output, input and kernel facts."""
    with open(path) as lines:
        next(lines)
        for line in lines:
            if line.strip():
                time, code, data = json.loads(line)
                yield time, code, data


def command(path):
    with open(path) as lines:
        return json.loads(next(lines)).get("command") or ""


def typed(data):
    """Whether a person did something: a terminal's answers to queries begin with an escape and a sign of their own."""
    return not data.startswith(("\x1b[?", "\x1b]", "\x1bP", "\x1b[>", "\x1b_")) and not (data.startswith("\x1b[") and data.endswith("R"))


def waiting(time, kind, question="", choices=()):
    said = {"t": time, "event": "waiting", "kind": kind, "question": question, "choices": [{"label": choice} for choice in choices]}
    print(json.dumps(said))


def resumed(time):
    print(json.dumps({"t": time, "event": "resumed"}))


def file():
    return sys.argv[1]
