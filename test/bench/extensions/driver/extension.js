// Measures from inside the extension host: does what plan.json in the folder says, and leaves result.json beside it.
const { readFileSync, realpathSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { join, relative, sep } = require("node:path");
const { setTimeout } = require("node:timers/promises");
const vscode = require("vscode");
const { idle } = require("./idle.js");
const { measureMemory, settle } = require("./memory.js");
const { openMany, say, soak } = require("./talk.js");

// Not awaited: the driver's own activation is over before anything is measured.
exports.activate = () => {
  const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const leave = (result) => {
    writeFileSync(join(folder, "result.part"), JSON.stringify(result));
    renameSync(join(folder, "result.part"), join(folder, "result.json"));
  };
  const plan = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
  carryOut(plan).then(
    (result) => {
      leave(result);
      if (plan.soak) void soak(folder, plan.soak);
    },
    (error) => leave({ error: `in the extension host: ${error.stack}` }),
  );
};

/**
 * `commands` must exist first; `activate` are ids, in order; `run` is a command; `idleMs` asks what woke the host in that
 * time, `memory` for the memory at the end. `messages` are sent to Galley in one conversation, `conversations` are opened
 * and closed. `open` are lists of files: each call of the command `bench.openNext` opens the files of the next one, in
 * order. `edits` of { line, from, to, text } are made in the active editor by the command `bench.edit`.
 */
async function carryOut({
  commands = [],
  activate = [],
  run,
  messages = [],
  conversations,
  idleMs,
  memory,
  open = [],
  edits = [],
}) {
  offerToOpen(open);
  offerToEdit(edits);
  while (!(await hasCommands(commands))) await setTimeout(100);
  const result = { activations: [] };
  const watched = idleMs && idle(vscode.extensions.getExtension(activate[0]).extensionPath);
  for (const id of activate) {
    await settle();
    result.activations.push(await timeActivation(id));
  }
  if (run) await vscode.commands.executeCommand(run);
  for (const message of messages) await say(message);
  await settle();
  if (conversations) result.conversations = await openMany(conversations);
  if (watched) {
    watched.begin();
    await setTimeout(idleMs);
    result.idle = watched.end();
  }
  if (memory) result.memory = await measureMemory();
  return result;
}

/** Says in opened.json how many lists were opened. */
function offerToOpen(lists) {
  const folder = vscode.workspace.workspaceFolders[0].uri;
  let opened = 0;
  vscode.commands.registerCommand("bench.openNext", async () => {
    for (const path of lists[opened])
      await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, path), { preview: true });
    opened += 1;
    writeFileSync(join(folder.fsPath, "opened.json"), String(opened));
  });
}

/** Says in edited.json when VS Code was asked to. */
function offerToEdit(edits) {
  const folder = vscode.workspace.workspaceFolders[0].uri;
  vscode.commands.registerCommand("bench.edit", async () => {
    const asked = Date.now();
    await vscode.window.activeTextEditor.edit((edit) => {
      for (const { line, from, to, text } of edits) edit.replace(new vscode.Range(line, from, line, to), text);
    });
    writeFileSync(join(folder.fsPath, "edited.json"), String(asked));
  });
}

async function hasCommands(wanted) {
  const known = new Set(await vscode.commands.getCommands());
  return wanted.every((name) => known.has(name));
}

async function timeActivation(id) {
  const extension = vscode.extensions.getExtension(id);
  if (!extension) throw new Error(`${id} is not installed`);
  if (extension.isActive) throw new Error(`${id} was active before it was measured`);
  const start = performance.now();
  await extension.activate();
  return { id, ms: performance.now() - start, loaded: loadedBy(extension) };
}

/** The extension's scripts that were evaluated so far, with their sizes. */
function loadedBy({ extensionPath }) {
  const home = realpathSync(extensionPath);
  const files = Object.keys(require.cache).filter((path) => path.startsWith(home + sep));
  return files.map((path) => ({ file: relative(home, path), bytes: statSync(path).size }));
}
