// Gives the feature edits what it needs.
import type { Core } from "../core.ts";
import { type Edits, registerEdits } from "../edits/register.ts";

export function wireEdits(core: Core): Edits {
  return registerEdits({
    store: core.store,
    log: core.log,
    focusedConversation: () => core.panes.focused.id,
    tell: (sessionId, event) => {
      core.rooms.emit(sessionId, event);
    },
  });
}
