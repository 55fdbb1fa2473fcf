// Tells VS Code what the user has tried in a message: it completes the steps of the walkthrough.
import { mayGiveCommand } from "../../message/given-command.ts";
import type { Draft } from "../../protocol/draft.ts";
import { setKey } from "../window/keys.ts";

/** What was tried once stays tried. */
export function noteTried(parts: Draft["parts"]): void {
  if (parts.some(({ type }) => type !== "text" && type !== "command")) setKey("galley.tried.context", true);
  if (mayGiveCommand(parts)) setKey("galley.tried.command", true);
}
