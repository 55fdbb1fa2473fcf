// A command among the parts: the word a chip stands for among its arguments, and how a resolved one was written.
import type { KnownPart, Part } from "./part.ts";
import type { Result } from "./result.ts";

export type CommandPart = Extract<KnownPart, { type: "command" }>;
export type CommandArguments = CommandPart["args"];
export type ResultPart = NonNullable<CommandPart["result_parts"]>[number];

/** What a server or another extension made of a command, or the sentence that says why it did not. */
export type PromptRead = Result<ResultPart[], string>;

export const NO_ARGUMENTS: CommandArguments = { raw: "", positional: [], named: {} };

/** What a chip says as an argument: a path where it has one, else its name. Never the literal of a command. */
export function wordOf(part: ResultPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "file-ref":
      if (part.ref.kind === "path") return part.ref.path;
      return part.ref.kind === "url" ? part.ref.url : (part.ref.name ?? part.ref.id);
    case "file-attachment":
    case "skill-invocation":
      return part.name;
    case "mention":
      if (part.target.kind === "file" || part.target.kind === "symbol") return part.target.path;
      return part.target.kind === "resource" ? part.target.uri : part.target.name;
    case "editor-context":
      return part.source ?? part.kind;
    default:
      return part satisfies never;
  }
}

/** One word for the splitter, whatever is in it. */
export function quoteWord(word: string): string {
  return /^[^\s'"\\=]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A resolved command as it stood in the input: its chip, then the arguments with their chips back in place. */
export function asWritten(part: Part): Part[] {
  if (part.type !== "command") return [part];
  const { id, args, made = 0, result_parts = [] } = part;
  const written: Part[] = [{ type: "command", id, args: NO_ARGUMENTS }];
  let rest = args.raw === "" ? "" : ` ${args.raw}`;
  for (const chip of result_parts.slice(made)) {
    // The skill itself is what its command became.
    if (chip.type === "text" || chip.type === "skill-invocation") continue;
    const { at, length } = findWord(rest, wordOf(chip));
    if (at > 0) written.push({ type: "text", text: rest.slice(0, at) });
    written.push(chip);
    rest = rest.slice(at + length);
  }
  if (rest !== "") written.push({ type: "text", text: rest });
  return written;
}

/** Finds the word quoted or, as inside other quotes, unquoted; the end of the text if it is missing. */
function findWord(text: string, word: string): { at: number; length: number } {
  const found = [quoteWord(word), word]
    .map((form) => ({ at: text.indexOf(form), length: form.length }))
    .find(({ at }) => at >= 0);
  return found ?? { at: text.length, length: 0 };
}
