// The inspector in VS Code: what is copied is what is on the screen.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { InspectorTab } from "../../extension/host/inspector/inspector-tab.ts";
import type { Inspected } from "../../extension/preview/inspect.ts";
import { manifestOf } from "../fakes/manifest.ts";
import { eventually } from "./eventually.ts";
import { freshConversation, settled } from "./galley.ts";

function inspected(title: string): Inspected {
  return {
    inspection: {
      which: "turn",
      title,
      model: "Loopback",
      parts: [],
      left_out: [],
      estimate: 0,
      limit: 1,
      reserve: 0,
      actual: null,
      difference: { first: true, same_bytes: 0, total_bytes: 0, diverges_at: null },
      wire: "",
      manifest: "",
    },
    request: title,
    manifest: manifestOf("man_1", "ses_1", "msg_1"),
  };
}

/** The listener of the next page, and how to put the window back. */
function overhear(): { say: (raw: unknown) => void; restore: () => void } {
  const { createWebviewPanel } = vscode.window;
  let listener: ((raw: unknown) => void) | undefined;
  const createHeard = (...args: Parameters<typeof createWebviewPanel>): vscode.WebviewPanel => {
    const panel = createWebviewPanel(...args);
    const listen = (heard: (raw: unknown) => void): vscode.Disposable => {
      listener = heard;
      return new vscode.Disposable(() => undefined);
    };
    Object.defineProperty(panel.webview, "onDidReceiveMessage", { value: listen });
    return panel;
  };
  Object.assign(vscode.window, { createWebviewPanel: createHeard });
  return {
    say: (raw) => listener?.(raw),
    restore: () => void Object.assign(vscode.window, { createWebviewPanel }),
  };
}

describe("the inspector", () => {
  it("copies the request it shows, though an older look comes after it", async () => {
    const extension = vscode.extensions.getExtension("galley.galley");
    assert(extension, "Galley is installed");
    const log = vscode.window.createOutputChannel("Inspector of a test", { log: true });
    const inspector = new InspectorTab(extension.extensionUri, log, () => Promise.resolve());
    const { say, restore } = overhear();
    const slow = Promise.withResolvers<Inspected>();
    try {
      inspector.show("Older", () => slow.promise, { isLive: false });
      inspector.show("Newer", () => Promise.resolve(inspected("newer")), { isLive: false });
      slow.resolve(inspected("older"));
      await slow.promise;
      await eventually(
        async () => {
          say({ type: "copy", what: "wire" });
          return vscode.env.clipboard.readText();
        },
        (copied) => copied === '"newer"' || copied === '"older"',
      ).then((copied) => assert.equal(copied, '"newer"'));
    } finally {
      restore();
      inspector.dispose();
      log.dispose();
    }
  });

  it("shows what was sent beside what would be sent now, as two read-only texts", async () => {
    const api = await freshConversation();
    const { messageId } = await api.submit([{ type: "text", text: "replay this" }]);
    await settled(api);
    await vscode.commands.executeCommand("galley.replay", { message_id: messageId });
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert(activeTab?.input instanceof vscode.TabInputTextDiff, "a diff editor");
    assert.match(activeTab.label, /Sent then \(rebuilt from what is stored\) ↔ Would be sent now/);
    const { original, modified } = activeTab.input;
    const [sent, now] = await Promise.all(
      [original, modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()),
    );
    assert.match(sent ?? "", /replay this/);
    assert.match(now ?? "", /replay this/);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});
