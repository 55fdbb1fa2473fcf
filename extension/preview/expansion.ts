// What the panel shows of a command before it is sent: its text, what it will do, or why it cannot be sent.
import type { Catalog } from "../compose/catalog.ts";
import { resolveCommand } from "../compose/command.ts";
import type { ExpandedText } from "../compose/expand.ts";
import { type ResultPart, wordOf } from "../message/command.ts";
import { fileTargetOf } from "../message/file-target.ts";
import type { Part } from "../message/part.ts";
import type { Expansion } from "../protocol/expansion.ts";
import * as words from "./words.ts";

/** The most characters to show above the input. */
const SHOWN = 4000;

/** `missing` explains why a command may be unknown here; `serverOf` names the server that may have it as a prompt. */
export function expansionOf(
  parts: readonly Part[],
  catalog: Catalog,
  missing = "",
  serverOf: (id: string) => string | undefined = () => undefined,
): Expansion | null {
  const resolution = resolveCommand(parts, catalog);
  switch (resolution.kind) {
    case "none":
      return null;
    case "unknown": {
      const { id } = resolution;
      const server = serverOf(id);
      if (server !== undefined) return { id, kind: "action", text: words.asksServer(id, server), chips: 0, open: [] };
      const text = words.unknownCommand(id, missing);
      return { id, kind: "unknown", text, chips: 0, open: [] };
    }
    case "action": {
      const { command, rest, restGoes } = resolution;
      const open = rest.length > 0 ? [] : command.arguments.map(({ name }) => name);
      const say = rest.length > 0 && restGoes === "back" ? words.actionKeepsRest : words.action;
      return { id: command.id, kind: "action", text: say(command.description), chips: 0, open };
    }
    case "text": {
      const { command, part, open, expanded } = resolution;
      const results = part.result_parts?.slice(expanded?.parts ?? 0) ?? [];
      const texts = results.flatMap((result) => textOf(result) ?? []);
      const marks =
        expanded === undefined
          ? results
              .slice(0, part.made ?? 0)
              .map(markOf)
              .join("\n")
          : "";
      const chips = results.length - texts.length + (expanded?.files.length ?? 0);
      const all = expanded === undefined ? [marks, ...texts] : [withMarks(expanded), ...texts];
      const text = all.filter((one) => one.trim() !== "").join("\n\n");
      const hasWords = [expanded?.text ?? "", ...texts].some((one) => one.trim() !== "");
      const only = chips > 0 && !hasWords ? { only_chips: true as const } : {};
      return { id: command.id, kind: "text", text: shortened(text), chips, ...only, open };
    }
    case "prompt": {
      const { command, open } = resolution;
      const description = command.description.replace(/\.$/, "");
      const text =
        command.source === "built-in"
          ? words.addsResults(description)
          : command.source === "extension"
            ? words.extensionParts(description)
            : words.serverPrompt(description, command.origin);
      return { id: command.id, kind: "action", text, chips: 0, open };
    }
    case "refused":
      return {
        id: resolution.command.id,
        kind: "error",
        text: resolution.failure.message,
        chips: 0,
        open: resolution.open,
      };
    default:
      return resolution satisfies never;
  }
}

/** `undefined` for a part that the panel shows as a chip. */
function textOf(result: ResultPart): string | undefined {
  if (result.type === "skill-invocation") return result.body;
  return result.type === "text" ? result.text : undefined;
}

/** A part that a command brings, as the user would mention it. */
function markOf(result: ResultPart): string {
  const { range } = fileTargetOf(result) ?? {};
  const lines = range === undefined || "unit" in range ? "" : `:${range.start}-${range.end}`;
  return `@${wordOf(result)}${lines}`;
}

/** Names what is missing where it would stand, and each file at its place. The model gets nothing, or the file, there. */
function withMarks({ text, gaps, files }: Pick<ExpandedText, "text" | "gaps" | "files">): string {
  const marks = [
    ...gaps.map(({ at, name }) => ({ at, mark: words.emptySlot(name) })),
    ...files.map(({ at, path }) => ({ at, mark: `@${path}` })),
  ].sort((one, other) => one.at - other.at);
  return marks.reduceRight((shown, { at, mark }) => shown.slice(0, at) + mark + shown.slice(at), text);
}

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
