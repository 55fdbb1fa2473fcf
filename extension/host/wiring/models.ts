// What models need, from the core.
import { agentItems } from "../acp/picker.ts";
import type { Core } from "../core.ts";
import type { ModelsNeeds } from "../models/needs.ts";

export function modelsNeeds(core: Core): ModelsNeeds {
  return {
    secretStorage: core.context.secrets,
    hidden: core.secrets,
    log: core.log,
    globalState: core.context.globalState,
    workspaceState: core.context.workspaceState,
    store: core.store,
    agentModel: (id) => core.acp.model(id),
    focusedConversation: () => core.panes.focused.id,
    isInSidecarPane: (conversation) => core.panes.side?.id === conversation,
    agentItems: (conversation) => agentItems(core, conversation),
  };
}
