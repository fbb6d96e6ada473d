"""Claude Code, with our hooks: each case is seen by its effect, a file is there or not, the model heard something or not."""
import json
import os
import signal
import time

from model import Model, bash
from policy import BLIND, LONG_ENOUGH, POLICY


def begins(house_of, replies, policy=POLICY, config="", **start):
    house = house_of(Model(replies), policy, config)
    house.start(**start)
    return house


def routine_is_allowed(house_of, config=""):
    house = begins(house_of, [["I create it.", bash("touch hello.txt && mkdir -p sub/dir")], ["Done."]], config=config)
    yield house
    house.say("please create hello.txt")
    assert house.model.wait_for(2, 60), "the command does not end"
    assert house.there("hello.txt") and house.there("sub/dir"), "the files are not there"


def through_the_hook_alone(house_of):
    yield from routine_is_allowed(house_of, BLIND)


def by_the_screen_alone(house_of):
    house = begins(house_of, [[bash("touch hello.txt")], ["Done."]], options=["--no-hooks"])
    yield house
    house.say("please create hello.txt")
    assert house.model.wait_for(2, 60), "the command does not end"
    assert house.there("hello.txt"), "the file is not there"
    assert not house.receivers()


def a_file_is_written(house_of):
    call = {"tool": "Write", "input": {"file_path": None, "content": "secret content\n"}}
    replies = [[call], ["Done."]]
    house = house_of(Model(replies), POLICY, "")
    call["input"]["file_path"] = house.project + "/notes.txt"
    house.start()
    yield house
    house.say("write the notes")
    assert house.model.wait_for(2, 60), "it is not written"
    assert house.there("notes.txt"), "the file is not there"
    assert "secret content" not in house.run("log", "--json").stdout, "what is in a file was recorded"


def two_in_a_row(house_of):
    replies = [[bash("touch one.txt")], [bash("touch two.txt"), bash("touch three.txt")], ["Done."]]
    house = begins(house_of, replies)
    yield house
    house.say("make three files")
    assert house.model.wait_for(3, 90), "one of them is not answered"
    for name in ("one.txt", "two.txt", "three.txt"):
        assert house.there(name), name + " is not there"


def danger_is_asked(house_of):
    house = begins(house_of, [[bash("rm -rf ../precious && touch gone.txt")], ["Done."]])
    yield house
    os.makedirs(house.home + "/work/precious")
    house.say("tidy up")
    question = house.asked()
    assert "rm -rf ../precious" in question["subject"], question
    time.sleep(LONG_ENOUGH)
    assert os.path.isdir(house.home + "/work/precious") and not house.there("gone.txt"), "it was run"
    house.run("answer", "last", "no")
    house.until(lambda: not house.receivers(), 5, "the hook is held after the answer")
    assert os.path.isdir(house.home + "/work/precious"), "it was run after a no"


def denied_and_the_model_hears_why(house_of):
    house = begins(house_of, [[bash("git push origin main; touch pushed.txt")], ["I see."]])
    yield house
    house.say("push it")
    assert house.model.wait_for(2, 60), "the model hears nothing"
    assert "says rule 17" in house.model.heard[1], "the model does not hear why"
    assert not house.there("pushed.txt"), "it was run"


def a_person_denies_with_a_reason(house_of):
    house = begins(house_of, [[bash("python3 make.py; touch made.txt")], ["I see."]])
    yield house
    house.say("make it")
    house.asked()
    done = house.run("answer", "last", "--deny", "use the other script")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "the model hears nothing"
    assert "use the other script" in house.model.heard[1], "the model does not hear why"
    assert not house.there("made.txt"), "it was run"


def answered_from_another_terminal(house_of):
    house = begins(house_of, [[bash("python3 -c 'open(\"made.txt\", \"w\")'")], ["Done."]])
    yield house
    house.say("make it")
    house.asked()
    assert not house.there("made.txt")
    done = house.run("answer", "last", "yes")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "it does not go on"
    assert house.there("made.txt"), "it was not run"


def dialog_takes_keys(house):
    """Waits for a dialog to be shown, and to listen: in its first moments it takes no keys."""
    house.until(lambda: "Do you want to proceed" in house.screen(), 20, "there is no dialog")
    time.sleep(1)


