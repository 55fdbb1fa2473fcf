import assert from "node:assert/strict";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { freshConversation } from "./galley.ts";
import { eventually } from "./eventually.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

function projectFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder, "the sample workspace is open");
  return join(folder.uri.fsPath, ".galley", "memory");
}

/** Of the user's memories. The test's home lies beside the folder VS Code keeps its data in. */
function userFile(name: string): string | undefined {
  const root = dirname(homedir());
  const [path] = globSync(`**/globalStorage/galley.galley/memory/${name}.md`, { cwd: root });
  return path === undefined ? undefined : join(root, path);
}

function write(name: string, description: string): string {
  const path = join(projectFolder(), `${name}.md`);
  mkdirSync(projectFolder(), { recursive: true });
  writeFileSync(path, `---\nname: ${name}\ndescription: ${description}\n---\nBody of ${name}.\n`);
  return path;
}

const requestOf = (api: GalleyApi, isIt: (request: string) => boolean): Promise<string> =>
  eventually(async () => JSON.stringify((await api.preview([text("hi")])).request), isIt);

describe("memories", () => {
  afterEach(async () => {
    await run("notifications.clearAll");
    rmSync(projectFolder(), { recursive: true, force: true });
    for (let path = userFile("*"); path !== undefined; path = userFile("*")) rmSync(path);
  });

  it("go with the system text by their lines alone, and follow their files", async () => {
    const api = await freshConversation();
    const path = write("build", "Build with make");
    const request = await requestOf(api, (words) => words.includes("- build (project): Build with make"));
    assert.doesNotMatch(request, /Body of build/);
    await eventually(
      async () => (await api.preview([text("hi")])).manifest.layers.map(({ id }) => id).join(),
      (layers) => layers === "agent.system,skills.catalog,memory.index,env.project",
    );
    write("build", "Build with ninja");
    await requestOf(api, (words) => words.includes("- build (project): Build with ninja"));
    rmSync(path);
    await requestOf(api, (words) => !words.includes("(project)"));
  });

  it("that cannot be read are named with line and reason in what was left out", async () => {
    const api = await freshConversation();
    write("bad", "[");
    await eventually(
      async () => JSON.stringify((await api.preview([text("hi")])).manifest.dropped),
      (dropped) => /\.galley\/memory\/bad\.md.*line \d/.test(dropped),
    );
  });

  it("/memory with text keeps it for the user, and no message goes", async () => {
    const api = await freshConversation();
    await api.submit([text("/memory Answers should be short.")]);
    const path = await eventually(
      () => userFile("answers-should-be-short"),
      (found) => found !== undefined,
    );
    assert.match(readFileSync(path ?? "", "utf8"), /scope: user\n---\n\nAnswers should be short\.\n$/);
    assert.deepEqual((await api.snapshot()).messages, []);
    await requestOf(api, (words) => words.includes("- answers-should-be-short (user): Answers should be short."));
    assert(!existsSync(projectFolder()), "nothing is made in the project");
  });

  it("/memory with a secret keeps nothing", async () => {
    const api = await freshConversation();
    await api.submit([text("/memory password = swordfish")]);
    assert.equal(userFile("*"), undefined);
    assert.deepEqual((await api.snapshot()).messages, []);
  });

  it("a new one lies where it was asked for; delete takes it away and undo brings it back as it was", async () => {
    await freshConversation();
    await run("galley.memory.new", { scope: "project", text: "Deploy on Mondays" });
    const path = join(projectFolder(), "deploy-on-mondays.md");
    const before = readFileSync(path, "utf8");
    await run("galley.memory.delete", { scope: "project", name: "deploy-on-mondays" });
    assert(!existsSync(path));
    await run("galley.memory.undoDelete");
    assert.equal(readFileSync(path, "utf8"), before);
  });

  it("open in an editor, at the line that is meant", async () => {
    await freshConversation();
    const path = write("build", "Build with make");
    await run("galley.memory.open", { path, line: 3 });
    const editor = await eventually(
      () => vscode.window.activeTextEditor,
      (now) => now?.document.uri.fsPath === path,
    );
    assert.equal(editor?.selection.active.line, 2);
    await run("workbench.action.closeActiveEditor");
  });
});
