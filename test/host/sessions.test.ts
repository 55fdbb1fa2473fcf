import assert from "node:assert/strict";
import { globSync, mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { newConversation, type ConversationSummary } from "../../extension/message/conversation.ts";
import { recordFolders } from "../../extension/persist/folders.ts";
import { saveUserMessage } from "../../extension/persist/messages.ts";
import { createConversation, listConversations } from "../../extension/persist/conversations.ts";
import { openStore } from "../../extension/persist/database/store.ts";
import { freshConversation, rows, settled, until } from "./galley.ts";

const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

/** A conversation with one message and its answer; returns its id. */
async function conversation(...parts: KnownPart[]): Promise<{ api: GalleyApi; id: string; messageId: string }> {
  const api = await freshConversation();
  const { messageId } = await api.submit(parts);
  const { session } = await settled(api);
  return { api, id: session.id, messageId };
}

const text = (words: string): KnownPart => ({ type: "text", text: words });
const chip: KnownPart = {
  type: "file-ref",
  ref: { kind: "path", path: "src/net/upload.ts", range: { start: 3, end: 5 } },
};

async function listed(api: GalleyApi, id: string): Promise<ConversationSummary | undefined> {
  return (await api.sessions()).find((session) => session.id === id);
}

function databasePath(): string {
  const root = dirname(homedir());
  const [path] = globSync("**/galley.galley/galley.db", { cwd: root });
  assert(path, "the database is on disk");
  return join(root, path);
}

describe("the commands of the list of conversations", () => {
  it("open shows one by its id", async () => {
    const first = await conversation(text("first of two"));
    await conversation(text("second of two"));
    await run("galley.sessions.open", first.id);
    assert.equal((await first.api.snapshot()).session.id, first.id);
  });

  it("rename names one, even before anything is written in it, and its first message leaves the name alone", async () => {
    const api = await freshConversation();
    await run("galley.sessions.rename", undefined, "  A name \n of mine ");
    await api.submit([text("something else")]);
    const { session } = await settled(api);
    assert.equal(session.title, "A name of mine");
    await run("galley.sessions.rename", { session_id: session.id }, " ");
    assert.equal((await listed(api, session.id))?.title, "A name of mine");
  });

  it("delete takes it away, shows the next, and undo brings it back and shows it", async () => {
    const next = await conversation(text("stays"));
    const { api, id } = await conversation(text("goes"));
    await run("galley.sessions.delete");
    assert.equal(await listed(api, id), undefined);
    assert.equal((await api.snapshot()).session.id, next.id);
    await run("galley.sessions.undoDelete");
    assert.equal((await api.snapshot()).session.id, id);
    assert.equal((await api.snapshot()).messages.length, 2);
  });

  for (const command of ["galley.sessions.delete", "galley.archive"])
    it(`${command} leaves the panel to another conversation though the latest is open in a tab`, async () => {
      const { api, id } = await conversation(text("goes"));
      const inTab = await conversation(text("in a tab"));
      await run("galley.openInEditor", inTab.id);
      try {
        await run("galley.sessions.open", id);
        await run(command, id);
        const { session } = await api.snapshot();
        assert.notEqual(session.id, id);
        assert.notEqual(session.id, inTab.id);
      } finally {
        await run("workbench.action.closeAllEditors");
      }
    });

  it("delete stops a turn that runs", async () => {
    const api = await freshConversation();
    await api.submit(Array.from({ length: 40 }, () => chip));
    const { id } = (await api.snapshot()).session;
    await run("galley.sessions.delete", { session_id: id }, [{ session_id: id }]);
    await run("galley.sessions.undoDelete");
    const { messages } = await settled(api);
    const answer = messages.at(-1);
    assert(answer?.role === "assistant");
    assert.equal(answer.finish, "stopped");
  });

  it("archive puts it away and unarchive brings it back", async () => {
    const { api, id } = await conversation(text("to the archive"));
    await run("galley.archive");
    assert.notEqual((await api.snapshot()).session.id, id);
    assert.notEqual((await listed(api, id))?.archived_at, null);
    await run("galley.unarchive", id);
    assert.equal((await listed(api, id))?.archived_at, null);
  });

  it("compact lets a summary stand for the conversation, as a command and as /compact", async () => {
    const { api } = await conversation(text("first words"));
    await run("galley.compact");
    const { messages } = await api.snapshot();
    const [part] = messages.at(-1)?.parts ?? [];
    assert.match(JSON.stringify(part), /data-compaction.*first words/);
    await api.submit([text("second words")]);
    await until(api, (now) => now.messages.length === 5 && now.run.state === "idle");
    await api.submit([{ type: "command", id: "/compact", args: { raw: "", positional: [], named: {} } }]);
    await until(api, (now) => now.messages.length === 6 && now.run.state === "idle");
    const { request, manifest } = await api.preview([text("third words")]);
    assert.equal(manifest.history.messages, 1);
    assert.doesNotMatch(JSON.stringify(request), /part":{"kind":"answer/);
  });

  it("branch goes on from a message or from the end, in a session of its own", async () => {
    const { api, id, messageId } = await conversation(text("one"), chip);
    await api.submit([text("two")]);
    await until(api, (now) => now.messages.length === 4 && now.run.state === "idle");
    const early = await run("galley.branch", { session_id: id, message_id: messageId });
    const snapshot = await api.snapshot();
    assert.equal(snapshot.session.id, early);
    assert.equal(snapshot.session.parent_id, id);
    assert.deepEqual(
      snapshot.messages.map(({ parts }) => parts),
      [[text("one"), chip]],
    );
    await run("galley.branch", { session_id: id, message_id: "end" });
    assert.equal((await api.snapshot()).messages.length, 4);
  });

  it("rewind offers the message's parts again, and undo takes them out with the messages back", async () => {
    const { api, messageId } = await conversation(text("say it again "), chip);
    await run("galley.rewind", { message_id: messageId });
    const rewound = await api.snapshot();
    assert.deepEqual(rewound.messages, []);
    assert.deepEqual(rewound.draft.parts, [text("say it again "), chip]);
    await run("galley.undoRewind");
    const back = await api.snapshot();
    assert.equal(back.messages.length, 2);
    assert.deepEqual(back.draft.parts, []);
  });

  it("export and import give a second conversation with the same messages, as JSON and as lines", async () => {
    const { api, id } = await conversation(text("out and in"), chip);
    const { messages } = await api.snapshot();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert(folder);
    for (const name of ["exported.json", "exported.jsonl"]) {
      const file = vscode.Uri.joinPath(folder, name);
      await run("galley.export", id, file, true);
      const ids = await run("galley.import", file);
      const imported = await api.snapshot();
      assert.deepEqual(ids, [imported.session.id]);
      assert.notEqual(imported.session.id, id);
      assert.deepEqual(
        imported.messages.map(({ parts }) => parts),
        messages.map(({ parts }) => parts),
      );
      await vscode.workspace.fs.delete(file);
    }
  });

  it("import refuses what is no export, and nothing changes", async () => {
    const { api, id } = await conversation(text("before"));
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert(folder);
    const file = vscode.Uri.joinPath(folder, "no-export.json");
    await vscode.workspace.fs.writeFile(file, Buffer.from("{ not json"));
    assert.deepEqual(await run("galley.import", file), []);
    await vscode.workspace.fs.delete(file);
    assert.equal((await api.snapshot()).session.id, id);
  });
});

describe("another window on the same folder", () => {
  it("that deletes what is shown makes this one show the next", async () => {
    const { api, id } = await conversation(text("deleted elsewhere"));
    await run("galley.open");
    const other = openStore(databasePath());
    try {
      other.run("UPDATE chat_sessions SET deleted_at = ? WHERE id = ?", Date.now(), id);
      await until(api, (snapshot) => snapshot.session.id !== id);
    } finally {
      other.close();
    }
  });
});

describe("Find Lost Conversations", () => {
  it("knows which folders this store was used for", () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    const uris = rows("SELECT uri FROM workspace_folders").map((row) => row["uri"]);
    assert.deepEqual(uris, [folder?.uri.toString()]);
  });

  it("adopts conversations of another storage folder, once", async () => {
    const { api } = await conversation(text("at home"));
    const storage = dirname(dirname(dirname(databasePath())));
    const folder = join(storage, "zz-lost", "galley.galley");
    mkdirSync(folder, { recursive: true });
    try {
      const lost = newConversation(`ses_lost_${Date.now()}`, Date.now());
      const other = openStore(join(folder, "galley.db"));
      recordFolders(other, ["file:///somewhere/sample"], Date.now());
      createConversation(other, { ...lost, title: "Lost and found" });
      saveUserMessage(other, {
        session_id: lost.id,
        at: Date.now(),
        message: {
          id: `msg_lost_${Date.now()}`,
          role: "user",
          parts: [text("where am I?")],
          metadata: { schema_version: 1 },
        },
        contents: new Map(),
        ends_draft: false,
      });
      assert.equal(listConversations(other).length, 1);
      other.close();
      assert.equal(await run("galley.findLostSessions", [lost.id]), 1);
      assert.equal((await listed(api, lost.id))?.title, "Lost and found");
      assert.deepEqual(
        (await api.snapshot(lost.id)).messages.map(({ parts }) => parts),
        [[text("where am I?")]],
      );
      assert.equal(await run("galley.findLostSessions", [lost.id]), 0);
    } finally {
      rmSync(join(storage, "zz-lost"), { recursive: true, force: true });
    }
  });
});
