// What the inspector needs, from the core.
import { inspectNext, inspectTurn } from "../../preview/inspect.ts";
import type { Core } from "../core.ts";
import type { InspectorNeeds } from "../inspector/needs.ts";

export function inspectorNeeds(core: Core): InspectorNeeds {
  return {
    extensionUri: core.context.extensionUri,
    store: core.store,
    log: core.log,
    focusedComposer: () => {
      const pane = core.panes.focused;
      return {
        isSidecar: pane === core.panes.side,
        conversation: () => pane.id,
        parts: () => [...pane.session.draft().parts, ...pane.ghosts.automatic],
      };
    },
    previewRequest: (conversation, parts) => inspectNext(core.rooms, conversation, parts),
    sentRequest: (conversation, message) => inspectTurn(core.rooms, conversation, message),
  };
}
