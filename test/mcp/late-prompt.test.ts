// A command that would be a prompt of a server which does not run: the server is started, and says what it has.
import { describe, expect, it } from "vitest";
import type { ServerSpec } from "../../extension/mcp/config/config.ts";
import { Offers } from "../../extension/mcp/offers.ts";
import { bringPrompt } from "../../extension/turn/late-prompt.ts";
import { isPromptOf, promptCommands } from "../../extension/mcp/prompt-commands.ts";
import { built } from "../fakes/built.ts";
import { fakeSpec } from "../fakes/mcp.ts";
import { runningServer } from "../fakes/running-server.ts";

const script = built("prompt-server");
const prompts: ServerSpec = { kind: "stdio", command: process.execPath, args: [script] };

/** A server called "everything" that is not started, and what it offers. */
function world(spec: ServerSpec) {
  const { server, after } = runningServer(spec, (changed, what) => {
    offers.note(changed, what);
  });
  const offers = new Offers({ servers: () => [server], changed: () => undefined, log: () => undefined, after });
  return {
    server,
    ids: () => promptCommands(offers.prompts, () => Promise.reject(new Error("not asked"))).map(({ id }) => id),
    bring: (id: string, signal?: AbortSignal) => bringPrompt(id, [server], () => offers.settled(), { signal }),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

describe("a prompt that nobody lists", () => {
  it("is there once its server was started and asked", async () => {
    await using late = world(prompts);
    await late.bring("/everything:talk");
    expect(late.ids()).toContain("/everything:talk");
  });

  it("is said to be missing by a server that runs and has none such", async () => {
    await using late = world(prompts);
    expect(await late.bring("/everything:nothing")).toMatch(
      /^MCP server everything has no such prompt\. Type \/ to select another/,
    );
  });

  it("of a server that does not start comes with why, and what to do", async () => {
    await using stopped = world(prompts);
    await stopped.server.stop();
    expect(await stopped.bring("/everything:talk")).toBe(
      "MCP server everything is stopped. Start it in the MCP Servers view, then send again.",
    );
    await using dead = world(fakeSpec("dies at start"));
    expect(await dead.bring("/everything:talk")).toMatch(/everything failed: .*Start it/);
  });

  it("is not waited for once the message is stopped", async () => {
    await using late = world(fakeSpec("hangs at start"));
    const stop = new AbortController();
    const brought = late.bring("/everything:talk", stop.signal);
    stop.abort();
    expect(await brought).toMatch(/is starting\. Send again in a moment\.$/);
  });

  it("starts no server that is called otherwise", async () => {
    await using late = world(prompts);
    expect(await late.bring("/every:talk")).toBeUndefined();
    expect(await late.bring("/everything")).toBeUndefined();
    expect(late.server.state).toEqual({ kind: "off" });
  });

  it("is known by the name of its server, whatever signs that has", () => {
    const all = () => Promise.reject(new Error("not asked"));
    for (const server of ["a", "a b/c", "7 seas", "日本"]) {
      const [command] = promptCommands([{ server, name: "x y", description: "", arguments: [] }], all);
      expect(isPromptOf(server, command?.id ?? "")).toBe(true);
      expect(isPromptOf("other", command?.id ?? "")).toBe(false);
    }
  });
});
