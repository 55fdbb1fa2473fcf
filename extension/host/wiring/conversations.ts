// What conversations need, from the core.
import type { ConversationsNeeds } from "../conversations/needs.ts";
import type { Core, Shell } from "../core.ts";
import { giveBack } from "./give-back.ts";

export function conversationsNeeds(
  core: Core,
  { sessions, shelf }: Pick<Shell, "sessions" | "shelf">,
): ConversationsNeeds {
  const { panes } = core;
  return {
    context: core.context,
    store: core.store,
    log: core.log,
    conversation: (id) => core.session(id),
    runningConversations: () => core.running(),
    runState: (id) => core.status.stateOf(id),
    reread: (id) => core.reread(id),
    changed: (id) => core.changed(id),
    inheritAnswerer: async (from, to) => {
      await core.models.inherit(from, to);
      core.agents.inherit(from, to);
    },
    shownConversations: () => panes.all.map(({ id }) => id),
    focusedConversation: () => panes.focused.id,
    mainConversation: () => panes.main.id,
    show: (id, options) => void panes.show(id, options),
    open: (id) => core.open(id),
    focus: async (id) => panes.of(id)?.panel.focus(),
    leave: (ids) => panes.leave(ids),
    giveBack: (id, draft) => giveBack(core, id, draft),
    reportFailure: (failure) => core.fail(failure),
    view: sessions,
    isLookedAt: () => panes.all.some(({ panel }) => panel.isVisible) || shelf.isVisible,
    rereadPins: () => core.shelf.reread(),
  };
}
