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


def a_file_outside_is_one_question(house_of):
    """The screen spells its path from the project, the hook in full."""
    call = {"tool": "Write", "input": {"file_path": None, "content": "hello\n"}}
    house = house_of(Model([[call], ["Done."]]), POLICY, "")
    path = call["input"]["file_path"] = house.home + "/work/other.txt"
    house.start()
    yield house
    house.say("write it")
    house.until(lambda: "../other.txt" in house.screen() and house.prompts(), 30, "nothing is asked")
    time.sleep(3)
    questions = house.prompts()
    assert len(questions) == 1, questions
    assert questions[0]["subject"] == path and "fs.write.outside" in str(questions[0]["reasons"]), questions
    assert not os.path.exists(path), "it was written without an answer"
    done = house.run("answer", questions[0]["id"], "yes")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "it does not go on"
    assert os.path.exists(path), "it was not written"
    house.until(lambda: not house.prompts() and not house.receivers(), 5, "something of it stays")


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
    house.until(lambda: "landed" in house.run("history").stdout, 5, "it is not in the history")
    assert "git push" in house.run("history").stdout and "landed" in house.run("stats").stdout
    why = house.run("explain", "last").stdout
    assert "the policy said deny" in why and "by rule no pushing" in why, why


def paused_means_no_denial_either(house_of):
    """The agent asks on its screen as it would without us, and the person decides."""
    house = begins(house_of, [[bash("git push origin main; touch pushed.txt")], ["I see."]])
    yield house
    house.run("pause", "claude")
    house.say("push it")
    question = house.asked()
    assert "git push" in question["subject"] and "manual" in str(question["reasons"]), question
    assert not house.there("pushed.txt") and len(house.model.heard) == 1, "it was answered"
    done = house.run("answer", "last", "yes")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "it does not go on"
    assert house.there("pushed.txt"), "the person's yes did nothing"


def paused_means_asked_also_where_the_agent_would_not(house_of):
    """What the rules deny does not run unasked because somebody paused, though the agent's own settings allow it."""
    house = house_of(Model([[bash("git push origin main; touch pushed.txt")], ["I see."]]), POLICY, "")
    os.makedirs(house.home + "/.claude")
    house.write(house.home + "/.claude/settings.json", json.dumps({"permissions": {"allow": ["Bash"]}}))
    house.start()
    yield house
    house.run("pause", "claude")
    house.say("push it")
    house.asked()
    time.sleep(LONG_ENOUGH)
    assert not house.there("pushed.txt") and len(house.model.heard) == 1, "it was run"
    house.run("answer", "last", "no")
    house.until(lambda: not house.receivers(), 5, "the hook is held after the answer")
    assert not house.there("pushed.txt"), "it was run after a no"


def a_person_denies_without_a_reason(house_of):
    house = begins(house_of, [[bash("python3 make.py; touch made.txt")], ["I see."]])
    yield house
    house.say("make it")
    house.asked()
    done = house.run("answer", "last", "--deny")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "the model hears nothing"
    assert "The person said no." in house.model.heard[1], "the model does not hear who said no"
    assert not house.there("made.txt"), "it was run"


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


def answered_after_a_key_that_did_nothing(house_of):
    """The pointer was moved at the terminal a while before: the dialog stood, so it is the answer that took it away."""
    house = begins(house_of, [[bash("python3 -c 'open(\"made.txt\", \"w\")'")], ["Done."]])
    yield house
    house.say("make it")
    house.asked()
    dialog_takes_keys(house)
    house.keys(b"\x1b[B")
    house.until(lambda: "❯ 2." in house.screen(), 10, "the key is not heard")
    time.sleep(3)
    done = house.run("answer", "last", "yes")
    assert done.returncode == 0 and "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "it does not go on"
    assert house.there("made.txt"), "it was not run"


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


FEATURES = [{"label": "Auth", "description": "Login"}, {"label": "Search, full text", "description": "Words"},
            {"label": "Export", "description": "CSV"}]


def asks_for_features(house_of, *more, **start):
    """A question of which several may be chosen; gives its house, once it stands there."""
    asked = {"question": "Which features do you want?", "header": "Features", "multiSelect": True, "options": FEATURES}
    house = begins(house_of, [[{"tool": "AskUserQuestion", "input": {"questions": [asked, *more]}}], ["Done."]], **start)
    house.say("ask me")
    house.until(lambda: any(one["several"] for one in house.prompts()), 60, "nothing is asked")
    return house


