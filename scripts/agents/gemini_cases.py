"""Gemini CLI with our receiver in the person's own settings: the only place for it that needs no root."""
import json

from model import Model, bash
from policy import POLICY
from screen_cases import ALL as BY_THE_SCREEN


def a_hook_of_the_person_denies_and_the_model_hears_why(house_of):
    house = house_of(Model([[bash("git push origin main; touch pushed.txt")], ["I see."]]), POLICY, "")
    settings = house.home + "/.gemini/settings.json"
    hook = {"name": "locum", "type": "command", "command": "'%s' agent-hook gemini" % house.locum}
    hooks = {"BeforeTool": [{"matcher": "*", "hooks": [hook]}]}
    house.write(settings, json.dumps(dict(json.load(open(settings)), hooks=hooks)))
    house.start()
    yield house
    house.say("push it")
    assert house.model.wait_for(2, 60), "the model hears nothing"
    assert "says rule 17" in house.model.heard[1], "the model does not hear why"
    assert not house.there("pushed.txt"), "it was run"


ALL = BY_THE_SCREEN + [a_hook_of_the_person_denies_and_the_model_hears_why]
