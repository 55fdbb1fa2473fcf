// Commands that add what the editor knows to the message, each as a chip at the cursor.
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { FoundContext } from "../../acquire/automatic.ts";
import { problemsContext } from "../../acquire/problems.ts";
import { enclosingSymbol } from "../../acquire/symbols/symbol.ts";
import type { FileRef, KnownPart } from "../../message/part.ts";
import type { Resolved } from "../../message/resolved.ts";
import { mayNameIgnored, NOT_CONFIRMED } from "../files/ask-ignored.ts";
import { askText, pickOne } from "../window/ask.ts";
import type { Contexts } from "./contexts.ts";
import { gitApi } from "./git.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import type { MessageNeeds } from "./needs.ts";
import { readCommit, readDiff } from "./read/read-diff.ts";
import { type ProblemScope, readProblems, toProblems } from "./read/read-problems.ts";
import { readSearch } from "./read/read-search.ts";
import { readSelectionOrAll } from "./read/read-selection.ts";
import { readSymbols } from "./read/read-symbols.ts";
import { readTerminalSelection } from "./terminals.ts";
import { pathOf } from "../files/workspace.ts";
import * as words from "./words.ts";

type Insert = MessageNeeds["insertAtCaret"];

/** Throws with the reason if there are no parts. */
async function insertFound(insert: Insert, { parts, reason }: Resolved): Promise<void> {
  if (parts.length === 0) throw new Error(words.nothingToAdd(reason ?? words.noContent));
  await insert(parts);
}

/** Adds the selections of the last text editor. */
export async function addSelection(insert: Insert): Promise<void> {
  const editor = lastTextEditor();
  if (editor === undefined) throw new Error(words.selectToAdd);
  await insert(readSelectionOrAll(editor, Date.now()).parts);
}

/** The lightbulb passes a place; another extension may pass a scope. */
const At = z.object({ uri: z.string(), start: z.int(), end: z.int() });
const Scope = z.enum(["workspace", "file", "caret"]);

export async function addProblems(insert: Insert, argument: unknown): Promise<void> {
  const at = At.safeParse(argument);
  if (at.success) return insertFound(insert, problemsAt(at.data));
  const named = Scope.safeParse(argument);
  const scope = named.success ? named.data : await askScope();
  if (scope !== undefined) await insertFound(insert, await readProblems(Date.now(), scope));
}

/** The problem, then the lines it is about. */
function problemsAt({ uri, start, end }: z.infer<typeof At>): Resolved {
  const place = vscode.Uri.parse(uri, true);
  const found = vscode.languages
    .getDiagnostics(place)
    .filter(({ range }) => range.start.line === start && range.end.line === end);
  const told = problemsContext(toProblems(place, found), Date.now(), pathOf(place));
  if (told.parts.length === 0) return told;
  const range = { start: start + 1, end: end + 1 };
  const lines: FileRef = { type: "file-ref", ref: { kind: "path", path: pathOf(place), range } };
  return { parts: [...told.parts, lines] };
}

/** Offers only scopes that have problems, and asks only if there are several. */
async function askScope(): Promise<ProblemScope | undefined> {
  const labels = {
    caret: words.problemsAtCursor,
    file: words.problemsInFile,
    workspace: words.problemsInWorkspace,
  };
  const items = [];
  for (const scope of ["caret", "file", "workspace"] as const) {
    const { parts } = await readProblems(0, scope);
    if (parts.length > 0) items.push({ label: labels[scope], scope });
  }
  if (items.length <= 1) return items[0]?.scope ?? "workspace";
  return (await pickOne(items, { title: words.addProblemsTitle }))?.scope;
}

export async function addTerminalSelection(insert: Insert, contexts: Pick<Contexts, "read">): Promise<void> {
  const selected = await readTerminalSelection(Date.now());
  await insertFound(insert, selected.parts.length > 0 ? selected : await contexts.read("terminal"));
}

export async function addSearchResults(insert: Insert): Promise<void> {
  await insertFound(insert, await readSearch(Date.now()));
}

