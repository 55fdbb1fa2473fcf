// A conversation whose model says what a script has for it, piece by piece, and whose requests are kept.
import type { VscodeLmRequest } from "../../extension/lower/vscode-lm.ts";
import type { SkillInvocation } from "../../extension/message/invocation.ts";
import type { AssistantPart } from "../../extension/message/message.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import type { LanguageModelPiece } from "../../extension/send/vscode-lm.ts";
import type { Skill } from "../../extension/skills/catalog.ts";
import { loadPackage, recordLoad } from "../../extension/skills/run/load-package.ts";
import { type LoadPackage, type RecordLoad, skillTool } from "../../extension/skills/tool.ts";
import type { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { loadPorts } from "../../extension/turn/skill-ports.ts";
import { loopback, VSCODE_LM } from "../../extension/turn/wire.ts";
import type { FakePorts } from "./ports.ts";
import { commandsOf, composerPorts } from "./skills.ts";
import { conversationWith, type FakeTool, say } from "./tools.ts";

export interface SkillTurn {
  conversation: Conversation;
  ports: FakePorts;
  requests: VscodeLmRequest[];
  /** Sends a message and waits until its turn is over. */
  talk: (words: string) => Promise<void>;
  rows: () => SkillInvocation[];
  parts: () => AssistantPart[];
  titles: () => string[];
  outputs: () => string[];
  /** The names of the tools that each request offered. */
  offered: () => string[][];
}

interface Wanted {
  /** As commands. */
  skills?: Skill[];
  /** For the tool skill. */
  loadable?: Skill[];
  tools?: FakeTool[];
  canCall?: boolean;
}

export function skillTurn(replies: LanguageModelPiece[][], wanted: Wanted): SkillTurn {
  const { skills = [], loadable = [], canCall = true } = wanted;
  const tools = wanted.tools ?? [{ name: "look" }, { name: "find" }, { name: "write" }];
  const model = { ...loopback, provider: VSCODE_LM, id: "test/scripted", name: "Scripted", tools: canCall };
  const { conversation, ports } = conversationWith(tools, { commands: commandsOf(skills), model });
  const requests: VscodeLmRequest[] = [];
  const left = [...replies];
  ports.languageModel = {
    send: (request) => {
      requests.push(request);
      return Promise.resolve(pieces(left.shift() ?? ["no more"]));
    },
  };
  if (loadable.length > 0) addSkillTool(ports, loadable);
  const parts = (): AssistantPart[] =>
    conversation.snapshot().messages.flatMap((message) => (message.role === "assistant" ? message.parts : []));
  return {
    ...{ conversation, ports, requests, parts },
    talk: async (words) => {
      await conversation.runner.submit([say(words)]);
      await conversation.runner.settled();
    },
    rows: () => readInvocations(ports.store, "ses_1"),
    titles: () => parts().flatMap((part) => (part.type === "skill-step" ? [part.title] : [])),
    outputs: () => parts().flatMap((part) => (part.type === "tool-result" ? [part.output] : [])),
    offered: () => requests.map((request) => (request.tools ?? []).map(({ name }) => name)),
  };
}

export const calls = (name: string, input: unknown = {}): LanguageModelPiece => ({ id: `call_${name}`, name, input });

async function* pieces(all: readonly LanguageModelPiece[]): AsyncGenerator<LanguageModelPiece> {
  for (const piece of all) yield await Promise.resolve(piece);
}

/** The tool skill as the host makes it, beside the others. */
export function addSkillTool(ports: FakePorts, skills: Skill[]): void {
  const others = ports.tools("ses_1");
  const list = () => Promise.resolve({ skills, problems: [], clashes: [] });
  const none = () => Promise.resolve([]);
  const render = () => Promise.resolve({ ok: true as const, value: "" });
  const load: LoadPackage = (...asked) => loadPackage(loadPorts(ports, composerPorts(render)), ...asked);
  const record: RecordLoad = (...loaded) => {
    recordLoad(loadPorts(ports, composerPorts(render)), ...loaded);
  };
  const tool = skillTool({ list, visible: none, companions: none, load, recordLoad: record });
  Object.assign(ports, { tools: async () => [...(await others), tool] });
}
