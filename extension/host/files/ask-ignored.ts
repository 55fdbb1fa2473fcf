// Asks once before a message sends files that ignore rules exclude, and remembers the answer in this workspace.
import * as vscode from "vscode";
import { fileTargetsOf } from "../../message/file-target.ts";
import type { Failure } from "../../message/failure.ts";
import type { KnownPart } from "../../message/part.ts";
import { keepListed } from "./kept-out.ts";
import { pathOf, uriOf } from "./workspace.ts";

const ALLOWED = "galley.allowedIgnored";
const SEND = "Send";

/** What a message is answered with that may not go. */
export const NOT_CONFIRMED: Failure = {
  stage: "acquire",
  code: "ignored-file",
  message: "The message was not sent because it includes an ignored file. Remove the file, or send again and confirm.",
  retryable: false,
};

/** Whether the message may go as it is. */
export async function mayNameIgnored(memento: vscode.Memento, parts: readonly KnownPart[]): Promise<boolean> {
  const allowed = memento.get<string[]>(ALLOWED, []);
  const paths = new Set(fileTargetsOf(parts).map(({ target }) => target.path));
  const uris = [...paths].filter((path) => !allowed.includes(path)).flatMap((path) => uriOf(path) ?? []);
  const kept = new Set(await keepListed(uris));
  const ignored = uris.filter((uri) => !kept.has(uri)).map((uri) => pathOf(uri));
  if (ignored.length === 0) return true;
  const answer = await vscode.window.showWarningMessage(
    `Excluded by your ignore rules: ${ignored.slice(0, 5).join(", ")}${ignored.length > 5 ? " and more" : ""}. Send to the model anyway?`,
    { modal: true, detail: "Galley won't ask about these files again in this workspace." },
    SEND,
  );
  if (answer !== SEND) return false;
  await memento.update(ALLOWED, [...allowed, ...ignored]);
  return true;
}
