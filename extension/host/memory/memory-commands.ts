// What one does with memories: see them, keep a new one, open, delete and bring back.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { type Scope, SCOPES } from "../../memory/entry.ts";
import { keepNote } from "../../memory/note.ts";
import { secretIn, secretRefusal } from "../../memory/secrets.ts";
import type { MemoryStore } from "../../memory/store.ts";
import { NO_ARGUMENTS, wordOf } from "../../message/command.ts";
import { KnownPart } from "../../message/part.ts";
import { askText, pickOne } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { showLine } from "../window/editor.ts";
import { namedBy } from "../window/named.ts";
import { DeletedMemories } from "./deleted-memories.ts";
import type { Memories } from "./memories.ts";
import type { MemoryNeeds } from "./needs.ts";

type KeepNeeds = Pick<MemoryNeeds, "conversation" | "focusedConversation" | "giveBack" | "reportFailure">;

export function memoryCommands(memories: Memories, needs: KeepNeeds): CommandHandlers {
  const deleted = new DeletedMemories(memories.store, () => memories.selection);
  return {
    "galley.memory.show": (argument, given) => showOrKeep(memories, needs, argument, given),
    "galley.memory.new": (argument) => create(memories.store, argument),
    "galley.memory.open": open,
    "galley.memory.delete": (argument, selected) => deleted.remove(argument, selected),
    "galley.memory.undoDelete": () => deleted.undo(),
  };
}

/** `/memory`: alone the view; with text behind it, that is kept as a memory of the user. The model sees nothing of it. */
async function showOrKeep(memories: Memories, needs: KeepNeeds, argument: unknown, given: unknown): Promise<void> {
  const parts = z.array(KnownPart).parse(given ?? []);
  if (parts.length === 0) return memories.show();
  const session = needs.conversation(namedBy(argument) ?? needs.focusedConversation());
  const text = parts.map((part) => (part.type === "command" ? part.id : wordOf(part))).join("");
  const kept = await keepNote(memories.store, "user", text);
  if (kept.ok) {
    if (JSON.stringify(session.draft().parts) === JSON.stringify(parts)) session.saveDraft({ parts: [] });
    tellKept(memories.store, "user", kept.value);
    return;
  }
  // As a command again: sent once more by mistake it must not go to the model.
  const draft = {
    parts: [{ type: "command", id: "/memory", args: NO_ARGUMENTS }, { type: "text", text: " " }, ...parts],
  };
  const back = z.object({ parts: z.array(KnownPart) }).parse(draft);
  session.saveDraft(back);
  needs.giveBack(session.id, back);
  needs.reportFailure({
    stage: "compose",
    code: "not-remembered",
    message: refusalOf(kept.failure.reason),
    retryable: false,
  });
}

function tellKept(
  store: MemoryStore,
  scope: Scope,
  { name, path, text }: { name: string; path: string; text: string },
): void {
  const where = scope === "user" ? "for every project" : "for this project";
  void vscode.window.showInformationMessage(`Saved memory “${name}” ${where}.`, "Open", "Undo").then(async (answer) => {
    if (answer === "Open") await open({ path, line: 1 });
    if (answer !== "Undo") return;
    const done = await store.remove(scope, name, text);
    if (!done.ok) void warn(`Could not undo saving “${name}”: ${done.failure.reason}.`, path);
  });
}

async function warn(words: string, path: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(words, "Open")) === "Open") await open({ path, line: 1 });
}

function refusalOf(reason: string): string {
  return `Could not save the memory: ${reason}.`;
}

const Spec = z.object({ scope: z.enum(SCOPES), text: z.string() });

/** A program passes scope and text; a person is asked, and gets the file to write on. */
async function create(store: MemoryStore, argument: unknown): Promise<void> {
  const given = Spec.safeParse(argument).data;
  const scope = given?.scope ?? (await pickScope(store));
  if (scope === undefined) return;
  const text = given?.text ?? (await askNote(scope));
  if (text === undefined || text.trim() === "") return;
  const kept = await keepNote(store, scope, text);
  if (!kept.ok) throw new Error(refusalOf(kept.failure.reason));
  if (given === undefined) await open({ path: kept.value.path, line: 1 });
}

async function pickScope(store: MemoryStore): Promise<Scope | undefined> {
  const choices: (vscode.QuickPickItem & { scope: Scope })[] = [
    { label: "$(account) User", description: "available in all projects", scope: "user" },
    {
      label: "$(root-folder) Project",
      description: "stored in .galley/memory; can be committed",
      scope: "project",
    },
  ];
  const possible = choices.filter(({ scope }) => store.refuses(scope) === undefined);
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

async function open(argument: unknown): Promise<void> {
  const { path, line, keeps_focus } = Target.parse(argument);
  await showLine(vscode.Uri.file(path), line, keeps_focus);
}
