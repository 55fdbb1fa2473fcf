// Two panes in VS Code: what each shows, what goes to which, and for which one commands are.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ConversationSnapshot } from "../../extension/protocol/conversation.ts";
import type { Draft } from "../../extension/protocol/draft.ts";
import type { GalleyApi, GalleyEvent } from "../../extension/host/api/api.ts";
import type { ConversationNeeds } from "../../extension/host/panel/needs.ts";
import { dropUnused } from "../../extension/host/panel/sidecar-commands.ts";
import { freshConversation, rows, settled, until } from "./galley.ts";

const text = (value: string) => ({ type: "text", text: value }) as const;

async function snapshotWhen(
  api: GalleyApi,
  id: string,
  condition: (now: ConversationSnapshot) => boolean,
): Promise<ConversationSnapshot> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const now = await api.snapshot(id);
    if (condition(now)) return now;
    if (Date.now() > deadline) assert.fail(`It never happened. The sidecar is ${JSON.stringify(now, null, 1)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const isAnswered = ({ run, messages }: ConversationSnapshot): boolean =>
  run.state !== "busy" && messages.at(-1)?.role === "assistant";

/** A settled conversation, and a sidecar in which this was asked. */
async function asked(words: string): Promise<{ api: GalleyApi; main: string; side: string }> {
  const api = await freshConversation();
  await api.submit([text("the main matter")]);
  const { session } = await settled(api);
  const side = await vscode.commands.executeCommand<string>("galley.sidecar", session.id, [text(words)]);
  return { api, main: session.id, side };
}

describe("a sidecar, through VS Code", () => {
  const open = (location: string | undefined) =>
    vscode.workspace.getConfiguration("galley").update("sidecar.location", location, vscode.ConfigurationTarget.Global);

  before(() => open("panel"));
  after(() => open(undefined));

  afterEach(async () => {
    await vscode.commands.executeCommand("galley.sidecar.close");
  });

  it("is a conversation of its own beside the main one, which stays shown", async () => {
    const { api, main, side } = await asked("by the way");
    const aside = await snapshotWhen(api, side, isAnswered);
    assert.equal(aside.session.parent_id, main);
    assert.equal(aside.session.title, "by the way");
    assert.equal(aside.messages.length, 4);
    const shown = await api.snapshot();
    assert.equal(shown.session.id, main);
    assert.equal(shown.messages.length, 2);
  });

  it("opens as an editor tab where the setting says so, and closing the tab keeps it", async () => {
    await open("editor");
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    const { api, side } = await asked("in a tab");
    await snapshotWhen(api, side, isAnswered);
    assert(tabs().includes("in a tab"), JSON.stringify(tabs()));
    await vscode.commands.executeCommand("galley.sidecar.close");
    for (const deadline = Date.now() + 15_000; tabs().includes("in a tab") && Date.now() < deadline;)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert(!tabs().includes("in a tab"), JSON.stringify(tabs()));
    assert.equal((await api.snapshot(side)).session.title, "in a tab");
    await open("panel");
  });

  it("runs while the main conversation runs, and each tells its own events", async () => {
    const api = await freshConversation();
    await api.submit([text("settled")]);
    const { session } = await settled(api);
    await api.submit([text("wait 300")]);
    await until(api, ({ messages }) => messages.length === 4);
    const events: GalleyEvent[] = [];
    const listening = api.onEvent((event) => events.push(event));
    const side = await vscode.commands.executeCommand<string>("galley.sidecar", session.id, [text("meanwhile")]);
    const aside = await snapshotWhen(api, side, isAnswered);
    listening.dispose();
    assert.doesNotMatch(JSON.stringify(aside.messages), /wait 300/);
    assert.equal((await api.snapshot()).run.state, "busy");
    const told = events.filter(({ event }) => event.type === "message");
    assert(told.length > 0 && told.every(({ session_id }) => session_id === side), JSON.stringify(told));
    await vscode.commands.executeCommand("galley.stop", session.id);
    await until(api, ({ run }) => run.state !== "busy");
  });

  it("has a draft of its own, and what programs add goes to the main one", async () => {
    const { api, main, side } = await asked("mine");
    await snapshotWhen(api, side, isAnswered);
    await api.addParts([text("for the main one")], "end");
    await until(api, ({ draft }) => draft.parts.length > 0);
    assert.equal((await api.snapshot()).session.id, main);
    assert.deepEqual((await api.snapshot(side)).draft.parts, []);
  });

  it("has an agent of its own: what is chosen while it is used counts for it alone", async () => {
    const { api, main, side } = await asked("who answers here?");
    await snapshotWhen(api, side, isAnswered);
    await vscode.commands.executeCommand("galley.selectAgent", "explain");
    assert.equal((await api.snapshot(side)).agent?.name, "explain");
    assert.equal((await api.snapshot(main)).agent?.name, "default");
  });

  it("brings its last answer back into the draft of the conversation, and stays", async () => {
    const { api, side } = await asked("what is jitter?");
    await snapshotWhen(api, side, isAnswered);
    await vscode.commands.executeCommand("galley.sidecar.bringBack");
    const { draft } = await until(api, (now) => now.draft.parts.length > 0 && now);
    assert.match(JSON.stringify(draft), /what is jitter\?/);
    assert.equal((await api.snapshot(side)).session.ephemeral, true);
  });

  it("is kept when it is closed or replaced by another, but not when nothing was asked in it", async () => {
    const { api, main, side } = await asked("worth keeping");
    await snapshotWhen(api, side, isAnswered);
    const empty = await vscode.commands.executeCommand<string>("galley.sidecar", main);
    await vscode.commands.executeCommand("galley.sidecar.close");
    const ids = (await api.sessions()).map(({ id }) => id);
    assert(ids.includes(side), "the one that was used is listed");
    assert(!ids.includes(empty), "the empty one is not");
    assert.equal(rows("SELECT id FROM chat_sessions WHERE id = ? AND deleted_at IS NULL", side).length, 1);
  });

  it("is kept when it is closed while what was asked in it is still being prepared", () => {
    const draft: Draft = { parts: [] };
    const conversation = { isAtRest: false, input: { draft }, queue: { first: () => undefined } };
    const changed: unknown[] = [];
    const store = { readOnly: false, all: () => [], get: () => undefined, run: (sql: unknown) => changed.push(sql) };
    dropUnused({ conversation: () => conversation, store } as unknown as ConversationNeeds, "ses_side");
    assert.deepEqual(changed, []);
  });

  it("is opened again in its own pane, and deleted without touching the main one", async () => {
    const { api, main, side } = await asked("again and again");
    await snapshotWhen(api, side, isAnswered);
    await vscode.commands.executeCommand("galley.sidecar.close");
    await vscode.commands.executeCommand("galley.sessions.open", side);
    assert.equal((await api.snapshot()).session.id, main);
    await vscode.commands.executeCommand("galley.sessions.delete", side);
    assert.equal((await api.snapshot()).session.id, main);
    assert(!(await api.sessions()).some(({ id }) => id === side));
    await vscode.commands.executeCommand("galley.sessions.undoDelete");
    assert((await api.sessions()).some(({ id }) => id === side));
    assert.equal((await api.snapshot()).session.id, main);
  });

  it("can be asked beside the first turn, and takes nothing of it along", async () => {
    const api = await freshConversation();
    await api.submit([text("wait 300")]);
    const { session } = await until(api, (now) => now.run.state === "busy" && now);
    const side = await vscode.commands.executeCommand<string>("galley.sidecar", session.id, [text("at once")]);
    const aside = await snapshotWhen(api, side, isAnswered);
    assert.equal(aside.messages.length, 2);
    assert.equal(aside.session.parent_id, session.id);
    await vscode.commands.executeCommand("galley.stop", session.id);
    await until(api, ({ run }) => run.state !== "busy");
  });

  it("takes what is behind /new to the new conversation, not back into its own draft", async () => {
    const { api, main, side } = await asked("on another thought");
    await snapshotWhen(api, side, isAnswered);
    await api.submit([text("/new a thought of its own")], { sessionId: side });
    await until(api, ({ session, draft }) => session.id !== main && /of its own/.test(JSON.stringify(draft)));
    assert.deepEqual((await api.snapshot(side)).draft.parts, []);
  });

  it("gives the words back when there is nothing to ask them beside", async () => {
    const api = await freshConversation();
    await api.submit([text("/sidecar too early")]).catch(() => undefined);
    const { draft } = await until(api, (now) => now.draft.parts.length > 0 && now);
    assert.match(JSON.stringify(draft), /too early/);
  });
});
