// The first request of a turn: everything that stands around it is read now, assembled, and lowered for its model.
import type { Assembled } from "../../assemble/assemble.ts";
import type { UserMessage } from "../../message/message.ts";
import { type Model, modelKey } from "../../message/model.ts";
import type { Sending } from "../../message/resolved.ts";
import type { Tool } from "../../tools/tool.ts";
import { withAgentAccount } from "../agents/agent-account.ts";
import type { Rooms } from "../rooms.ts";
import { toolsFor } from "../../skills/run/skill-parts.ts";
import { prepare } from "../wire.ts";
import type { Prepared } from "../prepared.ts";
import { assembleTurn, storedPdfs, viewAhead } from "./assemble-turn.ts";
import { earlierRequests } from "./earlier.ts";
import { frameOf, withFrame } from "./frame.ts";
import type { Frame } from "./frame-shape.ts";
import { readHistory } from "./memory.ts";
import { offeredTools, specsOf } from "./offered-tools.ts";
import { type PinsRead, readPinned } from "./pins.ts";
import { readPdfs } from "./read-pdfs.ts";
import { withWarnings } from "./with-warnings.ts";

export interface Wanted {
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

/** What goes, before any wire's shape, and what was read for it. */
export interface AssembledRequest {
  assembled: Assembled;
  pinned: PinsRead["pins"];
  tools: readonly Tool[];
  sources: NonNullable<Frame["sources"]>;
}

export async function assembleRequest(
  rooms: Rooms,
  sessionId: string,
  model: Model,
  { turn, before, fresh, sending, bound = (all) => toolsFor(turn.parts, all, model.tools) }: Wanted,
): Promise<AssembledRequest> {
  const tools = bound(await offeredTools(rooms, sessionId, model, turn));
  const history = await readHistory(rooms.store, sessionId, before);
  const pinned = await readPinned(rooms, sessionId, sending);
  const frame = await frameOf(rooms, sessionId, [...history, turn], pinned);
  await readPdfs(rooms.pdfs, [...history, turn], model, storedPdfs(rooms, fresh));
  await viewAhead(rooms, { session_id: sessionId, history, model });
  const plain = assembleTurn(rooms, {
    session_id: sessionId,
    history,
    turn,
    earlier: earlierRequests(rooms, sessionId, history),
    layers: frame.layers,
    tools: specsOf(tools),
    model,
    pinned,
    ...(fresh !== undefined && { fresh }),
  });
  const { sources = {} } = frame;
  return { assembled: withFrame(plain, frame), pinned: pinned.pins, tools, sources };
}

/** The same for the wire of its model. What that could not take stands in the account. */
export interface LoweredRequest extends AssembledRequest {
  prepared: Prepared;
}

export function lowerRequest(rooms: Rooms, sessionId: string, model: Model, request: AssembledRequest): LoweredRequest {
  const { assembled } = request;
  const prepared = prepare(assembled.context, model, rooms);
  const tellsHistory = rooms.agents?.continues(sessionId, modelKey(model)) === undefined;
  const counted = withAgentAccount(assembled, model, tellsHistory);
  return { ...request, assembled: withWarnings(counted, prepared.warnings), prepared };
}
