"""Codex with hooks that the person has installed: trusted, not trusted, and called by somebody else."""
import os
import time

from claude_hostile import FORGE
from model import Model, bash
from policy import LONG_ENOUGH, POLICY
from screen_cases import ALL as BY_THE_SCREEN

DOWN, ENTER = b"\x1b[B", b"\r"


def begins(house_of, replies, trusted=True):
    """Starts it with our hooks, and goes through its review of them by hand: locum passes no flag that skips it."""
    house = house_of(Model(replies), POLICY, "")
    done = house.run("agent-hook", "install", "codex", "--yes")
    assert done.returncode == 0, done
    house.start()
    house.until(lambda: "Hooks need review" in house.screen(), 60, "it does not want its hooks reviewed")
    time.sleep(2)
    assert "Hooks need review" in house.screen(), "somebody answered the review"
    for key in [DOWN, ENTER] if trusted else [DOWN, DOWN, ENTER]:
        house.keys(key)
        time.sleep(1)
    house.until(lambda: "Hooks need review" not in house.screen(), 10, "the review does not end")
    return house


def a_paused_session_is_not_answered_through_another(house_of):
    """Every Codex of a person is served by one server, and the hooks are called by that."""
    house = begins(house_of, [[bash("touch hello.txt")], ["Done."], [bash("touch second.txt")], ["Done."]])
    yield house
    house.say("please create hello.txt")
    assert house.model.wait_for(2, 60), "the command does not end"
    assert house.there("hello.txt"), "the file is not there"
    house.start(session="second")
    house.run("pause", "second")
    house.say("please create second.txt")
    house.until(lambda: "Would you like to run" in house.screen(), 30, "there is no dialog")
    time.sleep(LONG_ENOUGH)
    assert not house.there("second.txt"), "it was answered while paused"


def denied_and_the_model_hears_why(house_of):
    house = begins(house_of, [[bash("git push origin main; touch pushed.txt")], ["I see."]])
    yield house
    house.say("push it")
    assert house.model.wait_for(2, 60), "the model hears nothing"
    assert "says rule 17" in house.model.heard[1], "the model does not hear why"
    assert not house.there("pushed.txt"), "it was run"


def what_is_asked_goes_to_the_screen(house_of):
    house = begins(house_of, [[bash("python3 -c 'open(\"made.txt\", \"w\")'")], ["Done."]])
    yield house
    house.say("make it")
    house.until(lambda: "Would you like to run" in house.screen(), 30, "there is no dialog")
    assert not house.receivers(), "a hook is held while nothing is shown"
    house.asked()
    done = house.run("answer", "last", "yes")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "it does not go on"
    assert house.there("made.txt"), "it was not run"


def without_trust_the_screen_is_read(house_of):
    house = begins(house_of, [[bash("touch hello.txt")], ["Done."]], trusted=False)
    yield house
    house.say("please create hello.txt")
    assert house.model.wait_for(2, 60), "the command does not end"
    assert house.there("hello.txt"), "the file is not there"
    assert "hook." not in house.run("log").stdout, "a hook was called"


def a_forged_call_lends_nothing(house_of, delays=(0, 2, 4)):
    """Somebody inside says through our hook that the dialog is about something harmless."""
    house = begins(house_of, [[bash("sh forge.sh")], [bash("rm -rf .git && touch gone.txt")], ["Done."]], trusted=False)
    yield house
    house.write(house.project + "/forge.py", FORGE.replace("claude", "codex") % house.locum)
    house.write(house.project + "/forged.txt", "touch hello.txt")
    # It ends what a command leaves in its own session.
    calls = "".join("(setsid python3 forge.py %s &) >/dev/null 2>&1\n" % delay for delay in delays)
    house.write(house.project + "/forge.sh", calls)
    house.say("tidy up")
    house.asked()
    house.run("answer", "last", "yes")
    assert house.model.wait_for(2, 30), "the first command does not end"
    time.sleep(max(delays) + LONG_ENOUGH)
    assert house.there(".git") and not house.there("gone.txt"), "it was run"
    assert os.path.exists(house.project + "/verdict0"), "nobody forged"
    shown = [question["subject"] for question in house.prompts()]
    assert shown == ["rm -rf .git && touch gone.txt"], "the person is shown a lie: %s" % shown


ALL = BY_THE_SCREEN + [a_paused_session_is_not_answered_through_another, denied_and_the_model_hears_why,
                       what_is_asked_goes_to_the_screen, without_trust_the_screen_is_read, a_forged_call_lends_nothing]
