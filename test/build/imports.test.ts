// The import table refuses what it does not allow, Svelte files included; `npm run check` holds the project to it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fakes/folder.ts";

const root = join(import.meta.dirname, "../..");

interface Report {
  summary: { violations: { rule: { name: string }; from: string }[] };
}

function cruise(folder: string): Report["summary"] {
  const bin = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const args = [bin, "--config", ".dependency-cruiser.cjs", "--output-type", "json", "extension", "webview"];
  let out: string;
  try {
    out = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  } catch (error) {
    out = String((error as { stdout: unknown }).stdout);
  }
  return (JSON.parse(out) as Report).summary;
}

describe("the import table", () => {
  it("refuses every import it does not allow", () => {
    const folder = temporaryFolder("galley-imports-");
    cpSync(join(root, ".dependency-cruiser.cjs"), join(folder, ".dependency-cruiser.cjs"));
    cpSync(join(root, "tsconfig.json"), join(folder, "tsconfig.json"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    const file = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    file("extension/message/ok.ts", "export const ok = 1;");
    file("extension/acquire/facts.ts", "export const fact = 1; export type Fact = 1;");
    file("extension/host/panel.ts", "export const panel = 1;");
    file("extension/message/a.ts", 'import { fact } from "../acquire/facts.ts"; export const a = fact;');
    file("extension/message/b.ts", 'import "prosemirror-model";');
    file("extension/compose/a.ts", 'import { fact } from "../acquire/facts.ts"; export const a = fact;');
    file("extension/compose/ok.ts", 'import type { Fact } from "../acquire/facts.ts"; export type A = Fact;');
    file("extension/compose/b.ts", 'import { readFileSync } from "node:fs"; export const b = readFileSync;');
    file("extension/turn/a.ts", 'import { panel } from "../host/panel.ts"; export const a = panel;');
    file("extension/send/a.ts", 'import * as vscode from "vscode"; export const a = vscode;');
    file(
      "webview/components/A.svelte",
      '<script lang="ts">import { fact } from "../../extension/acquire/facts.ts"; console.log(fact);</script>',
    );
    file(
      "webview/components/B.svelte",
      '<script lang="ts">import { vsCodeButton } from "@vscode/webview-ui-toolkit"; console.log(vsCodeButton);</script>',
    );
    file("extension/host/window/ask.ts", "export const ask = 1;");
    file("extension/host/shelf/ok.ts", 'import { ask } from "../window/ask.ts"; export type Pin = typeof ask;');
    file("extension/host/models/a.ts", 'import type { Pin } from "../shelf/ok.ts"; export type A = Pin;');
    file("extension/host/window/b.ts", 'import type { Pin } from "../shelf/ok.ts"; export type B = Pin;');
    file("extension/host/wiring.ts", 'import type { Pin } from "./shelf/ok.ts"; export type All = Pin;');
    file("extension/host/shelf/b.ts", 'import type { All } from "../wiring.ts"; export type C = All;');
    file("extension/text/a.ts", 'import type { B } from "./b.ts"; export type A = B | 1;');
    file("extension/text/b.ts", 'import type { A } from "./a.ts"; export type B = A | 2;');
    file("webview/editor/a.ts", 'import { mount } from "svelte"; export const a = mount;');
    const broken = new Set(cruise(folder).violations.map(({ rule, from }) => `${from} ${rule.name}`));
    expect([...broken].sort()).toEqual([
      "extension/compose/a.ts compose-takes-earlier-stages-as-types",
      "extension/compose/b.ts compose-is-pure",
      "extension/host/models/a.ts features-do-not-import-each-other",
      "extension/host/shelf/b.ts features-do-not-import-each-other",
      "extension/host/shelf/b.ts wiring-is-imported-by-main-only",
      "extension/host/window/b.ts shared-folders-import-no-feature",
      "extension/message/a.ts message-imports-only-its-table-row",
      "extension/message/b.ts message-imports-zod-only",
      "extension/send/a.ts send-never-imports-vscode",
      "extension/send/a.ts vscode-in-host-only",
      "extension/text/a.ts no-circles",
      "extension/turn/a.ts host-is-imported-by-nobody",
      "extension/turn/a.ts turn-imports-only-its-table-row",
      "webview/components/A.svelte webview-sees-message-text-and-protocol-only",
      "webview/components/B.svelte toolkit-behind-ui",
      "webview/editor/a.ts editor-has-no-svelte",
    ]);
  });
});
