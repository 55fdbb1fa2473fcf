// Whether the last text of an answer matches the output schema of a skill.
import type { AssistantPart } from "../../message/message.ts";
import type { Json } from "../json.ts";
import { checkValue } from "../parameters.ts";
import * as words from "./words.ts";

/** The problems, for the model and the user; `undefined` if it matches. */
export function outputFault(parts: readonly AssistantPart[], schema: Json): string | undefined {
  const value = lastJson(parts);
  if (value === undefined) return words.noJson;
  const problems = checkValue(schema, value);
  if (problems.length === 0) return undefined;
  return problems.map(({ path, message }) => words.valueFault(path, message)).join(" ");
}

/** What the model said after the last call or step. */
export function lastText(parts: readonly AssistantPart[]): string {
  const from = parts.findLastIndex(({ type }) => type === "tool-result" || type === "skill-step");
  return parts
    .slice(from + 1)
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
}

/** The whole last text, or a fenced block in it. */
function lastJson(parts: readonly AssistantPart[]): Json | undefined {
  const text = lastText(parts);
  const fenced = Array.from(text.matchAll(/^```\w*\n([\s\S]*?)^```/gm), ([, inner = ""]) => inner);
  return [text, ...fenced.reverse()].map(parsed).find((value) => value !== undefined);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON: the caller tries the next piece.
    return undefined;
  }
}
