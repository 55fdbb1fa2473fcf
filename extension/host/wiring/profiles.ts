// What profiles need, from the core.
import type { Core } from "../core.ts";
import type { ProfilesNeeds } from "../profiles/needs.ts";

export function profilesNeeds(core: Core): ProfilesNeeds {
  return {
    extensionUri: core.context.extensionUri,
    workspaceState: core.context.workspaceState,
    store: core.store,
    log: core.log,
    focusedConversation: () => core.panes.focused.id,
    chosenModel: (conversation) => core.models.current(conversation),
    modelNamed: (name) => core.models.named(name),
    findModelsOfExtensions: () => core.models.refreshOthers(),
  };
}
