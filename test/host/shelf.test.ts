import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import { freshConversation, openSample, rows, settled, withoutAutoSave } from "./galley.ts";

const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

function sample(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder, "the sample workspace is open");
  return vscode.Uri.joinPath(folder.uri, path);
}

type Pinned = Awaited<ReturnType<GalleyApi["preview"]>>["manifest"]["pinned"];

/** What would go along with a message now. */
async function pinned(api: GalleyApi): Promise<{ rows: Pinned; ids: string[]; request: string }> {
  const { manifest, request } = await api.preview([{ type: "text", text: "x" }]);
  return { rows: manifest.pinned, ids: manifest.pinned.map(({ id }) => id), request: JSON.stringify(request) };
}

describe("the Shelf's commands", function () {
  // Editors open slowly on a busy machine.
  this.timeout(60_000);

  afterEach(async () => {
    await run("workbench.action.closeAllEditors");
  });

  it("pin what is selected in the Explorer, in its order, and unpin it again", async () => {
    const api = await freshConversation();
    const [a, b] = [sample("src/page.ts"), sample("README.md")];
    await run("galley.pinFile", a, [a, b]);
    assert.deepEqual((await pinned(api)).ids, ["file:src/page.ts", "file:README.md"]);
    await run("galley.unpin", a, [a]);
    assert.deepEqual((await pinned(api)).ids, ["file:README.md"]);
  });

  it("pin and unpin what source control hands over, and pin the active editor's file from the palette", async () => {
    const api = await freshConversation();
    await run("galley.pinFile", { resourceUri: sample("src/page.ts") }, { resourceUri: sample("README.md") });
    await openSample("package.json");
    await run("galley.pinFile");
    assert.deepEqual((await pinned(api)).ids, ["file:src/page.ts", "file:README.md", "file:package.json"]);
    await run("galley.unpin", { resourceUri: sample("README.md") });
    assert.deepEqual((await pinned(api)).ids, ["file:src/page.ts", "file:package.json"]);
  });

  it("pin the workspace's own folder, and unpin it again", async () => {
    const api = await freshConversation();
    await run("galley.pinFile", sample(""));
    const { ids, request } = await pinned(api);
    assert.deepEqual(ids, ["file:."]);
    assert.match(request, /README\.md/);
    await run("galley.unpin", sample(""));
    assert.deepEqual((await pinned(api)).ids, []);
  });

  it("pin for one conversation, stored, and a branch takes the pins along", async () => {
    const api = await freshConversation();
    await run("galley.pinFile", sample("README.md"));
    const { id } = (await api.snapshot()).session;
    assert.equal(rows("SELECT id FROM pins WHERE session_id = ?", id).length, 1);
    await api.submit([{ type: "text", text: "hello" }]);
    const { messages } = await settled(api);
    assert.match(JSON.stringify(messages[1]), /`pinned` `README\.md` whole file, as of this turn/);
    assert.doesNotMatch(JSON.stringify(messages[0]), /README/);
    await run("galley.branch", { session_id: id, message_id: "end" });
    assert.deepEqual((await pinned(api)).ids, ["file:README.md"]);
    await run("galley.new");
    assert.deepEqual((await pinned(api)).ids, []);
  });

  it("send what the editor shows of a pinned file, saved or not", () =>
    withoutAutoSave(async () => {
      const api = await freshConversation();
      await run("galley.pinFile", sample("src/page.ts"));
      const { document } = await openSample("src/page.ts");
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), "// not on disk\n");
      await vscode.workspace.applyEdit(edit);
      const { request } = await pinned(api);
      assert.match(request, /File: src\/page\.ts \(unsaved\), as of this turn/);
      assert.match(request, /not on disk/);
      await run("workbench.action.files.revert");
    }));

  it("pin all open editors now, or follow them as they come and go", async () => {
    const api = await freshConversation();
    await vscode.window.showTextDocument(sample("README.md"), { preview: false });
    await run("galley.pinOpenEditors");
    assert.deepEqual((await pinned(api)).ids, ["file:README.md"]);
    await run("galley.shelf.followOpenEditors");
    await vscode.window.showTextDocument(sample("src/page.ts"), { preview: false });
    const untitled = await vscode.workspace.openTextDocument({ content: "only here" });
    await vscode.window.showTextDocument(untitled, { preview: false });
    const followed = await pinned(api);
    assert.deepEqual(followed.ids.slice(0, 2), ["file:README.md", "open:src/page.ts"]);
    assert.match(followed.ids[2] ?? "", /^open:untitled:/);
    assert.match(followed.request, /only here/);
    await run("workbench.action.revertAndCloseActiveEditor");
    assert.deepEqual((await pinned(api)).ids, ["file:README.md", "open:src/page.ts"]);
    await run("galley.shelf.unfollowOpenEditors");
    assert.deepEqual((await pinned(api)).ids, ["file:README.md"]);
  });

  it("follow no editor of a file that ignore rules leave out; pinned by hand it goes", async () => {
    const api = await freshConversation();
    const made = { ".galleyignore": "hidden.txt\n", "hidden.txt": "password\n" };
    for (const [name, text] of Object.entries(made))
      await vscode.workspace.fs.writeFile(sample(name), Buffer.from(text));
    try {
      await run("galley.shelf.followOpenEditors");
      await vscode.window.showTextDocument(sample("src/page.ts"), { preview: false });
      await vscode.window.showTextDocument(sample("hidden.txt"), { preview: false });
      const followed = await pinned(api);
      assert.deepEqual(followed.ids, ["open:src/page.ts"]);
      assert.doesNotMatch(followed.request, /hidden\.txt|password/);
      await run("galley.pinFile", sample("hidden.txt"));
      assert.deepEqual((await pinned(api)).ids, ["file:hidden.txt", "open:src/page.ts"]);
    } finally {
      for (const name of Object.keys(made)) await vscode.workspace.fs.delete(sample(name));
    }
  });

  it("follow no editor of a file that holds secrets; pinned by hand it goes", async () => {
    const api = await freshConversation();
    const secret = sample("prod.env");
    await vscode.workspace.fs.writeFile(secret, Buffer.from("TOKEN=one\n"));
    try {
      await run("galley.shelf.followOpenEditors");
      await vscode.window.showTextDocument(secret, { preview: false });
      const followed = await pinned(api);
      assert(!followed.ids.includes("open:prod.env"));
      assert.doesNotMatch(followed.request, /TOKEN=one/);
      await run("galley.pinFile", secret);
      assert((await pinned(api)).ids.includes("file:prod.env"));
    } finally {
      await vscode.workspace.fs.delete(secret);
    }
  });

  it("put a placeholder where a pinned file was, and the turn still goes", async () => {
    const api = await freshConversation();
    const gone = sample("soon-gone.txt");
    await vscode.workspace.fs.writeFile(gone, Buffer.from("here"));
    await run("galley.pinFile", gone);
    await vscode.workspace.fs.delete(gone);
    const now = await pinned(api);
    assert.equal(now.rows[0]?.state, "failed");
    assert.match(now.request, /\[attachment unavailable: soon-gone\.txt\]/);
    await api.submit([{ type: "text", text: "go" }]);
    const answer = (await settled(api)).messages.at(-1);
    assert(answer?.role === "assistant");
    assert.equal(answer.finish, "end");
  });

  it("add files to the message", async () => {
    const api = await freshConversation();
    await run("galley.addFile", sample("README.md"), [sample("README.md"), sample("package.json")]);
    const deadline = Date.now() + 10_000;
    const paths = async (): Promise<string[]> =>
      (await api.snapshot()).draft.parts.flatMap((part) =>
        part.type === "file-ref" && part.ref.kind === "path" ? [part.ref.path] : [],
      );
    while ((await paths()).length < 2 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 50));
    assert.deepEqual(await paths(), ["README.md", "package.json"]);
  });
});

describe("a pin of another extension", () => {
  it("is asked at every send while it is registered, and one that fails does not hold the message back", async () => {
    const api = await freshConversation();
    let asked = 0;
    const good = api.registerPin("test.count", { title: "Count", provide: () => `asked ${++asked} times` });
    const bad = api.registerPin("test.bad", {
      title: "Broken",
      provide: () => Promise.reject(new Error("no network")),
    });
    assert.throws(() => api.registerPin("test.count", { title: "Again", provide: () => "x" }), /already registered/);
    const before = asked;
    const now = await pinned(api);
    assert(asked > before);
    assert.match(now.request, /Pinned: Count, as of this turn/);
    assert.deepEqual(
      now.rows.map(({ id, state }) => [id, state]),
      [
        ["test.count", "sent"],
        ["test.bad", "failed"],
      ],
    );
    good.dispose();
    bad.dispose();
    assert.deepEqual((await pinned(api)).ids, []);
  });
});
