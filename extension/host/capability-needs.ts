// What memories, MCP servers, skills, agents, slash commands and suggestions need, filled from the core.
import { join } from "node:path";
import { sampleModel } from "../pipelines/sampling.ts";
import { rulesOf } from "../turn/allowed.ts";
import { loadPackage } from "../turn/load-package.ts";
import { toolsOfSkills } from "../turn/request/offered-tools.ts";
import type { AgentChoiceNeeds, AgentNeeds } from "./acp/needs.ts";
import type { CommandDrafts, CommandSources } from "./commands/needs.ts";
import type { RegisteredCommands } from "./commands/registered-commands.ts";
import type { Core } from "./core.ts";
import { giveBack } from "./conversations/queue-commands.ts";
import { isUsual } from "./conversations/session-list.ts";
import { ATTACHMENTS, storageFolder } from "./files/storage.ts";
import type { AnswerNeeds, McpNeeds } from "./mcp/needs.ts";
import type { MemoryNeeds } from "./memory/needs.ts";
import type { SuggestNeeds } from "./suggest/needs.ts";
import type { AuthoringNeeds, SkillsNeeds, TrySkillNeeds } from "./skills/needs.ts";

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

export function skillsNeeds(core: Core): SkillsNeeds {
  const { context, store, log } = core;
  return {
    ...{ context, store, log },
    newRuleId: () => core.rooms.newId("rul"),
    rules: () => rulesOf(core.rooms, ""),
    renderTemplates: (job) => core.agents.render(job),
    loadPackage: (...wanted) => loadPackage(core.rooms, core.skills.render, ...wanted),
  };
}

export function trySkillNeeds(core: Core): TrySkillNeeds {
  return {
    mainConversation: () => core.panes.main.id,
    toolsOfSkills: (conversation) => toolsOfSkills(core.rooms, conversation),
    commandOrigin: (id) => core.commands.current.byId.get(id)?.origin,
    insertIntoMain: (parts) => core.panes.main.draft.insertAtCaret(parts),
  };
}

export function authoringNeeds(core: Core): AuthoringNeeds {
  return {
    newConversationId: () => core.newId("ses"),
    openWithDraft: (conversation, draft) => {
      core.session(conversation).saveDraft(draft);
      return core.panes.show(conversation, { replacesDraft: true }).panel.focus();
    },
  };
}

export function agentNeeds(core: Core): AgentNeeds {
  const { context, log, toolbox } = core;
  return {
    ...{ context, log },
    journal: core.providers.journal,
    turnPorts: () => core.rooms,
    world: {
      shell: toolbox.shell,
      locate: (path) => toolbox.locate(path),
      text: (place) => toolbox.edits.text(place),
      record: (place, before, after, about) => {
        toolbox.edits.record(place, before, after, about);
      },
    },
    attachmentsFolder: () => join(storageFolder(context), ATTACHMENTS),
    knownServers: () => core.mcp.known(),
    isRunning: (conversation) => core.running().has(conversation),
  };
}

export function agentChoiceNeeds(core: Core): AgentChoiceNeeds {
  return {
    store: core.store,
    focusedConversation: () => core.panes.focused.id,
    selectedModel: (conversation) => core.models.current(conversation),
    selectModel: (conversation, model) => core.models.choose(conversation, model),
    openConversation: (id) => core.open(id),
    renameConversation: (id, title) => {
      core.session(id).rename(title);
    },
    conversationChanged: (id) => {
      core.changed(id);
    },
    reportFailure: (failure) => {
      core.fail(failure);
    },
  };
}

export function commandSources(core: Core, registered: RegisteredCommands): CommandSources {
  const { log, skills, offers } = core;
  return {
    ...{ log, registered },
    prompts: () => offers.commands(),
    onPromptsChange: offers.onPrompts,
    skills: () => ({ enabled: skills.listing.skills, off: skills.off }),
    onSkillsChange: skills.onChange,
    skillsRead: () => skills.list(),
    renderSkill: skills.render,
  };
}

export function commandDrafts(core: Core): CommandDrafts {
  return {
    workspaceState: core.context.workspaceState,
    conversation: (id) => core.session(id),
    tellActed: (conversation, left) => {
      core.panes.of(conversation)?.post({ type: "acted", session_id: conversation, draft: left });
    },
    appendToFocused: (parts) => core.draft.addParts(parts, "end"),
    insertIntoFocused: async (parts) => {
      const { draft, panel } = core.panes.focused;
      await draft.addParts(parts, "caret");
      await panel.focus();
    },
  };
}

export function suggestNeeds(core: Core): SuggestNeeds {
  return {
    workspaceState: core.context.workspaceState,
    skills: () => core.skills.listing.skills,
    contexts: () => core.contexts.names,
    resources: core.offers.resources,
    conversations: () => core.listSessions().filter(isUsual),
    focusedConversation: () => core.panes.focused.id,
  };
}
