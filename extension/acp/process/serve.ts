// The client's side of the protocol: passes each request of the agent to its turn, or answers why it is refused.
import type {
  client,
  ReadTextFileRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from "@agentclientprotocol/sdk";
import type { methods as Methods, RequestError as Errors } from "./sdk-acp.ts";
import type { AgentServices, Verdict } from "../services/services.ts";
import type { Result } from "../../message/result.ts";
import type { EventQueue } from "./event-queue.ts";
import type { Terminals } from "../services/terminals.ts";
import type { TurnUpdates } from "../session/updates.ts";

/** A turn of an agent session. */
export interface Turn {
  queue: EventQueue;
  updates: TurnUpdates;
  services: AgentServices;
  terminals: Terminals;
}

type App = ReturnType<typeof client>;

interface Library {
  methods: typeof Methods;
  RequestError: typeof Errors;
}

/** `of` throws the error response if no turn runs in the session. */
export function serve(app: App, { methods, RequestError }: Library, of: (sessionId: string) => Turn): void {
  const valueOf = <Value>(done: Result<Value, string>): Value => {
    if (!done.ok) throw new RequestError(-32_603, done.failure, { details: done.failure });
    return done.value;
  };
  const known = <Found>(found: Found | undefined, id: string): Found => {
    if (found === undefined) throw RequestError.resourceNotFound(id);
    return found;
  };
  const { session, fs, terminal } = methods.client;
  app
    .onRequest(session.requestPermission, async ({ params }) => {
      const { services, updates, queue } = of(params.sessionId);
      for (const event of updates.call(params.toolCall)) queue.push(event);
      if (updates.isFlooded) queue.flood();
      const toolCall = updates.told(params.toolCall.toolCallId);
      return choose(params, await services.permission({ ...params, toolCall }));
    })
    .onRequest(fs.readTextFile, async ({ params }) => {
      return { content: slice(valueOf(await of(params.sessionId).services.read(params.path)).text, params) };
    })
    .onRequest(fs.writeTextFile, async ({ params }) => {
      valueOf(await of(params.sessionId).services.write(params.path, params.content));
      return {};
    })
    .onRequest(terminal.create, async ({ params }) => {
      const { terminals, services } = of(params.sessionId);
      return { terminalId: valueOf(await terminals.create(params, services)) };
    })
    .onRequest(terminal.output, ({ params: { sessionId, terminalId } }) =>
      known(of(sessionId).terminals.output(terminalId), terminalId),
    )
    .onRequest(terminal.waitForExit, ({ params: { sessionId, terminalId } }) =>
      known(of(sessionId).terminals.exited(terminalId), terminalId),
    )
    .onRequest(terminal.kill, ({ params: { sessionId, terminalId } }) => {
      known(of(sessionId).terminals.kill(terminalId) || undefined, terminalId);
      return {};
    })
    .onRequest(terminal.release, ({ params: { sessionId, terminalId } }) => {
      known(of(sessionId).terminals.release(terminalId) || undefined, terminalId);
      return {};
    });
}

/** Prefers to allow only once, because Galley's own rules remember what the user allows for longer. */
function choose({ options }: RequestPermissionRequest, verdict: Verdict): RequestPermissionResponse {
  const kinds = verdict === "allowed" ? ["allow_once", "allow_always"] : ["reject_once", "reject_always"];
  const option = kinds.flatMap((kind) => options.find((one) => one.kind === kind) ?? [])[0];
  if (verdict === "stopped" || option === undefined) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: option.optionId } };
}

function slice(text: string, { line, limit }: ReadTextFileRequest): string {
  if ((line === undefined || line === null) && (limit === undefined || limit === null)) return text;
  const from = Math.max(0, (line ?? 1) - 1);
  const lines = text.split("\n").slice(from, limit === undefined || limit === null ? undefined : from + limit);
  return lines.join("\n");
}
