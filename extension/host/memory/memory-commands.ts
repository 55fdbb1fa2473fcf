// Commands for memories: show, create, open, delete, undo.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { type Scope, SCOPES } from "../../memory/entry.ts";
import { keepNote } from "../../memory/note.ts";
import { secretIn } from "../../memory/secrets.ts";
import { containsSecret } from "../../memory/words.ts";
import type { MemoryStore } from "../../memory/store.ts";
import { NO_ARGUMENTS, wordOf } from "../../message/command.ts";
import { KnownPart } from "../../message/part.ts";
import { askText, pickOne } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { Done } from "../window/done.ts";
import { showLine } from "../window/editor.ts";
import { namedBy } from "../window/named.ts";
import * as shared from "../window/words.ts";
import { DeletedMemories } from "./deleted-memories.ts";
import type { Memories } from "./memories.ts";
import type { MemoryNeeds } from "./needs.ts";
import * as words from "./words.ts";

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

/** `/memory` alone shows the view; with text, it saves a user memory. The model sees neither. */
async function showOrKeep(
  memories: Memories,
  needs: KeepNeeds,
  argument: unknown,
  given: unknown,
): Promise<Done | undefined> {
  const parts = z.array(KnownPart).parse(given ?? []);
  if (parts.length === 0) {
    await memories.show();
    return undefined;
  }
  const conversation = needs.conversation(namedBy(argument) ?? needs.focusedConversation());
  const text = parts.map((part) => (part.type === "command" ? part.id : wordOf(part))).join("");
  const kept = await keepNote(memories.store, "user", text);
  if (kept.ok) {
    if (JSON.stringify(conversation.input.draft.parts) === JSON.stringify(parts))
      conversation.input.save({ parts: [] });
    tellKept(memories.store, "user", kept.value);
    return { done: words.saved.user(kept.value.name) };
  }
  // The text comes back with its command: sent again by mistake, it must not reach the model.
  const draft = {
    parts: [{ type: "command", id: "/memory", args: NO_ARGUMENTS }, { type: "text", text: " " }, ...parts],
  };
  const back = z.object({ parts: z.array(KnownPart) }).parse(draft);
  conversation.input.save(back);
  needs.giveBack(conversation.id, back);
  needs.reportFailure({
    stage: "compose",
    code: "not-remembered",
    message: words.notSaved(kept.failure.reason),
    retryable: false,
  });
  return undefined;
}

function tellKept(
  store: MemoryStore,
  scope: Scope,
  { name, path, text }: { name: string; path: string; text: string },
): void {
  const buttons = [shared.open, shared.undo];
  void vscode.window.showInformationMessage(words.saved[scope](name), ...buttons).then(async (answer) => {
    if (answer === shared.open) await open({ path, line: 1 });
    if (answer !== shared.undo) return;
    const done = await store.remove(scope, name, text);
    if (!done.ok) void warn(words.saveNotUndone(name, done.failure.reason), path);
  });
}

async function warn(message: string, path: string): Promise<void> {
  const answer = await vscode.window.showWarningMessage(message, shared.open);
  if (answer === shared.open) await open({ path, line: 1 });
}

const Spec = z.object({ scope: z.enum(SCOPES), text: z.string() });

/** A program passes scope and text. A user is asked for them, and the file opens. */
async function create(store: MemoryStore, argument: unknown): Promise<void> {
  const given = Spec.safeParse(argument).data;
  const scope = given?.scope ?? (await pickScope(store));
  if (scope === undefined) return;
  const text = given?.text ?? (await askNote(scope));
  if (text === undefined || text.trim() === "") return;
  const kept = await keepNote(store, scope, text);
  if (!kept.ok) throw new Error(words.notSaved(kept.failure.reason));
  if (given === undefined) await open({ path: kept.value.path, line: 1 });
}

async function pickScope(store: MemoryStore): Promise<Scope | undefined> {
  const choices: (vscode.QuickPickItem & { scope: Scope })[] = [
    { label: `$(account) ${words.scopes.user.label}`, description: words.scopes.user.choice, scope: "user" },
    {
      label: `$(root-folder) ${words.scopes.project.label}`,
      description: words.scopes.project.choice,
      scope: "project",
    },
  ];
  const possible = choices.filter(({ scope }) => store.refuses(scope) === undefined);
  if (possible.length < 2) return possible[0]?.scope;
  return (await pickOne(possible, { title: words.selectScope }))?.scope;
}

function askNote(scope: Scope): Thenable<string | undefined> {
  return askText({
    title: words.newMemory[scope],
    placeHolder: words.notePlaceholder,
    validateInput: (text) => {
      const kind = secretIn(text);
      return kind === undefined ? undefined : words.notSaved(containsSecret(kind));
    },
  });
}

const Target = z.object({ path: z.string(), line: z.number(), keeps_focus: z.optional(z.boolean()) });

async function open(argument: unknown): Promise<void> {
  const { path, line, keeps_focus } = Target.parse(argument);
  await showLine(vscode.Uri.file(path), line, keeps_focus);
}
