// Written by `locum run` anew for each run of opencode. What opencode asks about a command is told to locum, and what locum
// says to it is passed back. If locum says nothing, the question stands on the screen as it would without this file.
import { spawn } from "node:child_process";
import { resolve } from "node:path";

const LOCUM = "@LOCUM@";

export const Locum = async ({ client, directory }) => {
  const calls = new Map();
  const folders = new Map();

  const reply = (id, session, { reply, message }) =>
    message
      ? client._client.post({
          url: "/permission/{requestID}/reply",
          path: { requestID: id },
          headers: { "Content-Type": "application/json" },
          body: { reply, message },
        })
      : client.postSessionIdPermissionsPermissionId({
          path: { id: session, permissionID: id },
          body: { response: reply },
        });

  const asked = ({ id, sessionID, permission, metadata, tool }) => {
    if (permission !== "bash" || typeof metadata?.command !== "string") return;
    const call = spawn(LOCUM, ["agent-hook", "opencode"], { stdio: ["pipe", "pipe", "ignore"] });
    calls.set(id, call);
    let said = "";
    call.stdout.on("data", (data) => (said += data));
    call.stdin.on("error", () => {});
    call.on("error", () => calls.delete(id));
    call.on("close", () => {
      if (!calls.delete(id) || !said) return;
      Promise.resolve().then(() => reply(id, sessionID, JSON.parse(said))).catch(() => {});
    });
    const cwd = resolve(directory, folders.get(tool?.callID) ?? ".");
    const event = { hook_event_name: "PermissionRequest", tool_name: permission, tool_input: metadata, cwd };
    call.stdin.end(JSON.stringify(event));
  };

  // Somebody answered on the screen: nobody waits for locum any more.
  const replied = ({ requestID }) => {
    const call = calls.get(requestID);
    calls.delete(requestID);
    call?.kill();
  };

  return {
    "tool.execute.before": async ({ callID }, { args }) => {
      if (typeof args?.workdir === "string") folders.set(callID, args.workdir);
    },
    "tool.execute.after": async ({ callID }) => void folders.delete(callID),
    event: async ({ event }) => {
      if (event.type === "permission.asked") asked(event.properties);
      if (event.type === "permission.replied") replied(event.properties);
    },
  };
};
