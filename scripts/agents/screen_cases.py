"""Agents whose screens are read. Each case is one that any of them must pass; what is looked at is what it did."""
import re
import time

from model import Model, bash
from policy import LONG_ENOUGH, POLICY

PYTHON = "python3 -c 'open(\"made.txt\", \"w\")'"


def begins(house_of, replies):
    house = house_of(Model(replies), POLICY, "")
    house.start(options=["--no-hooks"])
    return house


def routine_is_allowed(house_of):
    house = begins(house_of, [["I create it.", bash("touch hello.txt && mkdir -p sub/dir")], ["Done."]])
    yield house
    house.say("please create hello.txt")
    assert house.model.wait_for(2, 60), "the command does not end"
    assert house.there("hello.txt") and house.there("sub/dir"), "the files are not there"


def two_in_a_row(house_of):
    replies = [[bash("touch one.txt")], [bash("touch two.txt"), bash("touch three.txt")], ["Done."]]
    house = begins(house_of, replies)
    yield house
    house.say("make three files")
    assert house.model.wait_for(3, 90), "one of them is not answered"
    for name in ("one.txt", "two.txt", "three.txt"):
        assert house.there(name), name + " is not there"


def danger_is_asked(house_of):
    house = begins(house_of, [[bash("rm -rf .git && touch gone.txt")], ["Done."]])
    yield house
    house.say("tidy up")
    question = house.asked()
    assert "rm -rf .git" in question["subject"], question
    time.sleep(LONG_ENOUGH)
    assert house.there(".git") and not house.there("gone.txt"), "it was run"
    done = house.run("answer", "last", "no")
    assert "landed" in done.stdout, done
    house.say("what now")
    assert house.there(".git") and not house.there("gone.txt"), "it was run after a no"


def denied_by_a_rule(house_of):
    """A refusal ends the turn of some, and others tell their model; all of them go on."""
    house = begins(house_of, [[bash("git push origin main; touch pushed.txt")], ["I see."], ["I see."]])
    yield house
    house.say("push it")
    house.until(lambda: re.search(house.agent.refused, house.screen()), 60, "it is not refused")
    house.say("and now something else")
    assert not house.there("pushed.txt"), "it was run"
    assert not house.prompts(), "the person was asked"


def a_command_that_is_cut_is_asked(house_of):
    """Its lines are all routine work, but the screen does not show all of them."""
    house = begins(house_of, [[bash("\n".join("touch file%02d.txt" % number for number in range(60)))], ["Done."]])
    yield house
    house.say("make many files")
    house.asked()
    time.sleep(LONG_ENOUGH)
    assert not house.there("file00.txt"), "it was run"


def answered_from_another_terminal(house_of):
    house = begins(house_of, [[bash(PYTHON)], ["Done."]])
    yield house
    house.say("make it")
    house.asked()
    time.sleep(LONG_ENOUGH)
    assert not house.there("made.txt"), "it was run without an answer"
    done = house.run("answer", "last", "yes")
    assert "landed" in done.stdout, done
    assert house.model.wait_for(2, 30), "it does not go on"
    assert house.there("made.txt"), "it was not run"


def text_like_a_prompt_is_not_answered(house_of):
    fake = house_of.agent.fake
    house = begins(house_of, [[fake], ["Yes?"]])
    yield house
    house.say("show me a prompt")
    first = fake.splitlines()[0].lstrip("#?△ ")
    house.until(lambda: first in house.screen(), 30, "the text is not shown")
    time.sleep(LONG_ENOUGH)
    house.say("and now this")
    last = house.model.heard[1][-1000:]
    assert "and now this" in last and "1and" not in last and "yand" not in last, last


ALL = [routine_is_allowed, two_in_a_row, danger_is_asked, denied_by_a_rule, a_command_that_is_cut_is_asked,
       answered_from_another_terminal, text_like_a_prompt_is_not_answered]
