// The first request of a turn: reads history, pins, layers and tools, assembles them, and lowers the result for the model.
import type { Assembled } from "../../assemble/assemble.ts";
import type { UserMessage } from "../../message/message.ts";
import { type Model, modelKey } from "../../message/model.ts";
import type { Sending } from "../../message/resolved.ts";
import type { Tool } from "../../tools/tool.ts";
import { withAgentAccount } from "../agents/agent-account.ts";
import { toolsFor } from "../../skills/run/skill-parts.ts";
import { prepare, type WirePorts } from "../wire.ts";
import type { Prepared } from "../prepared.ts";
import { assembleTurn, placeAttached, storedPdfs, viewAhead } from "./assemble-turn.ts";
import type { PastRequestPorts } from "./as-sent.ts";
import { commandTools } from "./command/command-tools.ts";
import { earlierRequests } from "./earlier.ts";
import { type LayerSet, type LayersWanted, withLayerSet } from "./layer-set.ts";
import { readHistory } from "./conversation-cache.ts";
import { offeredTools, specsOf, type ToolPorts } from "./offered-tools.ts";
import { type PinPorts, type PinsRead, readPinned } from "./pins.ts";
import { readMedia } from "./read-media.ts";
import { readPdfs } from "./read-pdfs.ts";
import { withWarnings } from "./with-warnings.ts";

export interface RequestPorts extends PastRequestPorts, PinPorts, ToolPorts {
  /** Reads the layers of a turn. Never rejects. */
  layers: (wanted: LayersWanted) => Promise<LayerSet>;
}

export interface RequestWanted {
  turn: UserMessage;
  /** The history ends before this message. Default: after the last message. */
  before?: string;
  /** Texts of the turn that are not stored yet. */
  fresh?: ReadonlyMap<string, string>;
  /** The tools that the turn's skills allow. Default: determined from the turn's parts. */
  bound?: (all: readonly Tool[]) => readonly Tool[];
  /** `undefined` for a preview. */
  sending?: Sending;
}

/** A request before it is lowered, and what was read for it. */
export interface AssembledRequest {
  assembled: Assembled;
  pinned: PinsRead["pins"];
  tools: readonly Tool[];
  sources: NonNullable<LayerSet["sources"]>;
}

export async function assembleRequest(
  ports: RequestPorts,
  conversationId: string,
  model: Model,
  { turn, before, fresh, sending, bound = (all) => toolsFor(turn.parts, all, model.tools) }: RequestWanted,
): Promise<AssembledRequest> {
  const tools = bound(commandTools(turn, await offeredTools(ports, conversationId, model, turn)));
  const history = await readHistory(ports.store, conversationId, before);
  const pinned = await readPinned(ports, conversationId, sending);
  const messages = [...history, turn];
  const { pins } = pinned;
  const layerSet = await ports.layers({ session_id: conversationId, model, messages, pins });
  await readPdfs(ports.pdfs, messages, model, storedPdfs(ports.store, fresh));
  await readMedia(ports.store, messages, model);
  await ports.places.ready();
  if (sending !== undefined) await placeAttached(ports, messages, model);
  await viewAhead(ports, { session_id: conversationId, history, model });
  const plain = assembleTurn(ports, {
    session_id: conversationId,
    history,
    turn,
    earlier: earlierRequests(ports, conversationId, history),
    layers: layerSet.layers,
    tools: specsOf(tools),
    model,
    pinned,
    ...(fresh !== undefined && { fresh }),
  });
  const { sources = {} } = layerSet;
  return { assembled: withLayerSet(plain, layerSet), pinned: pins, tools, sources };
}

/** A request in the shape of its wire. Its account names what the wire could not take. */
export interface LoweredRequest extends AssembledRequest {
  prepared: Prepared;
}

export function lowerRequest(
  ports: WirePorts,
  conversationId: string,
  model: Model,
  request: AssembledRequest,
): LoweredRequest {
  const { assembled } = request;
  const prepared = prepare(assembled.context, model, ports);
  const tellsHistory = ports.agents.continues(conversationId, modelKey(model)) === undefined;
  const counted = withAgentAccount(assembled, model, tellsHistory);
  return { ...request, assembled: withWarnings(counted, prepared.warnings), prepared };
}
