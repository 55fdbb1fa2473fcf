// Gives the feature tools what it needs.
import { join } from "node:path";
import { memoryTools } from "../../memory/tools.ts";
import { rulesOf } from "../../turn/allowed.ts";
import type { Core } from "../core.ts";
import { RESULTS, storageFolder } from "../files/storage.ts";
import { authoringTools } from "../skills/authoring.ts";
import { registerTools, type Tools } from "../tools/register.ts";

export function wireTools(core: Core): Tools {
  const documents = core.edits.files;
  return registerTools({
    store: core.store,
    log: core.log,
    extensionPath: core.context.extensionPath,
    resultsFolder: join(storageFolder(core.context), RESULTS),
    documents,
    rules: (sessionId) => rulesOf(core.rooms, sessionId),
    skillTool: (sessionId) => core.skills.tool(sessionId),
    authoringTools: (sessionId, turn, files) => authoringTools(core, sessionId, turn, { files, documents }),
    memoryTools: () => memoryTools(core.memories.store),
    serverTools: (sessionId, taken, bound) => core.mcp.tools(sessionId, taken, bound),
    focusedConversation: () => core.panes.focused.id,
  });
}
