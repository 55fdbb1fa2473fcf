// The request that would be sent now: the same stages as a turn. Nothing is stored or started.
import type { Facts } from "../acquire/facts.ts";
import type { Invoked } from "../compose/catalog.ts";
import type { UserMessage } from "../message/message.ts";
import type { Model } from "../message/model.ts";
import type { Part } from "../message/part.ts";
import { acquireFacts, composeMessage, type GatherPorts } from "../turn/gather.ts";
import type { CommandModelPorts } from "../turn/request/command/command-model.ts";
import { assembleRequest, lowerRequest, type LoweredRequest, type RequestPorts } from "../turn/request/make-request.ts";
import { type CatalogPorts, preparedCatalog } from "../turn/request/prepared-catalog.ts";
import { turnModel } from "../turn/request/turn-model.ts";
import type { WirePorts } from "../turn/wire.ts";

export interface PreviewPorts extends CatalogPorts, CommandModelPorts, GatherPorts, RequestPorts, WirePorts {
  /** Resolves when everything that a turn reads at its start is loaded. */
  ready: () => Promise<unknown>;
}

export interface Preview extends LoweredRequest {
  facts: Facts;
  turn: UserMessage;
  /** The model that would answer. */
  model: Model;
  /** The skill package that the draft gives, composed or refused. */
  invoked: Invoked | undefined;
}

/** What a preview may differ in from what is sent next. */
interface PreviewOptions {
  /** The message whose place in the conversation it takes. Default: after the last message. */
  before?: string;
  /** Answers instead of the model that the parts and the conversation name. */
  by?: Model;
}

export async function preview(
  ports: PreviewPorts,
  conversationId: string,
  parts: readonly Part[],
  { before, by }: PreviewOptions = {},
): Promise<Preview> {
  await ports.ready();
  const { catalog, invoked } = await preparedCatalog(ports, conversationId, parts);
  const known = await acquireFacts(ports, { parts, catalog });
  const { message: turn, contents: fresh } = composeMessage(ports, { parts, catalog }, known);
  const named = by ?? (await turnModel(ports, conversationId, turn))?.model;
  const model = named ?? ports.model(conversationId);
  const request = await assembleRequest(ports, conversationId, model, {
    turn,
    fresh,
    ...(before !== undefined && { before }),
  });
  return { ...lowerRequest(ports, conversationId, model, request), facts: known.facts, turn, model, invoked };
}
