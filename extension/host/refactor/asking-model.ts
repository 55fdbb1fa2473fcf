// Gives a refactoring what it asks of the model of a conversation: the answer, the cost, and the request as it would go or went.
import { type ExtraPorts, readExtra } from "../../pipelines/refactor/extra.ts";
import { makeRefactor, type RefactorTarget, SESSION } from "../../pipelines/refactor/make-refactor.ts";
import { type RefactorPorts, runRefactor } from "../../pipelines/refactor/run.ts";
import { type CallPorts, runRefactorCalls } from "../../pipelines/refactor/tools/run-calls.ts";
import type { Inspected } from "../../preview/inspect.ts";
import { inspectAlone, inspectSentAlone, type LoneRequest } from "../../preview/inspect-alone.ts";
import type { Journal } from "../../send/line/journal.ts";
import { offeredTools, type ToolPorts } from "../../turn/request/offered-tools.ts";
import { whenDrawn } from "./drawn.ts";
import type { RefactorNeeds, RefactorRequest } from "./needs.ts";
import * as words from "./words.ts";

type AskedHere = "model" | "progress" | "later" | "sent" | "tools" | "runCalls";

interface Ports extends Omit<RefactorPorts, AskedHere>, ExtraPorts, ToolPorts, CallPorts {
  journal: Pick<Journal, "entries">;
  /** The names of the tools that the profile of a conversation offers while code is refactored. */
  refactorTools: (conversationId: string) => readonly string[];
}

export function askingModel(
  ports: Ports,
  conversation: () => string,
  show: (title: string, look: () => Promise<Inspected>) => void,
): Pick<RefactorNeeds, "modelName" | "ask" | "tokensOf" | "preview"> {
  const made = async (request: RefactorRequest) => {
    const result = await makeRefactor(
      portsFor(ports, conversation()),
      await targetOf(ports, request),
      request.instruction,
    );
    if (!result.ok) throw new Error(result.failure.message);
    return result.value;
  };
  return {
    modelName: () => {
      const { name, id } = ports.model(conversation());
      return name ?? id;
    },
    tokensOf: async (request) => (await made(request)).assembled.manifest.estimate,
    preview: async (request) => {
      const next = await made(request);
      show(words.previewTitle, () => Promise.resolve(inspectAlone(request.instruction, next)));
    },
    ask: async (request, { signal, received, sent }) => {
      const progress = (said: string): void => received(said.split("\n").length);
      const look = (gone: LoneRequest) => (): Promise<Inspected> =>
        Promise.resolve(inspectSentAlone(request.instruction, gone, ports.journal));
      const target = await targetOf(ports, request);
      const result = await runRefactor(
        {
          ...portsFor(ports, conversation()),
          progress,
          // The answer goes into the document first. A window that closes meanwhile has no store.
          later: (work) =>
            void whenDrawn()
              .then(work)
              .catch(() => undefined),
          sent: (gone) => {
            sent(() => show(words.sentTitle, look(gone)));
          },
        },
        target,
        request.instruction,
        signal,
      );
      return result.ok ? { ok: true, value: { output: result.value.answer, finished: result.value } } : result;
    },
  };
}

/** With the model, the profile and the tool rules of the conversation. */
function portsFor(ports: Ports, session_id: string) {
  const { model, layers, ...rest } = ports;
  return {
    ...rest,
    tools: async () => {
      const names = ports.refactorTools(session_id);
      const offered = names.length === 0 ? [] : await offeredTools(ports, session_id, model(session_id));
      return offered.filter(({ name, harmless }) => harmless && names.includes(name));
    },
    runCalls: (...[tools, calls, signal]: Parameters<RefactorPorts["runCalls"]>) =>
      runRefactorCalls(ports, { session_id, message_id: SESSION, tools, calls, signal }),
    model: () => model(session_id),
    layers: (wanted: Parameters<typeof layers>[0]) => layers({ ...wanted, session_id }),
  };
}

async function targetOf(ports: ExtraPorts, request: RefactorRequest): Promise<RefactorTarget> {
  const { path, language, isUnsaved, text, target, parts } = request;
  return { path, language, isUnsaved, text, target, extra: await readExtra(ports, parts) };
}
