// Skills inside VS Code: switched off and on, allowed and kept from models, opened, tried, and written in a conversation.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import { type ShownSkills, skillItems } from "../../extension/host/skills/skill-items.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { SkillChecks } from "../../extension/skills/skill-checks.ts";
import { aPackage, aSkill } from "../fakes/skills.ts";
import { freshConversation, rows, settled } from "./galley.ts";
import { eventually } from "./eventually.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const run = <Value = unknown>(command: string, ...args: unknown[]): Thenable<Value> =>
  vscode.commands.executeCommand<Value>(command, ...args);

function place(path: string): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder, "the sample workspace is open");
  return join(folder.uri.fsPath, path);
}

function write(name: string, body: string): string {
  const folder = place(`.galley/skills/${name}`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "SKILL.md");
  writeFileSync(path, body);
  return path;
}

async function requestOf(api: GalleyApi, words: string): Promise<string> {
  return JSON.stringify((await api.preview([text(words)])).request);
}

const line = /- tidy: Tidies up/;
/** How many tools go along. */
async function offered(api: GalleyApi, words: string): Promise<number> {
  return (await api.preview([text(words)])).manifest.tools?.count ?? 0;
}

/** What the tools of the last answer said. */
async function results(api: GalleyApi): Promise<string> {
  const last = (await settled(api)).messages.at(-1);
  assert(last?.role === "assistant");
  return last.parts.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])).join("\n");
}

