import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { freshConversation, rows, settled, until } from "./galley.ts";
import { eventually } from "./eventually.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });

async function answering(): Promise<GalleyApi> {
  const api = await freshConversation();
  assert.equal((await api.submit([text("wait 60")])).queued, false);
  return api;
}

/** Ends what still runs, and takes what waits away. */
async function quiet(api: GalleyApi): Promise<void> {
  await vscode.commands.executeCommand("galley.stopAndClear");
  await until(api, (now) => now.run.state !== "busy" && now.queue.items.length === 0);
}

describe("messages that wait, through VS Code", () => {
  it("are stored with the time they were queued, and go when Stop ends the turn before them", async () => {
    const api = await answering();
    const { messageId, queued } = await api.submit([text("queued one")]);
    assert.equal(queued, true);
    const [row] = rows(
      "SELECT json_extract(metadata_json, '$.queued_at') AS at FROM chat_messages WHERE id = ?",
      messageId,
    );
    assert.equal(typeof row?.["at"], "number");
    assert.deepEqual((await api.snapshot()).queue.items, [{ id: messageId, words: "queued one", chips: 0 }]);
    await vscode.commands.executeCommand("galley.stop");
    await until(api, (now) => now.messages.length === 4);
    await quiet(api);
    const { messages, queue } = await settled(api);
    assert.equal(messages[2]?.id, messageId);
    assert.deepEqual(queue.items, []);
  });

  it("are held by the setting, moved, cancelled, edited and sent now by commands", async () => {
    const settings = vscode.workspace.getConfiguration("galley");
    const api = await answering();
    const ids: string[] = [];
    for (const words of ["a", "b", "c"]) ids.push((await api.submit([text(words)])).messageId);
    const waiting = async (): Promise<string> => (await api.snapshot()).queue.items.map(({ words }) => words).join("");
    await vscode.commands.executeCommand("galley.queue.moveDown");
    assert.equal(await waiting(), "bac");
    await vscode.commands.executeCommand("galley.queue.moveUp", { message_id: ids[2] });
    assert.equal(await waiting(), "bca");
    await vscode.commands.executeCommand("galley.queue.cancel");
    await vscode.commands.executeCommand("galley.queue.sendNow", ids[0]);
    assert.equal(await waiting(), "ac");
    await settings.update("queue.stop", "hold", vscode.ConfigurationTarget.Global);
    try {
      await vscode.commands.executeCommand("galley.stop");
      const { queue } = await until(api, (now) => now.run.state === "idle" && now);
      assert.equal(queue.held, true);
    } finally {
      await settings.update("queue.stop", undefined, vscode.ConfigurationTarget.Global);
    }
    // Without a message the user selects one; the first is selected.
    const picked = vscode.commands.executeCommand("galley.queue.edit");
    await eventually(
      async () => {
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return Promise.race([
          picked.then(() => true),
          new Promise<false>((resolve) => setTimeout(resolve, 100, false)),
        ]);
      },
      (isPicked) => isPicked,
    );
    await until(api, (now) => JSON.stringify(now.draft.parts).includes('"a"'));
    await vscode.commands.executeCommand("galley.queue.resume");
    await until(api, (now) => now.messages.length === 4);
    const { messages, queue } = await settled(api);
    assert.equal(messages[2]?.id, ids[2]);
    assert.deepEqual(queue.items, []);
  });

  it("go back into the draft when a stop clears them", async () => {
    const api = await answering();
    await api.submit([text("first")]);
    await api.submit([text("second")]);
    await vscode.commands.executeCommand("galley.stopAndClear");
    const { queue, messages } = await until(
      api,
      (now) => now.run.state === "idle" && /first.*second/.test(JSON.stringify(now.draft)) && now,
    );
    assert.deepEqual(queue.items, []);
    assert.equal(messages.length, 2);
    await quiet(api);
  });

  it("stay with a conversation that is deleted, and do not run", async () => {
    const api = await answering();
    const { session } = await api.snapshot();
    await api.submit([text("not now")]);
    await vscode.commands.executeCommand("galley.sessions.delete", session.id);
    await vscode.commands.executeCommand("galley.sessions.undoDelete");
    const { queue } = await until(api, (now) => now.session.id === session.id && now.run.state !== "busy" && now);
    assert.equal(queue.held, true);
    assert.equal(queue.items.length, 1);
    await quiet(api);
  });
});

describe("a conversation that is renamed", () => {
  it("keeps its name while it answers and after", async () => {
    const api = await answering();
    const { session } = await api.snapshot();
    await vscode.commands.executeCommand("galley.sessions.rename", session.id, "Mine");
    await quiet(api);
    assert.equal((await api.snapshot()).session.title, "Mine");
  });
});

describe("a message of another extension", () => {
  it("waits in a new conversation with the name of its sender, and goes when the user resumes the queue", async () => {
    const api = await freshConversation();
    const before = new Set((await api.sessions()).map(({ id }) => id));
    const { messageId, queued } = await api.submit([text("from outside")], { held: true, from: "Build bot" });
    assert.equal(queued, true);
    const made = (await api.sessions()).find(({ id }) => !before.has(id));
    assert.equal(made?.title, "from outside");
    const { queue, messages } = await api.snapshot(made.id);
    assert.deepEqual(queue.items, [
      { id: messageId, words: "from outside", chips: 0, from: { kind: "extension", name: "Build bot" } },
    ]);
    assert.deepEqual([queue.held, messages.length], [true, 0]);
    await vscode.commands.executeCommand("notifications.clearAll");
    await vscode.commands.executeCommand("galley.sessions.open", made.id);
    await vscode.commands.executeCommand("galley.queue.sendNow", { message_id: messageId });
    assert.equal((await settled(api)).messages[0]?.id, messageId);
  });
});
