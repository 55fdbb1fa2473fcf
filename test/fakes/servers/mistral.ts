// Mistral: unknown fields are forbidden, ids have nine characters, and an answer stands between a result and the user.
import { checkEmpty, checkEnds, checkPairs, checkPictures, idsOf, MESSAGE_FIELDS, strangersIn } from "./checks.ts";
import { chunksOf, halves } from "./chunks.ts";
import { Refused, type Request, type ServerRules } from "./rules.ts";

/** https://github.com/dnakov/anon-kode/issues/53 and https://github.com/editor-code-assistant/eca/issues/231 */
const FIELDS = ["model", "messages", "tools", "max_tokens", "stream"];

export const mistral: ServerRules = {
  name: "Mistral",
  provider: "custom",
  model: "magistral-medium-latest",
  base: "/v1",
  path: "/v1/chat/completions",
  accepts: ["image/png", "image/jpeg", "image/webp", "image/gif"],
  thinks: true,
  check(request, memory) {
    checkFields(request);
    checkIds(request);
    checkOrder(request);
    checkEmpty(request, () => "Assistant message must have either content or tool_calls, but not none.");
    checkPictures(request, mistral.accepts, () => "Image could not be decoded");
    checkPairs(request, memory, {
      missing: () => "Not the same number of function calls and responses",
      stray: () => "Unexpected tool call id in tool results",
    });
    // https://github.com/0xPlaygrounds/rig/pull/1130
    checkEnds(
      request,
      (role) => `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`,
    );
  },
  error: ({ message, status }) =>
    status === 422
      ? { object: "error", message: { detail: [forbidden(message)] }, type: "invalid_request_error", code: null }
      : { object: "error", message, type: "invalid_request_message_order", param: null, code: "3230" },
  callId: (number, at) => `mi${String(number * 10 + at).padStart(7, "0")}`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "magistral-medium-latest",
      // https://docs.mistral.ai/capabilities/reasoning
      reasoning: (text) =>
        halves(text).map((piece) => ({ content: [{ type: "thinking", thinking: [{ type: "text", text: piece }] }] })),
      isWhole: true,
      usage: "with the finish",
    }),
};

/** The sentence is the place of the field. */
function forbidden(place: string): object {
  return { type: "extra_forbidden", loc: place.split("."), msg: "Extra inputs are not permitted", input: true };
}

/** In messages, too: https://github.com/charmbracelet/crush/issues/1590 */
function checkFields(request: Request): void {
  const [field] = strangersIn(request, FIELDS);
  if (field === "stream_options") throw new Refused("body.stream_options.include_usage", 422);
  if (field !== undefined) throw new Refused(`body.${field}`, 422);
  for (const [at, message] of request.messages.entries()) {
    const [extra] = strangersIn(message, MESSAGE_FIELDS);
    if (extra !== undefined) throw new Refused(`body.messages.${at}.${message.role}.${extra}`, 422);
  }
}

// https://github.com/nearai/ironclaw/issues/1241
function checkIds({ messages }: Request): void {
  for (const message of messages)
    for (const id of idsOf(message))
      if (!/^[a-zA-Z0-9]{9}$/.test(id))
        throw new Refused(`Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`);
}

// https://github.com/avante-corp/avante.nvim/issues/2562
function checkOrder({ messages }: Request): void {
  for (const [at, { role }] of messages.entries())
    if (role === "user" && messages[at - 1]?.role === "tool")
      throw new Refused("Unexpected role 'user' after role 'tool'");
}
