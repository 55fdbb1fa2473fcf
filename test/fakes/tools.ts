// Tools that do what a test says, and a session whose Loopback calls them.
import type { KnownPart } from "../../extension/message/part.ts";
import type { Need, Outcome, Preview, Tool } from "../../extension/tools/tool.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { type FakePorts, fakePorts, type PortsOptions } from "./ports.ts";

export interface FakeTool {
  name: string;
  needs?: Need[];
  preview?: Preview;
  changes?: boolean;
  run?: (input: unknown, signal: AbortSignal) => Outcome | Promise<Outcome>;
}

function fakeTool({ name, needs = [], preview, changes = false, run }: FakeTool): Tool {
  return {
    name,
    description: `The tool ${name}.`,
    input_schema: { type: "object" },
    harmless: true,
    prepare: (input) =>
      Promise.resolve({
        ok: true,
        call: {
          title: `Use ${name}`,
          needs,
          changes,
          ...(preview !== undefined && { preview }),
          run: async (signal) => (await run?.(input, signal)) ?? { ok: true, output: `${name} ran` },
        },
      }),
  };
}

export const aTool = (name: string): Tool => fakeTool({ name });

export const say = (words: string): KnownPart => ({ type: "text", text: words });

export function conversationWith(
  tools: FakeTool[],
  options: PortsOptions = {},
): { conversation: Conversation; ports: FakePorts } {
  const ports = withTools(fakePorts(options), tools);
  return { ports, conversation: new Conversation(ports, "ses_1") };
}

export function withTools(ports: FakePorts, tools: FakeTool[]): FakePorts {
  const offered = tools.map(fakeTool);
  return Object.assign(ports, { tools: () => Promise.resolve(offered) });
}
