// The ports of a turn that a test or a drill seldom cares about, each with a neutral value.
import type { InspectPorts } from "../../extension/preview/inspect.ts";
import type { StreamEvent } from "../../extension/send/event.ts";
import { waitFor } from "../../extension/send/line/wait-for.ts";
import type { AgentPort } from "../../extension/turn/agents/prepare-agent.ts";
import type { ConversationPorts } from "../../extension/turn/conversation/conversation.ts";
import type { Ownership } from "../../extension/turn/ownership.ts";

/** No agent is configured. */
const noAgents: AgentPort = {
  places: { absolute: (path) => path, attachment: () => undefined },
  continues: () => undefined,
  start: () => Promise.resolve(undefined),
  send: () => refuse(),
};

async function* refuse(): AsyncGenerator<StreamEvent> {
  const failure = { stage: "send", code: "unknown-provider", message: "There is no agent.", retryable: false } as const;
  yield await Promise.resolve<StreamEvent>({ type: "failed", failure });
}

type Neutral =
  | (
      | "readResource"
      | "readStored"
      | "readSymbols"
      | "namedFiles"
      | "findPlace"
      | "searchWorkspace"
      | "setUpModel"
      | "bringPrompt"
      | "livePins"
      | "attachmentLimits"
      | "inlineTextBytes"
      | "pinsPlacement"
      | "pdfs"
      | "places"
    )
  | ("profile" | "tools" | "rules" | "start" | "ready" | "stored" | "trace" | "layers" | "agents" | "wait");

export function neutralPorts(): Pick<ConversationPorts, Neutral> & Pick<InspectPorts, "journal"> & Ownership {
  return {
    readStored: () => Promise.resolve({ state: "unavailable", reason: "nothing is stored" }),
    readResource: () => Promise.resolve({ parts: [], reason: "no MCP server is available" }),
    readSymbols: () => Promise.resolve({ state: "unchecked", reason: "no editor is available" }),
    namedFiles: () => Promise.resolve([]),
    searchWorkspace: (query) =>
      Promise.resolve({
        type: "editor-context",
        kind: "search",
        source: query,
        payload: "No matches found.",
        emitted_at: 1,
      }),
    setUpModel: () => Promise.resolve(undefined),
    findPlace: () => Promise.resolve({ state: "missing" }),
    bringPrompt: () => Promise.resolve(undefined),
    livePins: () => Promise.resolve([]),
    attachmentLimits: () => ({ inlineBytes: 1 << 20, sessionInlineBytes: 20 << 20 }),
    inlineTextBytes: () => 64 << 10,
    pinsPlacement: () => "append",
    pdfs: { read: () => Promise.resolve(), text: () => undefined },
    places: {
      ready: () => Promise.resolve(),
      converters: () => [],
      path: (contentId, name) => `/attachments/${contentId.slice(0, 16)}/${name}`,
      keep: () => Promise.resolve(),
    },
    profile: () => undefined,
    tools: () => Promise.resolve([]),
    rules: () => [],
    start: () => Promise.resolve(),
    ready: () => Promise.resolve(),
    stored: () => undefined,
    trace: () => undefined,
    layers: () => Promise.resolve({ layers: [{ id: "agent.system", text: "Be brief." }] }),
    agents: noAgents,
    wait: waitFor,
    journal: { entries: () => [] },
    isOurs: () => true,
  };
}
