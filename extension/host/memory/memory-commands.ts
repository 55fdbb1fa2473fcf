// What one does with memories: see them, keep a new one, open, delete and bring back.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { type Scope, SCOPES } from "../../memory/entry.ts";
import { keepNote } from "../../memory/note.ts";
import { secretIn, secretRefusal } from "../../memory/secrets.ts";
import { NO_ARGUMENTS, wordOf } from "../../message/command.ts";
import { KnownPart } from "../../message/part.ts";
import { askText, pickOne } from "../window/ask.ts";
import type { Core } from "../core.ts";
import { showLine } from "../window/editor.ts";
import { setKey } from "../window/keys.ts";
import { giveBack } from "../wiring/give-back.ts";
import { sessionOf } from "../conversations/target.ts";

/** `/memory`: alone the view; with text behind it, that is kept as a memory of the user. The model sees nothing of it. */
export async function showOrKeep(core: Core, argument: unknown, given: unknown): Promise<void> {
  const parts = z.array(KnownPart).parse(given ?? []);
  if (parts.length === 0) return core.memories.show();
  const session = core.session(sessionOf(core, argument));
  const text = parts.map((part) => (part.type === "command" ? part.id : wordOf(part))).join("");
  const kept = await keepNote(core.memories.store, "user", text);
  if (kept.ok) {
    if (JSON.stringify(session.draft().parts) === JSON.stringify(parts)) session.saveDraft({ parts: [] });
    tellKept(core, "user", kept);
    return;
  }
  // As a command again: sent once more by mistake it must not go to the model.
  const draft = {
    parts: [{ type: "command", id: "/memory", args: NO_ARGUMENTS }, { type: "text", text: " " }, ...parts],
  };
  const back = z.object({ parts: z.array(KnownPart) }).parse(draft);
  session.saveDraft(back);
  giveBack(core, session.id, back);
  core.fail({ stage: "compose", code: "not-remembered", message: refusalOf(kept.reason), retryable: false });
}

function tellKept(core: Core, scope: Scope, { name, path, text }: { name: string; path: string; text: string }): void {
  const where = scope === "user" ? "for every project" : "for this project";
  void vscode.window.showInformationMessage(`Saved memory “${name}” ${where}.`, "Open", "Undo").then(async (answer) => {
    if (answer === "Open") await open(core, { path, line: 1 });
    if (answer !== "Undo") return;
    const done = await core.memories.store.remove(scope, name, text);
    if (!done.ok) void warn(core, `Could not undo saving “${name}”: ${done.reason}.`, path);
  });
}

async function warn(core: Core, words: string, path: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(words, "Open")) === "Open") await open(core, { path, line: 1 });
}

function refusalOf(reason: string): string {
  return `Could not save the memory: ${reason}.`;
}

const Spec = z.object({ scope: z.enum(SCOPES), text: z.string() });

/** A program passes scope and text; a person is asked, and gets the file to write on. */
export async function create(core: Core, argument: unknown): Promise<void> {
  const given = Spec.safeParse(argument).data;
  const scope = given?.scope ?? (await pickScope(core));
  if (scope === undefined) return;
  const text = given?.text ?? (await askNote(scope));
  if (text === undefined || text.trim() === "") return;
  const kept = await keepNote(core.memories.store, scope, text);
  if (!kept.ok) throw new Error(refusalOf(kept.reason));
  if (given === undefined) await open(core, { path: kept.path, line: 1 });
}

async function pickScope({ memories }: Core): Promise<Scope | undefined> {
  const choices: (vscode.QuickPickItem & { scope: Scope })[] = [
    { label: "$(account) User", description: "available in all projects", scope: "user" },
    {
      label: "$(root-folder) Project",
      description: "stored in .galley/memory; can be committed",
      scope: "project",
    },
  ];
  const possible = choices.filter(({ scope }) => memories.store.refuses(scope) === undefined);
  if (possible.length < 2) return possible[0]?.scope;
  return (await pickOne(possible, { title: "New Memory: Select Scope" }))?.scope;
}

function askNote(scope: Scope): Thenable<string | undefined> {
  return askText({
    title: scope === "user" ? "New User Memory" : "New Project Memory",
    placeHolder: "Enter one sentence. You can add details in the file.",
    validateInput: (text) => {
      const kind = secretIn(text);
      return kind === undefined ? undefined : refusalOf(secretRefusal(kind));
    },
  });
}

const Target = z.object({ path: z.string(), line: z.number(), keeps_focus: z.optional(z.boolean()) });

export async function open(_core: Core, argument: unknown): Promise<void> {
  const { path, line, keeps_focus } = Target.parse(argument);
  await showLine(vscode.Uri.file(path), line, keeps_focus);
}

const Named = z.object({ scope: z.enum(SCOPES), name: z.string().check(z.minLength(1)) });
type Named = z.infer<typeof Named>;

/** What this window deleted last, for Undo. */
const deleted: (Named & { text: string })[][] = [];

/** Menus pass the item and all that are selected; a key only the item that has the focus. */
export async function remove(core: Core, argument: unknown, selected: unknown): Promise<void> {
  const gone: (Named & { text: string })[] = [];
  for (const { scope, name } of targetsOf(core, argument, selected)) {
    const done = await core.memories.store.remove(scope, name);
    if (done.ok) gone.push({ scope, name, text: done.text });
    else void vscode.window.showWarningMessage(`Could not delete “${name}”: ${done.reason}.`);
  }
  const [first] = gone;
  if (first === undefined) return;
  deleted.push(gone);
  setKey("galley.memory.deleted", true);
  const what = gone.length === 1 ? `“${first.name}”` : `${gone.length} memories`;
  void vscode.window.showInformationMessage(`Deleted ${what}.`, "Undo").then((answer) => {
    if (answer === "Undo") void restore(core, gone);
  });
}

/** Groups among them are passed over. */
function targetsOf({ memories }: Core, argument: unknown, selected: unknown): Named[] {
  const [target] = readNamed([argument]);
  const isIt = (other: Named): boolean => other.scope === target?.scope && other.name === target.name;
  const many = readNamed(z.array(z.unknown()).safeParse(selected).data ?? memories.selection);
  return target === undefined || many.some(isIt) ? many : [target];
}

function readNamed(items: readonly unknown[]): Named[] {
  return items.flatMap((item) => Named.safeParse(item).data ?? []);
}

export async function undoRemove(core: Core): Promise<void> {
  const last = deleted.at(-1);
  if (last !== undefined) await restore(core, last);
}

async function restore(core: Core, gone: (Named & { text: string })[]): Promise<void> {
  const at = deleted.indexOf(gone);
  if (at < 0) return;
  deleted.splice(at, 1);
  setKey("galley.memory.deleted", deleted.length > 0);
  for (const { scope, name, text } of gone) {
    const done = await core.memories.store.restore(scope, name, text);
    if (!done.ok) void vscode.window.showWarningMessage(`Could not restore “${name}”: ${done.reason}.`);
  }
}
