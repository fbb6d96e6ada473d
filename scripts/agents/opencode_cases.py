"""opencode with our plugin, which it gets for one run by its environment."""
import json
import os
import time

from claude_hostile import FORGE, lines
from model import Model, bash
from policy import BLIND, LONG_ENOUGH, POLICY
from screen_cases import ALL as BY_THE_SCREEN
from screen_cases import PYTHON

OWN = "import fs from 'fs'; export const Own = async () => (fs.writeFileSync(%s, ''), {});"


def begins(house_of, replies, config=""):
    house = house_of(Model(replies), POLICY, config)
    house.start()
    return house


def through_the_hook_alone(house_of):
    """With plugins of the person's own, in their settings and in the variable that ours are given by."""
    house = house_of(Model([[bash("touch hello.txt")], ["Done."]]), POLICY, BLIND)
    for name in ("global", "given"):
        house.write("%s/%s.js" % (house.home, name), OWN % json.dumps("%s/%s-called" % (house.home, name)))
    settings = house.home + "/.config/opencode/opencode.json"
    own = dict(json.load(open(settings)), plugin=["file://%s/global.js" % house.home])
    house.write(settings, json.dumps(own))
    house.own = {"OPENCODE_CONFIG_CONTENT": json.dumps({"plugin": ["file://%s/given.js" % house.home]})}
    house.start()
    yield house
    house.say("please create hello.txt", blind=True)
    assert house.model.wait_for(2, 60), "the command does not end"
    assert house.there("hello.txt"), "the file is not there"
    for name in ("global", "given"):
        assert os.path.exists("%s/%s-called" % (house.home, name)), "the person's plugin (%s) was not called" % name
    assert json.load(open(settings)) == own, "their settings were changed"


def a_line_typed_before_anything_was_seen(house_of):
    house = house_of(Model([[bash("touch hello.txt")], ["Done."]]), POLICY, "")
    house.start(options=["--no-hooks"])
    yield house
    house.say("please create hello.txt", blind=True)
    assert house.model.wait_for(2, 60), "the command does not end"
    assert house.there("hello.txt"), "the file is not there"


def a_long_command_is_known_in_full(house_of):
    house = begins(house_of, [[bash(lines("mkdir -p many", 60))], ["Done."]])
    yield house
    house.say("make many files")
    assert house.model.wait_for(2, 90), "it is not allowed"
    assert house.there("file59.txt"), "the files are not there"


def denied_and_the_model_hears_why(house_of):
    house = begins(house_of, [[bash("git push origin main; touch pushed.txt")], ["I see."]])
    yield house
    house.say("push it")
    assert house.model.wait_for(2, 60), "the model hears nothing"
    assert "says rule 17" in house.model.heard[1], "the model does not hear why"
    assert not house.there("pushed.txt"), "it was run"


def answered_at_the_terminal_first(house_of):
    house = begins(house_of, [[bash(PYTHON)], ["Done."]])
    yield house
    house.say("make it")
    house.asked()
    house.until(house.receivers, 5, "no hook is held")
    house.until(lambda: "Permission required" in house.screen(), 20, "there is no dialog")
    house.keys(b"\r")
    house.until(lambda: house.there("made.txt"), 20, "the key is not heard")
    house.until(lambda: not house.receivers(), 1.5, "the hook is held after the answer at the terminal")
    house.until(lambda: not house.prompts(), 5, "the question is shown as open")


def answered_from_another_terminal_through_the_hook(house_of):
    house = begins(house_of, [[bash(PYTHON)], ["Done."]], BLIND)
    yield house
    house.say("make it", blind=True)
    house.asked()
    done = house.run("answer", "last", "yes")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "it does not go on"
    assert house.there("made.txt"), "it was not run"


def a_forged_call_lends_nothing(house_of, delays=(0, 2, 4)):
    """Somebody inside says through our hook that the dialog is about something harmless."""
    house = begins(house_of, [[bash("sh forge.sh")], [bash(lines("rm -rf .git", 60))], ["Done."]])
    yield house
    house.write(house.project + "/forge.py", FORGE.replace("claude", "opencode").replace("Bash", "bash") % house.locum)
    house.write(house.project + "/forged.txt", lines("mkdir -p many", 60))
    calls = "".join("(setsid python3 forge.py %s &) >/dev/null 2>&1\n" % delay for delay in delays)
    house.write(house.project + "/forge.sh", calls)
    house.say("tidy up")
    house.asked()
    house.run("answer", "last", "yes")
    assert house.model.wait_for(2, 30), "the first command does not end"
    time.sleep(max(delays) + LONG_ENOUGH)
    assert house.there(".git") and not house.there("file00.txt"), "it was run"
    assert os.path.exists(house.project + "/verdict0"), "nobody forged"
    shown = [question["subject"] or "" for question in house.prompts()]
    assert shown and not any(subject.startswith("mkdir -p many") for subject in shown), "the person is shown a lie"


ALL = BY_THE_SCREEN + [a_line_typed_before_anything_was_seen, through_the_hook_alone, a_long_command_is_known_in_full, denied_and_the_model_hears_why,
                       answered_at_the_terminal_first, answered_from_another_terminal_through_the_hook,
                       a_forged_call_lends_nothing]
