// Settings that hold something else than they should: what is meant is used, and a rule that cannot be read is named.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Policies } from "../../extension/host/context/policies.ts";
import {
  attachmentLimits,
  compactsAlone,
  fileRefInlineBytes,
  modelSetting,
  offeredExtensionTools,
  panelSettings,
  resumesOnStart,
  ruleProblems,
  toolRules,
} from "../../extension/host/settings/settings.ts";
import { eventually } from "./eventually.ts";

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

describe("the settings of a folder", () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const file = join(folder, ".vscode", "settings.json");
  const write = (settings: object): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(settings));
  };

  afterEach(async () => {
    rmSync(file, { force: true });
    await eventually(() => Promise.resolve(compactsAlone()), Boolean);
    for (const key of changed) await set(key, undefined);
    changed.clear();
  });

  it("choose no model, resume no queue, offer no tools and widen nothing; they ask and deny", async () => {
    const before = modelSetting();
    const rule = { permission: "bash", pattern: "rm *" };
    write({
      "galley.model": "custom/evil",
      "galley.queue.resumeOnStart": true,
      "galley.tools.extensions": ["evil"],
      "galley.tools.rules": [
        { ...rule, action: "deny" },
        { ...rule, action: "allow" },
      ],
      "galley.fileRef.inlineBytes": 1 << 30,
      "galley.context.diff": "always",
      "galley.compaction.auto": false,
    });
    await eventually(
      () => Promise.resolve(compactsAlone()),
      (now) => !now,
    );
    assert.equal(modelSetting(), before);
    assert.equal(resumesOnStart(), false);
    assert.deepEqual(offeredExtensionTools(), []);
    assert.equal(fileRefInlineBytes(vscode.Uri.file(join(folder, "a.ts"))), 64 * 1024);
    assert.deepEqual(toolRules(), [{ ...rule, action: "deny", from: "workspace" }]);
  });

  it("leave what the user chose for a context here, and make what the settings say stricter", async () => {
    const kept = new Map<string, unknown>();
    const memento = {
      get: (key: string, fallback: unknown) => kept.get(key) ?? fallback,
      update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    };
    await set("context.history", "always");
    const policies = new Policies(memento as unknown as vscode.Memento);
    try {
      policies.choose("selection", "never");
      write({
        "galley.context.selection": "always",
        "galley.context.diff": "always",
        "galley.context.history": "ask",
        "galley.compaction.auto": false,
      });
      await eventually(
        () => Promise.resolve(compactsAlone()),
        (now) => !now,
      );
      assert.deepEqual(
        [policies.of("selection"), policies.of("diff"), policies.of("history")],
        ["never", "never", "ask"],
      );
      // A change of their own settings is the user's word.
      await set("context.selection", "ask");
      assert.equal(policies.of("selection"), "ask");
    } finally {
      policies.dispose();
    }
  });
});
