// What comes back from a queue or a command is stored as the draft; a pane that shows it has it in its input too.
import type { Draft } from "../../protocol/draft.ts";
import type { Core } from "../core.ts";

export function giveBack(core: Core, conversation: string, draft: Draft): void {
  if (draft.parts.length > 0) core.panes.of(conversation)?.post({ type: "returned", session_id: conversation, draft });
}
