"""The detector of the package atlasbridge, called as its session manager calls it, in recorded time."""

import os

import recording
from atlasbridge.core.prompt import detector as module

KINDS = {"yes_no": "yes_no", "confirm_enter": "confirm_enter", "multiple_choice": "menu", "free_text": "free_text"}
WATCHDOG = 1.0  # seconds between two looks for silence
START = 1000.0  # its clock must not begin near zero: that would count as just after an injection


class RecordedTime:
    """Stands for the module `time` inside of the detector."""

    now = START

    def monotonic(self):
        return self.now


def chosen(program, session):
    """Its variants for two agents; everybody else gets the general one."""
    if program == "codex":
        from atlasbridge.adapters.openai_cli import OpenAIPromptDetector

        return OpenAIPromptDetector(session)
    if program == "gemini":
        from atlasbridge.adapters.gemini_cli import GeminiPromptDetector

        return GeminiPromptDetector(session)
    return module.PromptDetector(session)


def say(time, event):
    if event is not None:
        choices = [str(choice).strip() or "enter" for choice in event.choices or ()]
        recording.waiting(time, KINDS[getattr(event.prompt_type, "value", event.prompt_type)], event.excerpt, choices)


clock = RecordedTime()
module.time = clock
path = recording.file()
words = recording.command(path).split()
detector = chosen(os.path.basename(words[0]) if words else "", "bench")
detector._state.last_output_time = START
watchdog = WATCHDOG
for time, code, data in recording.events(path):
    while watchdog <= time:
        clock.now = START + watchdog
        say(watchdog, detector.check_silence(process_running=True))
        watchdog += WATCHDOG
    clock.now = START + time
    if code == "o":
        say(time, detector.analyse(data.encode(), tty_blocked=True))
    elif code == "i" and recording.typed(data):
        detector.mark_injected()
        recording.resumed(time)
