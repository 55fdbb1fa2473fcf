// Settings that hold something else than they should: what is meant is used, and a rule that cannot be read is named.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  attachmentLimits,
  fileRefInlineBytes,
  panelSettings,
  ruleProblems,
  toolRules,
} from "../../extension/host/settings.ts";

const changed = new Set<string>();
async function set(key: string, value: unknown): Promise<void> {
  changed.add(key);
  await vscode.workspace.getConfiguration("galley").update(key, value, vscode.ConfigurationTarget.Global);
}

describe("settings that are not what they should be", () => {
  afterEach(async () => {
    for (const key of changed) await set(key, undefined);
    changed.clear();
  });

  it("numbers that are none count as not given", async () => {
    await set("attachments.inlineBytes", "lots");
    await set("attachments.sessionInlineBytes", -1);
    await set("fileRef.inlineBytes", null);
    await set("paste.chipLines", 2.5);
    assert.deepEqual(attachmentLimits(), { inlineBytes: 1024 * 1024, sessionInlineBytes: 20 * 1024 * 1024 });
    assert.equal(fileRefInlineBytes(), 64 * 1024);
    assert.equal(panelSettings().paste_chip_lines, 60);
    await set("paste.chipLines", 7);
    assert.equal(panelSettings().paste_chip_lines, 7);
  });

  it("a denial with a typo is named, and the others hold", async () => {
    const deny = { permission: "bash", pattern: "rm *", action: "deny" };
    await set("tools.rules", [{ ...deny, permission: "bsh" }, deny]);
    assert.deepEqual(toolRules(), [{ ...deny, from: "settings" }]);
    assert.match(ruleProblems().join("\n"), /^\{"permission":"bsh".*"permission" must be one of [^\n]*$/);
  });
});
