"""The pattern lists of the package atlasbridge over the last 4 KiB of text."""

import recording
from atlasbridge.core.prompt import detector as published
from atlasbridge.core.prompt.sanitize import strip_ansi

BUFFER = 4096
LISTS = [
    ("yes_no", published._YES_NO_PATTERNS),
    ("confirm_enter", published._CONFIRM_ENTER_PATTERNS),
    ("menu", published._MULTIPLE_CHOICE_PATTERNS),
    ("free_text", published._FREE_TEXT_PATTERNS),
]


def found(text):
    for kind, patterns in LISTS:
        for pattern in patterns:
            match = pattern.search(text)
            if match:
                return kind, match.group(0)
    return None


text, said = "", None
for time, code, data in recording.events(recording.file()):
    if code == "o":
        text = (text + strip_ansi(data))[-BUFFER:]
        now = found(text)
        if now is not None and now != said:
            recording.waiting(time, now[0], now[1])
        said = now or said
    elif code == "i" and recording.typed(data):
        if said:
            recording.resumed(time)
        text, said = "", None
