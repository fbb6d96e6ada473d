"""It waits when nothing was written for two seconds."""

import recording

QUIET = 2.0

last, said = 0.0, False
for time, code, _ in recording.events(recording.file()):
    if not said and time - last >= QUIET:
        recording.waiting(last + QUIET, "unknown")
        said = True
    if code == "o":
        if said:
            recording.resumed(time)
        last, said = time, False
