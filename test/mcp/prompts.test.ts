import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { resolveCommand } from "../../extension/compose/command.ts";
import { asWritten } from "../../extension/message/command.ts";
import { askPrompt, askResource, askValues } from "../../extension/mcp/ask-server.ts";
import { Offers } from "../../extension/mcp/offers.ts";
import { readServerPrompt } from "../../extension/turn/request/command/server-prompt.ts";
import { promptCommands } from "../../extension/mcp/prompt-commands.ts";
import { everythingServer, type RunningServer } from "../fakes/running-server.ts";

let running: RunningServer;
let offers: Offers;

beforeAll(async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  running = everythingServer((server, what) => {
    offers.note(server, what);
  });
  offers = new Offers({
    servers: () => [running.server],
    changed: () => {
      if (offers.prompts.length > 0) resolve(undefined);
    },
    log: () => undefined,
    after: running.after,
  });
  await running.server.use();
  await promise;
});

afterAll(() => running.server.stop());

const commands = () =>
  promptCommands(offers.prompts, (_, prompt, values) => askPrompt(running.server, prompt, values, 7));
const text = (words: string) => ({ type: "text", text: words }) as const;

describe("the prompts of a server", () => {
  it("are commands named after the server, with its arguments", () => {
    const [command] = commands().filter(({ id }) => id === "/everything:args-prompt");
    expect(command).toMatchObject({
      source: "mcp",
      origin: "everything",
      arguments: [
        { name: "city", required: true },
        { name: "state", required: false },
      ],
    });
  });

  it("become the server's own words at sending, with what else was written behind them", async () => {
    const catalog = mergeCommands(commands());
    const draft = [text("/everything:args-prompt Oslo state=Viken and more")];
    const before = resolveCommand(draft, catalog);
    expect(before.kind).toBe("prompt");
    const prompt = await readServerPrompt(draft, catalog);
    const after = resolveCommand(draft, catalog, prompt);
    expect(after.kind === "text" && after.part).toMatchObject({
      outcome: "input",
      made: 1,
      args: { raw: "Oslo state=Viken and more" },
      result_parts: [text("What's weather in Oslo, Viken?"), text("and more")],
    });
  });

  it("bring resources along, and editing the message again brings only what the user wrote", async () => {
    const catalog = mergeCommands(commands());
    const draft = [text("/everything:resource-prompt Text 3")];
    const resolved = resolveCommand(draft, catalog, await readServerPrompt(draft, catalog));
    if (resolved.kind !== "text") throw new Error(resolved.kind);
    expect(resolved.part.result_parts).toMatchObject([
      { type: "text" },
      { type: "editor-context", kind: "resource", source: "everything: demo://resource/dynamic/text/3" },
    ]);
    expect(asWritten(resolved.part)).toMatchObject([
      { type: "command", id: "/everything:resource-prompt" },
      text(" Text 3"),
    ]);
  });

  it("are refused before sending when an argument is missing, or the server says no", async () => {
    const catalog = mergeCommands(commands());
    expect(resolveCommand([text("/everything:args-prompt")], catalog)).toMatchObject({
      kind: "refused",
      failure: { code: "missing-argument" },
    });
    const bad = [text("/everything:resource-prompt Text zero")];
    const refused = resolveCommand(bad, catalog, await readServerPrompt(bad, catalog));
    expect(refused).toMatchObject({ kind: "refused", failure: { code: "bad-prompt" } });
    expect(refused.kind === "refused" && refused.failure.message).toContain("zero");
  });

  it("are completed by the server, with the arguments before in mind", async () => {
    const ref = { type: "ref/prompt", name: "completable-prompt" } as const;
    const { signal } = new AbortController();
    const departments = await askValues(running.server, ref, { name: "department", value: "E" }, {}, signal);
    expect(departments).toEqual(["Engineering"]);
    const names = { name: "name", value: "" };
    expect(await askValues(running.server, ref, names, { department: "Sales" }, signal)).toEqual([
      "David",
      "Eve",
      "Frank",
    ]);
  });
});

describe("the resources of a server", () => {
  it("are listed, templates apart", () => {
    expect(offers.resources.length).toBeGreaterThan(0);
    expect(offers.templates.map(({ uri }) => uri)).toContain("demo://resource/dynamic/text/{resourceId}");
  });

  it("are read as text under their address, and as an attachment when they are bytes", async () => {
    expect(await askResource(running.server, "demo://resource/dynamic/text/4", 7)).toMatchObject({
      parts: [
        {
          type: "editor-context",
          kind: "resource",
          emitted_at: 7,
          payload: expect.stringContaining("Resource 4") as string,
        },
      ],
    });
    expect(await askResource(running.server, "demo://resource/dynamic/blob/4", 7)).toMatchObject({
      parts: [{ type: "file-attachment", name: "4", mime: "text/plain" }],
    });
  });

  it("say why when they cannot be read", async () => {
    const gone = await askResource(running.server, "demo://nothing", 7);
    expect(gone.parts).toEqual([]);
    expect(gone.reason).toContain("everything reported");
    expect((await askResource(undefined, "demo://nothing", 7)).reason).toContain("not configured");
  });
});
