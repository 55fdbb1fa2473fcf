// The request of one change of code: the selection of the user, the profile and the model become what is sent.
import type { Assembled } from "../../assemble/assemble.ts";
import type { Context } from "../../assemble/context.ts";
import type { Failure } from "../../message/failure.ts";
import type { Model } from "../../message/model.ts";
import type { Result } from "../../message/result.ts";
import type { Tool } from "../../tools/tool.ts";
import { type AssemblePorts, assembleTurn, storedPdfs } from "../../turn/request/assemble-turn.ts";
import { specsOf } from "../../turn/request/offered-tools.ts";
import { withLayerSet } from "../../turn/request/layer-set.ts";
import type { RequestPorts } from "../../turn/request/make-request.ts";
import { readPdfs } from "../../turn/request/read-pdfs.ts";
import { withWarnings } from "../../turn/request/with-warnings.ts";
import { prepare, type WirePorts } from "../../turn/wire.ts";
import { scopeOf, type Target } from "./document.ts";
import { type Extra, fitAround, predictionOf, refactorLayer, type RefactorTask, turnOf } from "./request.ts";
import * as words from "./words.ts";

export interface RequestOfRefactorPorts extends AssemblePorts, WirePorts, Pick<RequestPorts, "layers"> {
  model: () => Model;
  /** What the model may call: none unless the profile offers some. */
  tools: () => Promise<readonly Tool[]>;
}

/** What the user selected, in the document as it is now. */
export interface RefactorTarget {
  path: string;
  language: string;
  isUnsaved: boolean;
  text: string;
  target: Target;
  extra: Extra;
}

/** The layers of other requests that this one has: the profile's own text. */
const PROFILE_LAYER = "agent.system";

/** Requests of this pipeline belong to no conversation. */
export const SESSION = "refactor";

export interface RefactorRequest {
  model: Model;
  assembled: Assembled;
  /** In the shape of its wire. */
  lowered: unknown;
  tools: readonly Tool[];
}

/** What would be sent, for a preview too. */
export async function makeRefactor(
  ports: RequestOfRefactorPorts,
  { text, target, ...about }: RefactorTarget,
  instruction: string,
): Promise<Result<RefactorRequest>> {
  const model = ports.model();
  // An agent would answer in its own session, and change files by itself.
  if (model.keeps_session === true) return { ok: false, failure: failureOf("agent", words.agentTakesNone) };
  const scope = scopeOf(text, target);
  if (scope === undefined) return { ok: false, failure: failureOf("invalid-target", words.notInDocument) };
  const task: RefactorTask = { ...about, text, scope, instruction };
  const tools = model.tools ? await ports.tools() : [];
  const assembled = await assembleFitting(ports, model, task, tools);
  if (assembled.failure !== undefined) return { ok: false, failure: assembled.failure };
  // Servers that take a prediction take no tools with it.
  const prediction = tools.length === 0 ? predictionOf(scope) : undefined;
  const context: Context = { ...assembled.context, ...(prediction !== undefined && { prediction }) };
  const { request, warnings } = prepare(context, model, ports);
  const account = withWarnings({ ...assembled, context }, warnings);
  return { ok: true, value: { model, assembled: account, lowered: request, tools } };
}

async function assembleFitting(
  ports: RequestOfRefactorPorts,
  model: Model,
  task: RefactorTask,
  tools: readonly Tool[],
): Promise<Assembled> {
  const id = ports.newId("msg");
  const first = turnOf(task, { lines: 0, hasImports: false }, id);
  const layerSet = await ports.layers({ session_id: SESSION, model, messages: [first.turn], pins: [] });
  const own = layerSet.layers.filter((layer) => layer.id === PROFILE_LAYER);
  const left_out = (layerSet.left_out ?? []).filter(({ what }) => what === "agent");
  await readPdfs(ports.pdfs, [first.turn], model, storedPdfs(ports.store, first.contents));
  await ports.places.ready();
  const { made, elided } = await fitAround(
    task,
    (around) => {
      const { turn, contents } = turnOf(task, around, id);
      const assembled = assembleTurn(ports, {
        session_id: SESSION,
        history: [],
        turn,
        fresh: contents,
        earlier: { asSent: new Map(), elided: new Map() },
        layers: [...own, refactorLayer(task)],
        tools: specsOf(tools),
        model,
        pinned: { pins: [], contents: new Map() },
      });
      return Promise.resolve(withLayerSet(assembled, { ...layerSet, left_out }));
    },
    ({ failure, manifest }) => ({ failure, estimate: manifest.estimate }),
  );
  return { ...made, manifest: { ...made.manifest, elided: [...made.manifest.elided, ...elided] } };
}

export function failureOf(code: string, message: string): Failure {
  return { stage: "turn", code, message, retryable: code === "not-asked" };
}
