// Prompts that change while they are used, and some that are ill made.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askPrompt } from "../../extension/mcp/ask-server.ts";
import { Offers } from "../../extension/mcp/offers.ts";
import { built } from "../fakes/built.ts";
import { runningServer, type RunningServer } from "../fakes/running-server.ts";

const script = built("prompt-server");
let running: RunningServer;
let offers: Offers;
let changes = 0;

beforeAll(async () => {
  const spec = { kind: "stdio" as const, command: process.execPath, args: [script] };
  running = runningServer(spec, (server, what) => {
    offers.note(server, what);
  });
  offers = new Offers({
    servers: () => [running.server],
    changed: () => (changes += 1),
    log: () => undefined,
    after: running.after,
  });
  await running.server.use();
  await offers.settled();
});

afterAll(() => running.server.stop());

const names = (): string[] => offers.prompts.map(({ name }) => name);

describe("prompts of a server that is not well made", () => {
  it("are listed without those that cannot be read, and without signs that hide or colour", () => {
    expect(names()).toEqual(["talk", "ill"]);
    expect(offers.prompts[0]?.description).toBe("Talks about it.");
  });

  it("are refused when what comes is none", async () => {
    expect(await askPrompt(running.server, "ill", {}, 1)).toMatchObject({ ok: false });
  });

  it("tell who speaks where they are a talk, bound what is huge, and say what cannot be read", async () => {
    const read = await askPrompt(running.server, "talk", {}, 1);
    if (!read.ok) throw new Error(read.failure);
    expect(read.value).toMatchObject([
      { type: "text", text: "User: What is a galley?" },
      { type: "text", text: "Assistant: A ship." },
      { type: "editor-context", kind: "resource" },
      { type: "text", text: "User: [unreadable content]" },
    ]);
    expect(JSON.stringify(read.value).length).toBeLessThan(210_000);
  });
});

describe("prompts that change", () => {
  it("are listed again, many changes in a moment at once", async () => {
    const before = changes;
    for (let count = 0; count < 20; count += 1) await askPrompt(running.server, "talk", {}, 1);
    await expect.poll(() => names().length).toBeGreaterThan(20);
    expect(changes - before).toBeLessThan(20);
  });

  it("are gone when the server is", async () => {
    await running.server.stop();
    expect(names()).toEqual([]);
  });
});
