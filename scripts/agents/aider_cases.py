"""aider asks in lines, and its model has no tools: what it wants is in its text."""
import os
import time

from model import Model
from policy import LONG_ENOUGH, POLICY

FILE = """notes.txt
```
<<<<<<< SEARCH
=======
first line
>>>>>>> REPLACE
```
"""


def shell(command):
    return "```bash\n%s\n```\n" % command


def begins(house_of, *parts):
    house = house_of(Model([["\n".join(parts)], ["Done."], ["Done."]], without_tools=True), POLICY, "")
    house.start()
    return house


def two_lines_in_a_row(house_of, blind=False):
    house = begins(house_of, "I will create it.\n", FILE, shell("touch hello.txt"))
    yield house
    house.say("create the notes", blind)
    house.until(lambda: house.there("notes.txt"), 60, "the file is not written")
    house.until(lambda: house.there("hello.txt"), 60, "the command is not run")


def a_line_typed_before_anything_was_seen(house_of):
    yield from two_lines_in_a_row(house_of, blind=True)


def danger_is_asked(house_of):
    house = begins(house_of, "I tidy up.\n", shell("rm -rf ../precious && touch gone.txt"))
    yield house
    os.makedirs(house.home + "/work/precious")
    house.say("tidy up")
    question = house.asked()
    assert "rm -rf ../precious" in question["subject"], question
    time.sleep(LONG_ENOUGH)
    assert os.path.isdir(house.home + "/work/precious") and not house.there("gone.txt"), "it was run"
    done = house.run("answer", "last", "no")
    assert "landed" in done.stdout, done
    house.say("what now")
    assert os.path.isdir(house.home + "/work/precious") and not house.there("gone.txt"), "it was run after a no"


def denied_by_a_rule(house_of):
    house = begins(house_of, "I push.\n", shell("git push origin main; touch pushed.txt"))
    yield house
    house.say("push it")
    house.until(lambda: house.screen().rstrip().endswith(">"), 60, "it does not go on")
    house.say("and now something else")
    assert not house.there("pushed.txt"), "it was run"


ALL = [two_lines_in_a_row, a_line_typed_before_anything_was_seen, danger_is_asked, denied_by_a_rule]
