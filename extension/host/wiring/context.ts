// Gives the feature context what it needs.
import { type Context, registerContext } from "../context/register.ts";
import type { RegisteredContexts } from "../context/registered-contexts.ts";
import { readConversation } from "../conversations/conversations.ts";
import type { Core } from "../core.ts";

export function wireContext(core: Core, registered: RegisteredContexts): Context {
  return registerContext(
    {
      agent: (sessionId) => core.agents.of(sessionId),
      render: core.agents.render,
      memories: { list: () => core.memories.list() },
      skills: { list: () => core.skills.forModels() },
      isShown: (sessionId) => core.panes.of(sessionId) !== undefined,
      measureAll: () => void core.measure(),
      insertAtCaret: (parts) => core.panes.focused.draft.insertAtCaret(parts),
      focusedPane: () => {
        const { id, draft, panel } = core.panes.focused;
        return { id, addToDraft: (parts) => draft.addTo(id, parts, "end"), show: () => panel.show() };
      },
      submit: (parts, sessionId) => core.submitOrThrow(parts, sessionId),
      workspaceState: core.context.workspaceState,
      readConversation: (mention, now) => readConversation(core.store, mention, now),
    },
    registered,
  );
}
