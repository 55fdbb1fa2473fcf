// Asks once before a message sends files that ignore rules exclude, and remembers the answer in this workspace.
import * as vscode from "vscode";
import { fileTargetsOf } from "../../message/file-target.ts";
import type { Failure } from "../../message/failure.ts";
import type { KnownPart } from "../../message/part.ts";
import { keepListed } from "./kept-out.ts";
import * as words from "./words.ts";
import { pathOf, uriOf } from "./workspace.ts";

const ALLOWED = "galley.allowedIgnored";

/** How many ignored files the question names. */
const MOST_NAMED = 5;

/** The failure of a message whose ignored files the user did not confirm. */
export const NOT_CONFIRMED: Failure = {
  stage: "acquire",
  code: "ignored-file",
  message: words.ignoredNotConfirmed,
  retryable: false,
};

/** Whether the message may be sent. Asks the user if it names ignored files. */
export async function mayNameIgnored(memento: vscode.Memento, parts: readonly KnownPart[]): Promise<boolean> {
  const allowed = memento.get<string[]>(ALLOWED, []);
  const paths = new Set(fileTargetsOf(parts).map(({ target }) => target.path));
  const uris = [...paths].filter((path) => !allowed.includes(path)).flatMap((path) => uriOf(path) ?? []);
  const kept = new Set(await keepListed(uris));
  const ignored = uris.filter((uri) => !kept.has(uri)).map((uri) => pathOf(uri));
  if (ignored.length === 0) return true;
  const answer = await vscode.window.showWarningMessage(
    words.confirmIgnored(ignored.slice(0, MOST_NAMED).join(", "), ignored.length > MOST_NAMED),
    { modal: true, detail: words.ignoredAskedOnce },
    words.sendIgnored,
  );
  if (answer !== words.sendIgnored) return false;
  await memento.update(ALLOWED, [...allowed, ...ignored]);
  return true;
}
