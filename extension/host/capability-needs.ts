// What memories, MCP servers, skills, agents, slash commands and suggestions need, filled from the core.
import { sampleModel } from "../pipelines/sampling.ts";
import type { Core } from "./core.ts";
import { giveBack } from "./conversations/queue-commands.ts";
import type { AnswerNeeds, McpNeeds } from "./mcp/needs.ts";
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

export function mcpNeeds(core: Core): McpNeeds {
  const { context, store, log, secrets } = core;
  return { context, store, log, secrets, measureAll: () => core.measure() };
}

export function mcpAnswers(core: Core): AnswerNeeds {
  return {
    ask: (conversation, question, signal) => core.session(conversation).ask(question, signal),
    model: (conversation) => core.rooms.model(conversation),
    focusedConversation: () => core.panes.focused.id,
    sample: (conversation, wanted, signal) => sampleModel(core.rooms, conversation, wanted, signal),
  };
}
