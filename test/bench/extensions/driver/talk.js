// Has conversations with the model that Galley uses, through Galley's API and commands.
const { appendFileSync, existsSync } = require("node:fs");
const { join } = require("node:path");
const { setTimeout } = require("node:timers/promises");
const vscode = require("vscode");
const { measureMemory, sample } = require("./memory.js");

const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);
const galley = () => vscode.extensions.getExtension("galley.galley").exports;

/** Sends a message in the conversation of the main pane. Resolves with its id when the answer is complete. */
async function say(text) {
  const { session } = await galley().snapshot();
  const { promise, resolve, reject } = Promise.withResolvers();
  let isBusy = false;
  const listening = galley().onEvent(({ session_id, event }) => {
    if (session_id !== session.id || event.type !== "run") return;
    if (event.run.state === "busy") isBusy = true;
    else if (event.run.state === "idle" && isBusy) resolve(session.id);
    else if (event.run.state !== "idle") reject(new Error(`The turn is ${event.run.state}.`));
  });
  try {
    await galley().submit([{ type: "text", text }], { sessionId: session.id });
    return await promise;
  } finally {
    listening.dispose();
  }
}

/** A new conversation with one answer, opened once more in a tab of its own, which is closed. */
async function openAndClose(text) {
  await run("galley.new");
  const id = await say(text);
  await run("galley.openInEditor", id);
  await closeTabs();
}

async function closeTabs() {
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs());
  // The page of a tab goes a moment later than its tab.
  while (tabs().length > 0) await setTimeout(20);
}

/** The memory before and after so many conversations; before, others fill what is filled once. */
async function openMany({ warmUps, count }) {
  for (let index = 0; index < warmUps; index += 1) await openAndClose(`Warm up ${index}`);
  await run("galley.new");
  const before = await measureMemory();
  for (let index = 0; index < count; index += 1) await openAndClose(`Conversation ${index}`);
  await run("galley.new");
  return { before, after: await measureMemory() };
}

/** Has conversations until `stop` is in the folder; every so often adds a sample to samples.jsonl, and at the end an error. */
async function soak(folder, { everyMs }) {
  const add = (line) => appendFileSync(join(folder, "samples.jsonl"), `${JSON.stringify(line)}\n`);
  try {
    let turns = 0;
    for (let next = Date.now() + everyMs; !existsSync(join(folder, "stop"));) {
      await openAndClose(`What is in this folder? ${turns}`);
      const known = await galley().sessions();
      await run("galley.sessions.open", known[turns % known.length].id);
      await say(`And what else? ${turns}`);
      turns += 2;
      if (Date.now() < next) continue;
      add({ ...sample(), turns });
      next += everyMs;
    }
    add({ stopped: true });
  } catch (error) {
    add({ error: error.stack });
  }
}

module.exports = { say, openMany, soak };
