// Runs the calls of a refactoring under the rules of a conversation. The user is asked in the window, not in the panel.
import type { AssistantPart, ToolCall } from "../../../message/message.ts";
import type { Ask } from "../../../protocol/ask.ts";
import type { Tool } from "../../../tools/tool.ts";
import type { AllowPorts } from "../../../turn/tools/allowed.ts";
import { PendingAsks } from "../../../turn/tools/pending-asks.ts";
import { runCalls } from "../../../turn/tools/tool-round.ts";

type ToolResult = Extract<AssistantPart, { type: "tool-result" }>;

export type Approval = Extract<Ask, { type: "approval" }>;

export interface CallPorts extends AllowPorts {
  /** Whether the user allows this one call. */
  approve: (ask: Approval) => Promise<boolean>;
}

interface Calls {
  session_id: string;
  message_id: string;
  tools: readonly Tool[];
  calls: readonly ToolCall[];
  signal: AbortSignal;
}

/** Never rejects. In the order of the calls. */
export async function runRefactorCalls(ports: CallPorts, { calls, ...round }: Calls): Promise<ToolResult[]> {
  const asked = new Set<string>();
  const asks = new PendingAsks((pending) => {
    for (const ask of pending.filter(({ call_id }) => !asked.has(call_id))) {
      asked.add(ask.call_id);
      void answer(ask);
    }
  });
  const answer = async (ask: Ask): Promise<void> => {
    // A window that cannot ask allows nothing.
    const isAllowed = ask.type === "approval" && (await ports.approve(ask).catch(() => false));
    asks.reply(ask.call_id, isAllowed ? { type: "allow", scope: "once" } : { type: "deny", reason: "" });
  };
  const results = new Map<string, ToolResult>();
  await runCalls(
    {
      ...round,
      // The progress of a call is shown nowhere, and no other window can take over what belongs to no conversation.
      ports: { ...ports, emit: () => undefined, isOurs: () => true },
      asks,
      done: (result) => results.set(result.id, result),
    },
    calls,
  );
  return calls.flatMap(({ id }) => results.get(id) ?? []);
}