const rules = (value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration("galley").update("tools.rules", value, vscode.ConfigurationTarget.Global);

describe("the skills of a workspace", () => {
  let api: GalleyApi;

  beforeEach(async () => {
    api = await freshConversation();
    write("tidy", "---\nname: tidy\ndescription: Tidies up\n---\n\nTidy up.\n");
    await eventually(
      () => requestOf(api, "hi"),
      (request) => line.test(request),
    );
  });

  afterEach(async () => {
    await run("galley.skills.enable", "tidy").then(undefined, () => undefined);
    await rules(undefined);
    await run("notifications.clearAll");
    await run("workbench.action.closeAllEditors");
    rmSync(place(".galley/skills"), { recursive: true, force: true });
  });

  it("that is switched off has no line, is no command and says how to switch it on; on again it is as it was", async () => {
    await run("galley.skills.disable", { name: "tidy" });
    assert.doesNotMatch(await requestOf(api, "hi"), line);
    await assert.rejects(
      api.submit([text("/tidy the tests")]),
      /is disabled in this workspace\. Enable it in the Skills view/,
    );
    await run("galley.skills.enable", { name: "tidy" });
    assert.match(await requestOf(api, "hi"), line);
    assert.match(await requestOf(api, "/tidy the tests"), /Tidy up\..*the tests/);
  });

  it("that models may not load has no line for them, and stays a command of the user", async () => {
    await run("galley.skills.permission", "tidy", "deny");
    assert.doesNotMatch(await requestOf(api, "hi"), line);
    assert.match(await requestOf(api, "/tidy"), /Tidy up\./);
    const [rule] = rows("SELECT action FROM permissions WHERE permission = 'skill' AND pattern = 'tidy'");
    assert.equal(rule?.["action"], "deny");
    await run("galley.skills.permission", "tidy", "allow");
    assert.match(await requestOf(api, "hi"), line);
    assert.equal(rows("SELECT action FROM permissions WHERE permission = 'skill' AND pattern = 'tidy'").length, 1);
  });

  it("opens by its name, and what is malformed at its line; the view can be shown", async () => {
    await run("galley.skills.show");
    const path = write("bad", "---\nname: bad\ndescription: ''\n---\n\nDo it.\n");
    await run("galley.skills.open", { file: ".galley/skills/bad/SKILL.md", line: 3 });
    const editor = await eventually(
      () => vscode.window.activeTextEditor,
      (now) => now?.document.uri.fsPath === path,
    );
    assert.equal(editor?.selection.start.line, 2);
    await run("galley.skills.open", { name: "tidy" });
    await eventually(
      () => vscode.window.activeTextEditor?.document.uri.fsPath,
      (now) => now === place(".galley/skills/tidy/SKILL.md"),
    );
  });

  it("is tried in a tab of its own", async () => {
    await run("galley.skills.try", "tidy");
    await eventually(
      () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      (labels) => labels.includes("Try tidy"),
    );
  });

  it("is written in a conversation that was begun for it, and in no other", async () => {
    const usual = await offered(api, "hi");
    const id = await run<string>("galley.skills.new");
    assert.equal((await api.snapshot()).session.id, id);
    assert.equal(await offered(api, "hi"), usual + 4);
    // A skill that is applied cannot write skills, not even here.
    assert.equal(await offered(api, "/tidy"), usual);
    await rules([{ permission: "write", pattern: ".galley/**", action: "allow" }]);
    const input = { name: "greet", description: "Greets", instructions: "Say hello." };
    await api.submit([text(`call create_skill ${JSON.stringify(input)}`)]);
    const last = (await settled(api)).messages.at(-1);
    assert(last?.role === "assistant");
    const path = ".galley/skills/greet/SKILL.md";
    assert.deepEqual(last.edits, [{ path, added: 6, removed: 0, state: "open" }]);
    assert.match(readFileSync(place(path), "utf8"), /Say hello\./);
    await eventually(
      () => requestOf(api, "/greet"),
      (request) => request.includes("Say hello."),
    );
    await run("galley.undoEdits", id);
    assert(!existsSync(place(path)), "what was written can be undone");
    await freshConversation();
    assert.equal(await offered(api, "hi"), usual);
  });

  it("cannot be written by a skill: neither one that is invoked nor one that is loaded", async () => {
    await run("galley.skills.new");
    await rules([{ permission: "write", pattern: ".galley/**", action: "allow" }]);
    const input = JSON.stringify({ name: "self", description: "Self", instructions: "Self." });
    await api.submit([text(`/tidy\ncall create_skill ${input}`)]);
    assert.match(await results(api), /Unknown tool create_skill/);
    assert(!existsSync(place(".galley/skills/self")), "an invoked skill wrote a skill");
    await api.submit([text(`call skill {"name":"tidy"}\ncall update_skill {"name":"tidy","description":"Mine"}`)]);
    await eventually(
      async () => (await api.snapshot()).messages.length,
      (count) => count === 4,
    );
    assert.match(await results(api), /Skills cannot be changed while a skill is running/);
    assert.match(readFileSync(place(".galley/skills/tidy/SKILL.md"), "utf8"), /Tidies up/);
  });
});

describe("the lines of the Skills view", () => {
  const good = aSkill("good");
  const listing = {
    skills: [good, aPackage("bare", { parameter_schema: undefined }), aPackage("misspelt", { tool_surface: ["Read"] })],
    problems: [{ file: ".claude/skills/odd/SKILL.md", line: 2, reason: "it has no description" }],
    clashes: [{ file: ".agents/skills/good/SKILL.md", line: 1, reason: "another skill has its name" }],
  };
  const checks = new SkillChecks({
    tokensOf: (words) => words.length,
    render: () => Promise.resolve({ ok: true, value: "" }),
    budget: () => 1_000,
  });
  const shown: ShownSkills = {
    all: () => Promise.resolve(listing),
    forModels: () => Promise.resolve(listing),
    isOff: () => false,
    permission: () => "allow",
    check: (skills) => Promise.all(skills.map((skill) => checks.check(skill, ["read"]))),
  };

  it("name every skill, and say of each that cannot run or is not read why", async () => {
    const [group, ...others] = await skillItems(shown);
    assert(group);
    assert.deepEqual([group.source, others.length], ["project", 0]);
    const items = await skillItems(shown, group);
    const lines = items.map(({ label, description }) => [label, description]);
    assert.deepEqual(lines[0], ["odd", "it has no description"]);
    assert.match(JSON.stringify(lines[1]), /^\["good",".*another skill has its name/);
    const saying = (name: string) => items.find((item) => item.name === name);
    assert.match(String(saying("bare")?.description), /parameter/);
    assert.match(String(saying("misspelt")?.description), /Read.*read/);
    assert.equal(saying("good")?.description, "About good");
    for (const name of ["bare", "misspelt"]) {
      const item = saying(name);
      assert.equal(item?.iconPath instanceof vscode.ThemeIcon && item.iconPath.id, "warning");
      assert.match(item?.accessibilityInformation?.label ?? "", new RegExp(`^${name}, `));
    }
  });
});
