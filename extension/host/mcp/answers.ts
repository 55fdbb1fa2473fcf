// Answers requests of MCP servers: asks the user with a card in the conversation whose tool call runs.
import { v7 as uuid } from "uuid";
import { answering } from "../../mcp/answering.ts";
import type { Callers } from "../../mcp/callers.ts";
import type { Answering } from "../../mcp/connection/link.ts";
import type { Ask, Reply } from "../../protocol/ask.ts";
import { openPage } from "../window/open-page.ts";
import type { AnswerNeeds } from "./needs.ts";
import * as words from "./words.ts";

type AskCaller = (server: string, question: Ask, signal: AbortSignal) => Promise<Reply | undefined>;

/** Declines a server's request outside a tool call, and logs it. */
export function answersFor(
  callers: Callers,
  needs: AnswerNeeds,
  log: (server: string, line: string) => void,
): Answering {
  const ask: AskCaller = async (server, question, signal) => {
    const caller = callers.of(server);
    if (caller !== undefined)
      return needs.ask(caller.conversationId, question, AbortSignal.any([signal, caller.signal]));
    log(server, "declined a server request made outside a tool call");
    return undefined;
  };
  return answering({
    modelName: (server) => {
      const { name, id } = needs.model(callers.of(server)?.conversationId ?? needs.focusedConversation());
      return name ?? id;
    },
    approve: async (server, { title, text }, signal) => {
      const preview = { type: "text", text } as const;
      const question: Ask = { type: "approval", call_id: callId(), tool: server, title, needs: [], preview };
      const reply = await ask(server, question, signal);
      return reply === undefined ? undefined : reply.type === "allow";
    },
    fill: async (server, { words, fields }, signal) => {
      const question: Ask = { type: "form", call_id: callId(), server, words, fields };
      const reply = await ask(server, question, signal);
      if (reply?.type === "form") return { action: "accept", values: reply.values };
      return { action: reply?.type === "deny" ? "decline" : "cancel" };
    },
    sample: async (server, wanted, signal) => {
      const caller = callers.of(server);
      if (caller === undefined) return { ok: false, failure: words.callEnded };
      return needs.sample(caller.conversationId, wanted, AbortSignal.any([signal, caller.signal]));
    },
    goOn: async (server, words, signal) => {
      const reply = await ask(server, { type: "go-on", call_id: callId(), words }, signal);
      return reply === undefined ? undefined : reply.type === "allow";
    },
    openBrowser: openPage,
  });
}

/** Not the id of a tool call: the panel shows the card beside the call. */
function callId(): string {
  return `mcp_${uuid()}`;
}
