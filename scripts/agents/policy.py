"""The rules that the agents run under."""

# What is allowed is allowed at once, so that a case need not wait; `touch` and `mkdir` are the routine work.
POLICY = """
[[rule]]
name = "routine"
command = ["touch", "mkdir"]
path = "workspace"
answer = "allow"
[[rule]]
name = "routine files"
tool = ["write", "edit"]
path = "workspace"
answer = "allow"
[[rule]]
name = "no pushing"
command = "git push"
answer = "deny"
message = "The owner pushes by hand, says rule 17."
[defaults]
on_danger = "ask"
"""
# How long something that must not happen is given to happen.
LONG_ENOUGH = 8
# The screen alone is never believed: what is answered then was answered through a hook.
BLIND = "[detect]\ndetection_threshold = 1.0\n"
