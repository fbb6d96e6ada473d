"""It waits when a process of the foreground waits for the terminal; after a key, when it does so again."""

import json

import recording

AGAIN = 0.1  # seconds after a key: facts were sampled every 0.05

waits, said, earliest = False, False, 0.0
for time, code, data in recording.events(recording.file()):
    if waits and not said and time > earliest:
        recording.waiting(earliest, "unknown")
        said = True
    if code == "i" and recording.typed(data):
        if said:
            recording.resumed(time)
        said, earliest = False, time + AGAIN
    if code == "k":
        facts = json.loads(data) if isinstance(data, str) else data
        waits = facts.get("inner", facts.get("reader")) in ("read", "poll_inf", "poll_timeout")
        if said and not waits:
            recording.resumed(time)
            said = False
        earliest = max(earliest, time)