def answered_at_the_terminal_first(house_of):
    house = begins(house_of, [[bash("python3 -c 'open(\"made.txt\", \"w\")'")], ["Done."]])
    yield house
    house.say("make it")
    house.asked()
    assert house.receivers(), "no hook is held"
    dialog_takes_keys(house)
    house.keys(b"1")
    house.until(lambda: house.there("made.txt"), 20, "the key is not heard")
    began = time.monotonic()
    house.until(lambda: not house.receivers(), 1.5, "the hook is held after the answer at the terminal")
    house.note = "hook released %.1f s after the command ran" % (time.monotonic() - began)
    house.until(lambda: not house.prompts(), 5, "the question is shown as open")
    assert house.model.wait_for(2, 30)


def the_brain_is_killed_meanwhile(house_of):
    house = begins(house_of, [[bash("python3 -c 'open(\"made.txt\", \"w\")'")], ["Done."]])
    yield house
    house.say("make it")
    house.asked()
    dialog_takes_keys(house)
    pid = house.json("daemon", "status", "--json")["pid"]
    os.kill(pid, signal.SIGKILL)
    house.until(lambda: not house.receivers(), 2, "the hook is held by nobody")
    assert not house.there("made.txt"), "it was run without an answer"
    house.keys(b"1")
    house.until(lambda: house.there("made.txt"), 20, "the dialog is not answered by a key any more")


def own_hooks_of_the_person_count_too(house_of):
    house = house_of(Model([[bash("touch hello.txt")], ["Done."]]), POLICY, "")
    own = {"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "touch ~/hooked"}]}]}}
    os.makedirs(house.home + "/.claude")
    settings = house.home + "/.claude/settings.json"
    house.write(settings, json.dumps(own))
    given = {"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "touch ~/given"}]}]}}
    house.start(words=["--settings", json.dumps(given)])
    yield house
    house.say("please create hello.txt")
    assert house.model.wait_for(2, 60), "the command does not end"
    assert house.there("hello.txt"), "ours does not count"
    assert os.path.exists(house.home + "/hooked"), "the person's own hook was not called"
    assert os.path.exists(house.home + "/given"), "the hook of their --settings was not called"
    assert json.load(open(settings)) == own, "their settings were changed"


def resized_and_let_go_meanwhile(house_of):
    """By the screen alone: the answer is typed at a dialog that was drawn anew, and that no terminal shows."""
    house = begins(house_of, [[bash("python3 -c 'open(\"made.txt\", \"w\")'")], ["Done."]], options=["--no-hooks"])
    yield house
    house.say("make it")
    house.asked()
    house.resize(24, 80)
    time.sleep(2)
    assert house.run("detach", "claude").returncode == 0
    assert not house.there("made.txt"), "it was run without an answer"
    done = house.run("answer", "last", "yes")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "it does not go on"
    assert house.there("made.txt"), "it was not run"


def a_question_of_the_model(house_of):
    """By its label, from another terminal. The field to write in is no choice, and takes no text from there."""
    options = [{"label": "SQLite", "description": "One file, no server"},
               {"label": "PostgreSQL", "description": "A server, more features"}]
    asked = {"question": "Which database should we use?", "header": "Database", "multiSelect": False, "options": options}
    house = begins(house_of, [[{"tool": "AskUserQuestion", "input": {"questions": [asked]}}], ["Done."]])
    yield house
    house.say("ask me")
    house.until(lambda: any(one["choices"] for one in house.prompts()), 60, "nothing is asked")
    question = next(one for one in house.prompts() if one["choices"])
    labels = [choice["label"] for choice in question["choices"]]
    assert labels == ["SQLite", "PostgreSQL", "Chat about this"], question
    assert "One file, no server" in question["question"], question
    for refused in (["--text", "a third"], ["Type something."], ["3"]):
        done = house.run("answer", question["id"], *refused)
        assert "landed" not in done.stdout, done
    assert len(house.model.heard) == 1, "something was answered"
    done = house.run("answer", question["id"], "PostgreSQL")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "it does not go on"
    heard = house.model.heard[1].rsplit("tool_result", 1)[-1]
    assert "PostgreSQL" in heard and "SQLite" not in heard.split("PostgreSQL")[0], heard[:500]


ALL = [
    a_question_of_the_model, routine_is_allowed, through_the_hook_alone, by_the_screen_alone, a_file_is_written, two_in_a_row, danger_is_asked,
    denied_and_the_model_hears_why, a_person_denies_with_a_reason, answered_from_another_terminal,
    answered_at_the_terminal_first, the_brain_is_killed_meanwhile, own_hooks_of_the_person_count_too,
    resized_and_let_go_meanwhile,
]
