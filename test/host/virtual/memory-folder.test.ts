// A workspace with a folder in memory beside one on disk: messages and tools mean the same files.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { GalleyApi } from "../../../extension/host/api/api.ts";
import { runFimServer } from "../../fakes/fim/run-server.ts";
import { eventually } from "../eventually.ts";
import { freshConversation, settled, withoutAutoSave } from "../galley.ts";

const ref = (path: string) => ({ type: "file-ref" as const, ref: { kind: "path" as const, path } });

async function call(api: GalleyApi, ...calls: [string, unknown][]): Promise<string[]> {
  const text = calls.map(([name, input]) => `call ${name} ${JSON.stringify(input)}`).join("\n");
  await api.submit([{ type: "text", text }]);
  const last = (await settled(api)).messages.at(-1);
  assert(last?.role === "assistant");
  return last.parts.flatMap((part) => (part.type === "tool-result" ? [part.output] : []));
}

describe("a workspace on a memory file system", () => {
  it("has a folder in memory, and one on disk", () => {
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => `${name} ${uri.scheme}`);
    assert.deepEqual(folders, ["docs galley-memory", "sample file"]);
  });

  it("sends a file in memory with its text, and the text of an editor that is not saved", async () => {
    const api = await freshConversation();
    const sent = async (): Promise<string> => JSON.stringify((await api.preview([ref("docs/guide.md")])).request);
    assert.match(await sent(), /Kept in memory\./);
    await withoutAutoSave(async () => {
      const editor = await vscode.window.showTextDocument(vscode.Uri.parse("galley-memory:/docs/guide.md"));
      await editor.edit((edit) => {
        edit.insert(new vscode.Position(1, 0), "Not saved yet. ");
      });
      assert.match(await sent(), /Not saved yet\. Kept in memory\./);
      const [read = ""] = await call(api, ["read", { path: "docs/guide.md" }]);
      assert.match(read, /Not saved yet\. Kept in memory\./);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    });
    // The first test of a window waits for it to load.
  }).timeout(60_000);

  it("lets tools read in both folders by the paths of messages", async () => {
    const api = await freshConversation();
    const outputs = await call(
      api,
      ["read", { path: "docs/guide.md" }],
      ["read", { path: "docs" }],
      ["read", { path: "sample/src/net/backoff.ts" }],
      ["glob", { pattern: "*.ts", path: "sample/src/net" }],
    );
    // Calls that change nothing run at once, and end in any order.
    const all = outputs.join("\n");
    for (const expected of [/Kept in memory\./, /deep\/\n\s*notes\.md/, /export/, /^sample\/src\/net\/backoff\.ts$/m])
      assert.match(all, expected);
  });

  it("says why a tool does not change or search what is not on disk", async () => {
    const api = await freshConversation();
    const outputs = await call(
      api,
      ["write", { path: "docs/new.md", content: "text" }],
      ["grep", { pattern: "Kept", path: "docs" }],
      ["bash", { command: "pwd" }],
    );
    for (const output of outputs) assert.match(output, /the folder docs is not on disk/);
    assert.equal(outputs.length, 3);
  });

  it("has completion at the cursor", async () => {
    const server = await runFimServer("ollama", { pieces: ["It is there."] });
    const settings = vscode.workspace.getConfiguration("galley");
    const set = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
      for (const [key, value] of Object.entries(values))
        await settings.update(key, value, vscode.ConfigurationTarget.Global);
    };
    const on = { "completion.model": "ollama/coder:1.5b", "completion.enabled": true };
    await set({ "providers.ollama.baseUrl": server.url, ...on });
    try {
      const editor = await vscode.window.showTextDocument(vscode.Uri.parse("galley-memory:/docs/guide.md"));
      const { end } = editor.document.lineAt(0).range;
      editor.selection = new vscode.Selection(end, end);
      await eventually(
        async () => {
          await vscode.commands.executeCommand("galley.completion.trigger");
          return server.requests.map(({ path, body }) => `${path} ${JSON.stringify(body)}`).join("\n");
        },
        (asked) => /POST \/api\/generate .*guide\.md/.test(asked),
      );
    } finally {
      await set({
        "providers.ollama.baseUrl": undefined,
        "completion.model": undefined,
        "completion.enabled": undefined,
      });
      server.close();
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  });
});
