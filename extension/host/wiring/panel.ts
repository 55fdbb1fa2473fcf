// Gives the feature panel what it needs.
import { expansionOf } from "../../preview/expansion.ts";
import { measureDraft } from "../../preview/meter.ts";
import { weigh } from "../../preview/weigh.ts";
import { preparedCatalog } from "../../turn/request/prepared-catalog.ts";
import { carryOut } from "../commands/command-actions.ts";
import { branch, rewind } from "../conversations/lineage-commands.ts";
import { isUsual } from "../conversations/session-list.ts";
import type { Core } from "../core.ts";
import { showTurn } from "../inspector/inspect-commands.ts";
import type {
  BridgeNeeds,
  GaugeNeeds,
  GhostsNeeds,
  MessageActionNeeds,
  PanelNeeds,
  RequestNeeds,
  SuggestNeeds,
  TakeInNeeds,
} from "../panel/needs.ts";
import type { Panels } from "../panel/panes.ts";
import { type PanelFeature, registerPanel } from "../panel/register.ts";
import { open as openSkill } from "../skills/skill-commands.ts";

export function wirePanel(core: Core, panels: Panels): PanelFeature {
  const needs: PanelNeeds = {
    ...draftNeeds(core),
    ...suggestNeeds(core),
    ...messageActionNeeds(core),
    ...requestNeeds(core),
    ...commandNeeds(core),
    ...listNeeds(core),
    log: core.log,
    workspaceState: core.context.workspaceState,
    extensionUri: core.context.extensionUri,
    model: (sessionId) => core.rooms.model(sessionId),
  };
  return registerPanel(needs, panels);
}

/** What is measured and offered while a draft is written. */
function draftNeeds(core: Core): GaugeNeeds & GhostsNeeds & Pick<TakeInNeeds, "findSource"> {
  const { automatic } = core.contexts;
  return {
    expand: async (sessionId, parts) => {
      const { catalog } = await preparedCatalog(core.rooms, sessionId, parts);
      return expansionOf(parts, catalog, core.commands.absence, (id) => core.offers.serverOf(id));
    },
    measureDraft: (sessionId, parts, known) => measureDraft(core.rooms, sessionId, parts, known),
    instructions: (sessionId) => core.surroundings.instructions(sessionId),
    showOnShelf: (pins, parts, measures) => core.shelf.show(pins, parts, measures),
    requestChanged: () => {
      core.inspector.changed();
    },
    readAutomatic: (name) => automatic.read(name),
    policyOf: (name) => automatic.policyOf(name),
    choosePolicy: (name, policy) => {
      automatic.choosePolicy(name, policy);
    },
    onAutomaticChange: automatic.onChange,
    catalog: () => core.commands.current,
    weigh: (sessionId, parts) => weigh(core.rooms, sessionId, parts),
    tell: (sessionId, event) => {
      core.rooms.emit(sessionId, event);
    },
    findSource: (text) => core.contexts.findSource(text),
  };
}

function suggestNeeds(core: Core): SuggestNeeds & Pick<PanelNeeds, "readResource"> {
  return {
    warmSuggestions: () => {
      core.suggest.warm();
    },
    suggest: (question, asker) => {
      core.suggest.ask(question, asker);
    },
    peek: (key, part, asker) => core.suggest.peek(key, part, asker),
    complete: (question, answer) => core.offers.complete(question, answer),
    suggestionChosen: (part) => {
      core.suggest.chosen(part);
    },
    readResource: (server, uri) => core.offers.read(server, uri),
  };
}

function messageActionNeeds(core: Core): MessageActionNeeds {
  return {
    store: core.store,
    conversation: (id) => core.session(id),
    newConversationId: () => core.newId("ses"),
    inherit: async (from, to) => {
      await core.models.inherit(from, to);
      core.agents.inherit(from, to);
    },
    conversationChanged: (id, options) => {
      core.changed(id, options);
    },
    rewind: (to) => rewind(core, to),
    branch: (from) => branch(core, from),
    showSentRequest: (of) => showTurn(core, of),
  };
}

type OwnRequestNeeds = "openSkill" | "openResource" | "actOnEdits" | "actOnCode" | "pin" | "unpin";

function requestNeeds(core: Core): Pick<RequestNeeds, OwnRequestNeeds> {
  return {
    openSkill: (name) => openSkill(core, { name }),
    openResource: (server, uri) => core.offers.show(server, uri),
    actOnEdits: (message) => core.edits.files.act(message),
    actOnCode: (message) => core.edits.actOnCode(message),
    pin: (parts, title) => {
      core.shelf.pin(parts, { title });
    },
    unpin: (ids) => {
      core.shelf.unpin(ids);
    },
  };
}

type CommandNeeds = "commandSpecs" | "meetAgent" | "findCommands" | "carryOut";

function commandNeeds(core: Core): Pick<BridgeNeeds, CommandNeeds> {
  return {
    commandSpecs: (sessionId) => core.commands.specs(sessionId),
    meetAgent: (sessionId) => void core.acp.meet(sessionId),
    findCommands: (sessionId) => {
      void core.offers.commanded();
      void core.acp.commanded(sessionId);
    },
    carryOut: (sessionId, draft, failed) => carryOut(core, sessionId, draft, failed),
  };
}

function listNeeds(core: Core): Pick<PanelNeeds, "usualConversations" | "updateList" | "isRunning"> {
  return {
    usualConversations: () => core.listSessions().filter(isUsual),
    updateList: () => {
      core.list.update();
    },
    isRunning: (sessionId) => core.running().has(sessionId),
  };
}