const Group = z.object({ id: z.enum(["index", "workingTree", "untracked", "merge"]) });
const Named = z.enum(["all", "staged", "working tree"]);

/** A group of the Source Control view, or another extension, says which changes; otherwise the user is asked. */
export async function addDiff(insert: Insert, argument: unknown): Promise<void> {
  const group = Group.safeParse(argument).data?.id;
  const named = Named.safeParse(argument).data;
  const of = named ?? (group === undefined ? undefined : group === "index" ? "staged" : "working tree");
  if (of !== undefined) return insertFound(insert, await readDiff(Date.now(), of));
  const items = [
    { label: words.allChanges, of: "all" },
    { label: words.stagedChanges, of: "staged" },
    { label: words.unstagedChanges, of: "working tree" },
    { label: words.commitItem, of: "commit" },
  ] as const;
  const picked = await pickOne(items, { title: words.addChangesTitle });
  if (picked === undefined) return;
  if (picked.of !== "commit") return insertFound(insert, await readDiff(Date.now(), picked.of));
  const told = await askCommit();
  if (told !== undefined) await insertFound(insert, told);
}

const MOST_COMMITS = 50;

async function askCommit(): Promise<Resolved | undefined> {
  const git = await gitApi();
  const active = vscode.window.activeTextEditor?.document.uri;
  const repository = (active && git?.getRepository(active)) ?? git?.repositories[0];
  if (repository === undefined) throw new Error(words.openRepository);
  const commits = await repository.log({ maxEntries: MOST_COMMITS });
  const items = commits.map((commit) => ({
    label: commit.message.split("\n", 1)[0] ?? "",
    description: commit.hash.slice(0, 8),
    commit,
  }));
  const picked = await pickOne(items, { title: words.addCommitTitle });
  return picked && readCommit(repository, picked.commit, Date.now());
}

/** Adds the lines of the innermost symbol at the cursor. */
export async function addSymbol(insert: Insert): Promise<void> {
  const editor = lastTextEditor();
  if (editor === undefined) throw new Error(words.placeInSymbol);
  const { document, selection } = editor;
  const symbol = enclosingSymbol(await readSymbols(document.uri), selection.active.line + 1);
  if (symbol === undefined) throw new Error(words.noSymbol);
  const ref = { kind: "path", path: pathOf(document.uri), range: symbol.range } as const;
  await insert([{ type: "file-ref", ref }]);
}

/** The automatic context that goes with a message. */
export type AlwaysFor = (message: readonly KnownPart[]) => Promise<FoundContext[]>;

/** The box names the automatic context that goes along: no chip shows it before the message is sent. */
export async function sendWithSelection(needs: MessageNeeds, alwaysFor: AlwaysFor, argument: unknown): Promise<void> {
  const editor = lastTextEditor();
  if (editor === undefined) throw new Error(words.selectToSend);
  const { parts } = readSelectionOrAll(editor, Date.now());
  const given = typeof argument === "string" ? argument : undefined;
  const text = given ?? (await askMessage(await alwaysFor(parts)));
  if (text === undefined || text.trim() === "") return;
  await sendNow(needs, [...parts, { type: "text", text: ` ${text}` }]);
}

/** Sends to the conversation that the user used last, and shows it. If it is not accepted, the message is in its draft. */
export async function sendNow(needs: MessageNeeds, message: KnownPart[]): Promise<void> {
  const pane = needs.focusedPane();
  try {
    if (!(await mayNameIgnored(needs.workspaceState, message))) throw new Error(NOT_CONFIRMED.message);
    await needs.submit(message, pane.id);
  } catch (error) {
    // What the user typed or chose is gone: keep it in the draft.
    await pane.addToDraft(message);
    throw error;
  } finally {
    await pane.show();
  }
}

function askMessage(automatic: readonly FoundContext[]): Promise<string | undefined> {
  return askText({ title: words.sendTitle, prompt: words.enterMessage(automatic.map(({ name }) => `@${name}`)) });
}
