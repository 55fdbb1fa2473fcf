// What the model of every fake server says: the user's last words decide.
import { idsOf, textOf } from "./checks.ts";
import type { Message, Reply, ServerRules } from "./rules.ts";

/** Three rounds of tools, the second of two calls, then words. */
export const LOOK = "Look at it";
/** Words, without a call. */
export const MORE = "Tell me more";
/** A call that never ends. */
export const BREAK = "Break off";
/** A call of a tool that runs until it is stopped. */
export const LONG = "Take long";

const CALLS_OF_ROUND = [["read"], ["read", "read"], ["read"]];

export function replyTo(messages: readonly Message[], number: number, { name, callId }: ServerRules): Reply {
  const from = messages.findLastIndex(({ role }) => role === "user");
  const said = textOf(messages[from] ?? { role: "user" });
  const rounds = messages.slice(from).filter((message) => idsOf(message).length > 0).length;
  const wish = [LOOK, MORE, BREAK, LONG].toSorted((one, other) => said.lastIndexOf(other) - said.lastIndexOf(one))[0];
  const calls =
    wish === LOOK ? (CALLS_OF_ROUND[rounds] ?? []) : wish === BREAK ? ["read"] : wish === LONG ? ["slow"] : [];
  return {
    number,
    reasoning: `thought by ${name} ${number}`,
    text: calls.length === 0 ? `Answer ${number} of ${name}.` : "",
    calls: calls.map((tool, at) => ({ id: callId(number, at, tool), name: tool, path: `${name} ${number}.${at}` })),
    holds: wish === BREAK,
  };
}
