// A real conversation with fake servers: the user writes, stops, and changes the model.
import type { AssistantMessage } from "../../../extension/message/message.ts";
import type { Model } from "../../../extension/message/model.ts";
import type { KnownPart } from "../../../extension/message/part.ts";
import { ALL, readMessages } from "../../../extension/persist/messages.ts";
import { Conversation } from "../../../extension/turn/conversation/conversation.ts";
import { png } from "../context.ts";
import { fakePorts } from "../ports.ts";
import { withTools } from "../tools.ts";
import type { FakeServer } from "./engine.ts";

export const PICTURE = png(4, 4);

const picture: KnownPart = { type: "file-attachment", name: "shot.png", mime: "image/png", size: 33, data: PICTURE };

export interface Talk {
  /** Whom the next message goes to, and what its model is said to be instead of what it is. */
  use: (server: FakeServer, model?: Partial<Model>) => void;
  /** Resolves with the answers to a message once all are there. */
  ask: (words: string, withPicture?: boolean) => Promise<AssistantMessage[]>;
  /** Stops the answer once `when` resolves. */
  stop: (words: string, when: () => Promise<void>) => Promise<AssistantMessage[]>;
  /** Resolves when the tool `slow` runs. */
  slow: () => Promise<void>;
  close: () => void;
}

export function converseWith(first: FakeServer): Talk {
  const demands = new Map<string, Set<object>>();
  let running = Promise.withResolvers<void>();
  const ports = withTools(fakePorts(), [
    { name: "read" },
    {
      name: "slow",
      run: (_, signal) => {
        running.resolve();
        return new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve({ ok: false, output: "stopped" }));
        });
      },
    },
  ]);
  const conversation = new Conversation(ports, "ses_1");
  const use = (server: FakeServer, model?: Partial<Model>): void => {
    const { provider, name, base } = server.rules;
    ports.model = () => modelOf(server, model);
    ports.access = () =>
      Promise.resolve({
        provider,
        name,
        baseUrl: server.origin + base,
        fetch: globalThis.fetch,
        patience: QUICK,
        demands,
      });
  };
  use(first);
  const since = (count: number): AssistantMessage[] =>
    readMessages(ports.store, "ses_1", ALL)
      .slice(count)
      .flatMap(({ message }) => (message.role === "assistant" ? [message] : []));
  const submit = async (parts: KnownPart[], during: () => Promise<void>): Promise<AssistantMessage[]> => {
    const before = readMessages(ports.store, "ses_1", ALL).length;
    await conversation.runner.submit(parts);
    await during();
    await conversation.runner.settled();
    return since(before);
  };
  return {
    use,
    ask: (text, withPicture = false) =>
      submit([...(withPicture ? [picture] : []), { type: "text", text }], () => Promise.resolve()),
    stop: (text, when) =>
      submit([{ type: "text", text }], async () => {
        // One that is refused ends before.
        await Promise.race([when(), conversation.runner.settled()]);
        conversation.stop();
      }),
    slow: async () => {
      await running.promise;
      running = Promise.withResolvers();
    },
    close: () => {
      conversation.close();
      ports.store.close();
    },
  };
}

const QUICK = { firstByteMs: 5_000, stallMs: 5_000, backoffMs: 1, attempts: 2 };

function modelOf({ rules, origin }: FakeServer, instead: Partial<Model> = {}): Model {
  return {
    provider: rules.provider,
    id: rules.model,
    name: rules.name,
    context_window: 128_000,
    max_output: 8_000,
    accepts: [...rules.accepts],
    tools: true,
    server: origin,
    ...(rules.provider === "ollama" && { reasoning: "adaptive" }),
    ...instead,
  };
}
