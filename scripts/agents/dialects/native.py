"""A command in the tools of the agent that asks."""


def native(part, tools):
    """Name and input of the call, if the part is a command and the agent calls its shell something else."""
    if part["tool"] != "Bash" or "Bash" in tools:
        return part["tool"], part["input"]
    if "exec_command" in tools:
        # Codex asks only about what is to run outside of its sandbox.
        why = "May it run outside of the sandbox?"
        return "exec_command", {"cmd": part["input"]["command"], "sandbox_permissions": "require_escalated",
                                "justification": why}
    return next(name for name in ("run_shell_command", "bash") if name in tools), part["input"]
