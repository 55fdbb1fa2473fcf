import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { freshConversation, rows, settled, until } from "./galley.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const chip = (id: string): KnownPart => ({ type: "command", id, args: { raw: "", positional: [], named: {} } });
const range: KnownPart = {
  type: "file-ref",
  ref: { kind: "path", path: "src/net/upload.ts", range: { start: 10, end: 12 } },
};

const written: string[] = [];

/** Below the workspace folder, or below the home with `~/`. */
function write(path: string, body: string): void {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder, "the sample workspace is open");
  const full = path.startsWith("~/") ? join(homedir(), path.slice(2)) : join(folder.uri.fsPath, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, body);
  written.push(full);
}

/** What a model would get. Polls, as files are noticed when the watcher says so. */
async function requestOf(api: GalleyApi, parts: KnownPart[], expected: RegExp): Promise<string> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const seen = await api.preview(parts).then(({ request }) => JSON.stringify(request));
    if (expected.test(seen)) return seen;
    if (Date.now() > deadline) assert.fail(`It never became ${String(expected)}: ${seen}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("commands", () => {
  afterEach(() => {
    for (const path of written.splice(0)) rmSync(path, { force: true });
  });

  it("a file of each folder is a command; the file it is given follows its text", async () => {
    const api = await freshConversation();
    write(".galley/commands/review.md", "---\ndescription: Reviews\narguments: [file]\n---\nReview ${file} well.");
    write(".claude/commands/git/log.md", "---\nargument-hint: [since] [until]\n---\nLog since $1.");
    write(".github/prompts/tests.prompt.md", "Write tests. $ARGUMENTS");
    write("~/.galley/commands/mine.md", "My own: $@");
    const seen = await requestOf(api, [chip("/review"), text(" "), range], /Review src\/net\/upload\.ts well\./);
    assert.match(seen, /File: src\/net\/upload\.ts \(lines 10-12\)/);
    assert.doesNotMatch(seen, /\/review/);
    await requestOf(api, [text("/git:log monday")], /Log since monday\./);
    await requestOf(api, [text("/tests for it")], /Write tests\. for it/);
    await requestOf(api, [text("/mine x")], /My own: x/);
  });

  it("follows its file: changed, hidden by another, gone", async () => {
    const api = await freshConversation();
    write("~/.galley/commands/live.md", "The user's.");
    await requestOf(api, [text("/live")], /The user's\./);
    write(".galley/commands/live.md", "The project's.");
    await requestOf(api, [text("/live")], /The project's\./);
    write(".galley/commands/live.md", "The project's, changed.");
    await requestOf(api, [text("/live")], /The project's, changed\./);
    rmSync(written[1] ?? "");
    await requestOf(api, [text("/live")], /The user's\./);
    rmSync(written[0] ?? "");
    await requestOf(api, [text("/live")], /"\/live"/);
  });

  it("a broken file is left out and nothing else suffers", async () => {
    const api = await freshConversation();
    write(".galley/commands/broken.md", "---\ndescription: It has no end\n");
    write(".galley/commands/whole.md", "Whole.");
    await requestOf(api, [text("/whole")], /Whole\./);
    await requestOf(api, [text("/broken")], /"\/broken"/);
  });

  it("is stored with what it became, and answered for that", async () => {
    const api = await freshConversation();
    write(".galley/commands/store.md", "Look at $1.");
    await requestOf(api, [text("/store a")], /Look at a\./);
    const { messageId } = await api.submit([text("/store "), range]);
    const [row] = rows("SELECT data_json FROM chat_parts WHERE message_id = ?", messageId);
    assert.deepEqual(JSON.parse(String(row?.["data_json"])), {
      type: "command",
      id: "/store",
      args: { raw: "src/net/upload.ts", positional: ["src/net/upload.ts"], named: {} },
      outcome: "text",
      result_parts: [text("Look at src/net/upload.ts."), range],
    });
    const { messages } = await settled(api);
    assert.match(JSON.stringify(messages[1]), /lines 10-12/);
  });

  it("brings the file of the workspace that its template names, and no other", async () => {
    const api = await freshConversation();
    write(".galley/commands/brings.md", "See @src/net/upload.ts, not @../outside.ts or @src/gone.ts.");
    const seen = await requestOf(api, [text("/brings")], /File: src\/net\/upload\.ts/);
    assert.match(seen, /not @\.\.\/outside\.ts or @src\/gone\.ts\./);
  });

  it("one whose front matter is not strict YAML is read", async () => {
    const api = await freshConversation();
    write(".galley/commands/loose.md", "---\ndescription: Look: here [a\n---\nFor $50 and ${x}: $1.");
    await requestOf(api, [text("/loose a")], /For \$50 and \$\{x\}: a\./);
  });

  it("one without an argument that its file declares is refused with words", async () => {
    const api = await freshConversation();
    write(".galley/commands/needs.md", "---\narguments: [one, two]\n---\n$1 and $2");
    await requestOf(api, [text("/needs a b")], /a and b/);
    await assert.rejects(api.submit([text("/needs a")]), /\/needs requires /);
  });

  it("/new starts another conversation and takes the text along; nothing is sent", async () => {
    const api = await freshConversation();
    const before = (await api.snapshot()).session.id;
    const sent = rows("SELECT count(*) AS n FROM chat_messages");
    assert.deepEqual(await api.submit([text("/new what about this?")]), { messageId: "", queued: false });
    await until(api, (now) => now.session.id !== before && JSON.stringify(now.draft).includes("what about this?"));
    assert.deepEqual(rows("SELECT count(*) AS n FROM chat_messages"), sent);
  });

  it("/archive archives the conversation it is given in", async () => {
    const api = await freshConversation();
    await api.submit([text("to be archived")]);
    const { session } = await settled(api);
    await api.submit([chip("/archive")]);
    await until(api, (now) => now.session.id !== session.id);
    const [row] = rows("SELECT archived_at FROM chat_sessions WHERE id = ?", session.id);
    assert.notEqual(row?.["archived_at"], null);
  });

  it("an action leaves a line in the conversation, with the message before it", async () => {
    const api = await freshConversation();
    const { messageId } = await api.submit([text("to be archived, too")]);
    await settled(api);
    await api.submit([chip("/archive")]);
    const [row] = rows("SELECT metadata_json FROM chat_messages WHERE id = ?", messageId);
    const { actions } = JSON.parse(String(row?.["metadata_json"])) as {
      actions?: { command: string; words: string }[];
    };
    assert.deepEqual(
      actions?.map(({ command, words }) => [command, words]),
      [["/archive", "Archived the conversation."]],
    );
  });

  it("/queue keeps what is behind it for later, and alone sends what waits", async () => {
    const api = await freshConversation();
    await api.submit([text("/queue think of this "), range]);
    const { queue, messages } = await until(api, (now) => now.queue.items.length === 1 && now);
    assert.deepEqual([queue.held, messages.length, queue.items[0]?.chips], [true, 0, 1]);
    await api.submit([text("/queue")]);
    const { messages: sent } = await settled(api);
    assert.match(JSON.stringify(sent), /think of this/);
  });

  it("/sidecar asks the text aside at once; the conversation stays as it was, and shown", async () => {
    const api = await freshConversation();
    await api.submit([text("the main matter")]);
    const { session } = await settled(api);
    await api.submit([text("/sidecar by the way")]);
    assert.equal((await api.snapshot()).session.id, session.id);
    assert.equal((await api.snapshot()).messages.length, 2);
    const aside = (await api.sessions()).find(({ parent_id }) => parent_id === session.id);
    assert.equal(aside?.title, "by the way");
    await vscode.commands.executeCommand("galley.sidecar.close");
  });

  it("/search sends what the workspace has of its words, ranked", async () => {
    const api = await freshConversation();
    const seen = await requestOf(api, [text("/search upload")], /editor_context kind=/);
    assert.match(seen, /Search the workspace for: upload/);
    assert.match(seen, /src\/net\/upload\.ts/);
  });

  it("/search tells the model to search, with the words as its intent", async () => {
    const api = await freshConversation();
    const { messageId } = await api.submit([text("/search where uploads end")]);
    const [row] = rows("SELECT metadata_json FROM chat_messages WHERE id = ?", messageId);
    assert.match(String(row?.["metadata_json"]), /"intent":\{"kind":"search","query":"where uploads end"\}/);
    await settled(api);
  });

  it("/read sends the lines that it names; a place that is missing, ignored or outside is refused with words", async () => {
    const api = await freshConversation();
    const seen = await requestOf(api, [text("/read ./src/net/upload.ts:10-12 why?")], /why\?/);
    assert.match(seen, /File: src\/net\/upload\.ts \(lines 10-12\)/);
    await requestOf(api, [text("/read src/net")], /upload\.ts/);
    await assert.rejects(api.submit([text("/read src/gone.ts")]), /no file or folder/);
    await assert.rejects(api.submit([text("/read ..")]), /outside the workspace/);
    write(".galleyignore", "kept-out.txt\n");
    write("kept-out.txt", "secret");
    await assert.rejects(api.submit([text("/read kept-out.txt")]), /Ignore rules exclude/);
  });

  it("/inspect opens the inspector as an editor", async () => {
    const api = await freshConversation();
    await api.submit([text("/inspect")]);
    const isOpen = (): boolean =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => /^Request Preview/.test(label)));
    await until(api, isOpen);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  for (const id of ["/branch", "/rewind", "/model", "/help", "/export"])
    it(`${id} asks, and with no answer nothing is changed or sent`, async () => {
      const api = await freshConversation();
      await api.submit([text("something to go back to")]);
      const { session, messages } = await settled(api);
      const asked = api.submit([text(id)]);
      // Whatever it asks in may open late: it is closed until the command is done.
      const closing = setInterval(() => {
        void vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      }, 200);
      assert.deepEqual(await asked, { messageId: "", queued: false });
      clearInterval(closing);
      const after = await api.snapshot();
      assert.deepEqual([after.session.id, after.messages.length], [session.id, messages.length]);
    });

  it("another extension's command returns the parts of the message; one that fails is named and nothing is sent", async () => {
    const api = await freshConversation();
    const registered = [
      api.registerCommand({
        id: "/lines",
        description: "Theirs",
        run: ({ raw }) => [{ type: "text", text: `${raw}:` }, range],
      }),
      api.registerCommand({ id: "/broken", description: "Theirs", run: () => Promise.reject(new Error("no network")) }),
    ] as const;
    try {
      const { messageId } = await api.submit([text("/lines look")]);
      await settled(api);
      const [row] = rows("SELECT data_json FROM chat_parts WHERE message_id = ?", messageId);
      const { result_parts } = JSON.parse(String(row?.["data_json"])) as { result_parts: unknown };
      assert.deepEqual(result_parts, [text("look:"), range]);
      await assert.rejects(api.submit([text("/broken")]), /\/broken of another extension failed: no network/);
    } finally {
      for (const one of registered) one.dispose();
    }
  });

  it("another extension's command is there until it is disposed of", async () => {
    const api = await freshConversation();
    const registered = api.registerCommand({ id: "/theirs", description: "Theirs", template: "From afar: $1" });
    await requestOf(api, [text("/theirs x")], /From afar: x/);
    registered.dispose();
    await requestOf(api, [text("/theirs x")], /"\/theirs x"/);
  });
});
