// The ports of a turn, filled with VS Code and the store of this window.
import { v7 as uuid } from "uuid";
import { PdfTexts } from "../disk/threads/pdf-texts.ts";
import type { Rooms } from "../turn/rooms.ts";
import type { Core } from "./core.ts";
import { readFile } from "./files/files.ts";
import { isProcessAlive, processName } from "./files/owner.ts";
import { attachmentLimits, compactsAlone, inlineTextBytes, pinsPlacement, toolRules } from "./settings/settings.ts";

export function makeRooms(core: Core, emit: Rooms["emit"]): Rooms {
  return {
    store: core.store,
    readFile: (target) => readFile(target),
    readContext: (name, id) => core.contexts.read(name, id),
    readResource: (server, uri, sending) => core.offers.read(server, uri, sending),
    attachmentLimits,
    livePins: (sessionId) => core.shelf.livePins(sessionId),
    inlineTextBytes,
    pinsPlacement,
    compactsAlone,
    layers: (wanted) => core.surroundings.read(wanted),
    tools: (sessionId, turn) => core.toolbox.offered(sessionId, turn),
    rules: (sessionId) => [...toolRules(), ...core.agents.rules(sessionId)],
    agent: (sessionId) => core.agents.shown(sessionId),
    start: (signal) => core.mcp.ready("sending", signal),
    ready: () => core.agents.ready(),
    catalog: () => core.commands.current,
    bringPrompt: (id, sending) => core.offers.bring(id, sending),
    model: (sessionId) => core.agents.modelOf(sessionId),
    languageModel: core.models.languageModel,
    agents: core.acp.agents,
    pdfs: new PdfTexts((bytes) => core.toolbox.pdfs.words(bytes)),
    journal: core.providers.journal,
    access: (provider) => core.providers.access(provider),
    now: () => Date.now(),
    newId: (prefix) => `${prefix}_${uuid()}`,
    emit,
    trace: (manifest) => {
      core.log.debug(`request ${JSON.stringify(manifest)}`);
    },
    owner: processName,
    isAlive: isProcessAlive,
  };
}
