// The model and the tools that a command's file names: whose file counts, and what is said of what does not.
import { describe, expect, it } from "vitest";
import { type Command, mergeCommands } from "../../extension/compose/catalog.ts";
import { NO_ARGUMENTS } from "../../extension/message/command.ts";
import type { Model } from "../../extension/message/model.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { readMessages } from "../../extension/persist/messages.ts";
import { expansionFor } from "../../extension/preview/command-notes.ts";
import { KnownMeasures } from "../../extension/preview/known-measures.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { preview } from "../../extension/preview/preview.ts";
import { findSetUp } from "../../extension/providers/set-up-model.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { type FakePorts, fakePorts, type PortsOptions } from "../fakes/ports.ts";
import { withTools } from "../fakes/tools.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const quick: Model = { ...loopback, id: "quick", name: "Quick" };
const command = (source: Command["source"], wants: Command["wants"]): Command => ({
  id: "/it",
  description: "",
  source,
  origin: "it.md",
  arguments: [],
  body: { kind: "template", text: "Do it." },
  ...(wants !== undefined && { wants }),
});

function world(source: Command["source"], wants: Command["wants"], options: PortsOptions = {}) {
  const ports = fakePorts({ ...options, commands: [command(source, wants)] });
  const setUpModel = (name: string): Promise<Model | undefined> =>
    Promise.resolve(["quick", "loopback/quick"].includes(name) ? quick : undefined);
  const all = withTools(Object.assign(ports, { setUpModel }), [{ name: "read" }, { name: "grep" }]);
  return { ports: all, conversation: new Conversation(all, "ses_1") };
}

const draft = [{ type: "command", id: "/it", args: NO_ARGUMENTS }] as KnownPart[];
const noteOf = async ({ ports }: ReturnType<typeof world>) =>
  (await expansionFor(ports, "ses_1", draft, "", () => undefined))?.note;

const modelsIn = ({ store }: FakePorts) =>
  readMessages(store, "ses_1", 100).flatMap(({ message }) =>
    message.role === "assistant" ? [message.metadata.model] : [],
  );

async function answers({ ports, conversation }: ReturnType<typeof world>) {
  await conversation.runner.submit(draft);
  await conversation.runner.settled();
  await conversation.runner.submit([text("and now?")]);
  await conversation.runner.settled();
  const models = modelsIn(ports);
  const notices = ports.events.flatMap((event) => (event.type === "notice" ? [event.notice.message] : []));
  return { models, notices };
}

describe("the model that a command file names", () => {
  it("answers that turn, and that turn only, if the file is the user's own", async () => {
    const own = world("user", { model: "quick" });
    expect(await noteOf(own)).toBe("Quick answers this message, as the command file says.");
    const { assembled } = await preview(own.ports, "ses_1", draft);
    expect(assembled.manifest.model).toBe("loopback/quick");
    expect(await answers(own)).toEqual({ models: ["loopback/quick", "loopback/loopback"], notices: [] });
    expect(own.conversation.shownModel().key).toBe("loopback/loopback");
  });

  it("is the one that the meter counts for", async () => {
    const own = world("user", { model: "quick" });
    const known = new KnownMeasures();
    const small = { ...quick, context_window: 5_000, max_output: 1_000 };
    Object.assign(own.ports, { setUpModel: () => Promise.resolve(small) });
    expect((await measureDraft(own.ports, "ses_1", draft, known)).meter.limit).toBe(4_000);
    const usual = (await measureDraft(own.ports, "ses_1", [text("hello")], known)).meter.limit;
    expect(usual).toBe(loopback.context_window - loopback.max_output);
    expect((await measureDraft(own.ports, "ses_1", draft, known)).meter.limit).toBe(4_000);
  });

  it("is not followed if the file is the workspace's, and the preview says so", async () => {
    const theirs = world("project", { model: "quick" });
    expect(await noteOf(theirs)).toMatch(/names the model quick\. Galley does not follow a model that a workspace/);
    const { models } = await answers(theirs);
    expect(models).toEqual(["loopback/loopback", "loopback/loopback"]);
  });

  it("that is not set up is told before and when the turn begins; the conversation's model answers", async () => {
    const own = world("user", { model: "sonnet" });
    const told = "The command file names the model sonnet, which is not set up. Loopback answers.";
    expect(await noteOf(own)).toBe(told);
    expect(await answers(own)).toEqual({ models: ["loopback/loopback", "loopback/loopback"], notices: [told] });
  });

  it("does not come between an agent and its conversation", async () => {
    const own = world("user", { model: "quick" }, { model: { ...loopback, keeps_session: true } });
    expect(await noteOf(own)).toMatch(/an agent keeps this conversation/);
  });

  it("is nothing to say if it answers anyway", async () => {
    expect(await noteOf(world("project", { model: "loopback/loopback" }))).toBeUndefined();
  });

  it("counts only while the file says so: a message from elsewhere chooses no model", async () => {
    const own = world("user", { model: "quick" });
    const hold = own.conversation;
    own.ports.catalog = () => mergeCommands([command("user", { model: "quick" })]);
    await hold.runner.submit([text("wait 1")]);
    await hold.runner.submit(draft);
    own.ports.catalog = () => mergeCommands([command("project", { model: "quick" })]);
    await hold.runner.settled();
    expect(modelsIn(own.ports)).toEqual(["loopback/loopback", "loopback/loopback"]);
  });
});

describe("the tools that a command file names", () => {
  it("are told if Galley has none of them, since then they narrow nothing", async () => {
    expect(await noteOf(world("project", { tools: ["Task", "Agent"] }))).toBe(
      "The command file limits the tools to Task, Agent, which Galley does not have. All tools are available.",
    );
    expect(await noteOf(world("project", { tools: ["Task", "Read"] }))).toBeUndefined();
    expect(await noteOf(world("project", { tools: [] }))).toBeUndefined();
  });

  it("are nothing to say for a model without tools", async () => {
    const plain = world("project", { tools: ["Task"] }, { model: { ...loopback, tools: false } });
    expect(await noteOf(plain)).toBeUndefined();
  });
});

describe("a model by its name", () => {
  const providers = [
    { provider: "anthropic", ids: ["claude-a"] },
    { provider: "custom", ids: ["meta/llama", "claude-a"] },
  ] as const;
  it.each([
    ["anthropic/claude-new", { provider: "anthropic", id: "claude-new" }],
    ["claude-a", { provider: "anthropic", id: "claude-a" }],
    ["custom/meta/llama", { provider: "custom", id: "meta/llama" }],
    ["meta/llama", { provider: "custom", id: "meta/llama" }],
    ["custom/gone", undefined],
    ["openai/gpt", undefined],
    ["sonnet", undefined],
    ["anthropic/", undefined],
  ])("%s is found among the providers that are set up", (name, found) => {
    expect(findSetUp(name, providers)).toEqual(found);
  });
});