def answers(house):
    """What the model heard of its question."""
    assert house.model.wait_for(2, 30), "it does not go on"
    return house.model.heard[1].rsplit("tool_result", 1)[-1]


def several_by_number(house_of):
    """The boxes are ticked one by one, submitted, and confirmed where it shows them again."""
    house = asks_for_features(house_of)
    yield house
    question = next(one for one in house.prompts() if one["several"])
    assert [choice.get("checked") for choice in question["choices"]] == [False, False, False, None], question
    assert "several may be chosen" in house.run("prompts").stdout
    done = house.run("answer", question["id"], "1,3")
    assert "landed" in done.stdout, done
    heard = answers(house)
    assert "Auth, Export" in heard and "Search" not in heard, heard[:500]


def several_by_label_with_a_comma_in_it(house_of):
    house = asks_for_features(house_of)
    yield house
    for refused in ("Auth, Import", "1,5", "full text", "1,2,3,4"):
        done = house.run("answer", "last", refused)
        assert done.returncode not in (0, 4), done
    assert "[✔]" not in house.screen(), "something was ticked"
    done = house.run("answer", "last", "search, full text,Auth")
    assert "landed" in done.stdout, done
    heard = answers(house)
    assert "Auth" in heard and "Search, full text" in heard and "Export" not in heard, heard[:500]


def several_where_one_is_ticked_already(house_of):
    """What the person ticked at the terminal is never taken back: it has to be named too."""
    house = asks_for_features(house_of)
    yield house
    time.sleep(1)
    for key in (b"\x1b[B", b"\x1b[B", b"\r"):
        house.keys(key)
        time.sleep(0.3)
    house.until(lambda: "3. [✔]" in house.screen(), 10, "the key is not heard")
    time.sleep(1.5)
    done = house.run("answer", "last", "1")
    assert "ticked already" in done.stderr + done.stdout and done.returncode not in (0, 4), done
    assert "1. [ ]" in house.screen() and "3. [✔]" in house.screen(), house.screen()
    done = house.run("answer", "last", "1,3")
    assert "landed" in done.stdout, done
    heard = answers(house)
    assert "Export, Auth" in heard and "Search" not in heard, heard[:500]


def several_of_a_set(house_of):
    """With a second question behind it, nothing is submitted before that is answered, and then only by the person."""
    second = {"question": "Which database?", "header": "Database", "multiSelect": False, "options": [
        {"label": "SQLite", "description": "One file"}, {"label": "PostgreSQL", "description": "A server"}]}
    house = asks_for_features(house_of, second)
    yield house
    done = house.run("answer", "last", "Export")
    assert "landed" in done.stdout, done
    house.until(lambda: any("Which database" in one["question"] for one in house.prompts()), 20, "no second question")
    done = house.run("answer", "last", "PostgreSQL")
    assert "landed" in done.stdout, done
    house.until(lambda: any("Review" in one["question"] for one in house.prompts()), 20, "nothing is to be submitted")
    assert len(house.model.heard) == 1, "it was submitted by itself"
    done = house.run("answer", "last", "Submit answers")
    assert "landed" in done.stdout, done
    heard = answers(house)
    assert "Export" in heard and "PostgreSQL" in heard and "Auth" not in heard, heard[:500]


def no_key_is_written_into_a_field(house_of):
    """While the pointer stands in the field to write in, a digit would be written there."""
    house = asks_for_features(house_of)
    yield house
    time.sleep(1)
    for _ in range(3):
        house.keys(b"\x1b[B")
        time.sleep(0.3)
    house.until(lambda: "❯ 4." in house.screen(), 10, "the pointer does not move")
    time.sleep(1.5)
    done = house.run("answer", "last", "1")
    assert done.returncode not in (0, 4), done
    assert "4. [ ] Type something" in house.screen(), "something was written"


ALL = [
    several_by_number, several_by_label_with_a_comma_in_it, several_where_one_is_ticked_already, several_of_a_set,
    no_key_is_written_into_a_field, a_question_of_the_model, routine_is_allowed, through_the_hook_alone, by_the_screen_alone, a_file_is_written, a_file_outside_is_one_question, two_in_a_row, danger_is_asked,
    denied_and_the_model_hears_why, paused_means_no_denial_either, paused_means_asked_also_where_the_agent_would_not, a_person_denies_with_a_reason,
    a_person_denies_without_a_reason, answered_from_another_terminal,
    answered_at_the_terminal_first, answered_after_a_key_that_did_nothing, the_brain_is_killed_meanwhile, own_hooks_of_the_person_count_too,
    resized_and_let_go_meanwhile,
]
