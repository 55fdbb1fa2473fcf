// What memories, MCP servers, skills, agents, slash commands and suggestions need, filled from the core.
import type { Core } from "./core.ts";
import { giveBack } from "./conversations/queue-commands.ts";
import type { MemoryNeeds } from "./memory/needs.ts";

export function memoryNeeds(core: Core): MemoryNeeds {
  return {
    userStorage: core.context.globalStorageUri,
    conversation: (id) => core.session(id),
    focusedConversation: () => core.panes.focused.id,
    giveBack: (conversation, draft) => {
      giveBack(core, conversation, draft);
    },
    reportFailure: (failure) => {
      core.fail(failure);
    },
    measureAll: () => core.measure(),
  };
}
