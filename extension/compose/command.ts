// What a draft that gives a command becomes: an action, the parts it expands to, or a failure.
import {
  type CommandArguments,
  type CommandPart,
  NO_ARGUMENTS,
  type PromptRead,
  type ResultPart,
  wordOf,
} from "../message/command.ts";
import type { Failure } from "../message/failure.ts";
import { type GivenCommand, givenCommand } from "../message/given-command.ts";
import type { Part } from "../message/part.ts";
import type { Sending } from "../message/resolved.ts";
import { type Given, type Piece, sortWords, splitWords, toArguments } from "./arguments.ts";
import type { Body, Catalog, Listed, RestGoes } from "./catalog.ts";
import { assignValues, expand, type ExpandedText, surplusOf } from "./expand.ts";
import * as words from "./words.ts";

export type Resolution =
  | { kind: "none"; parts: Part[] }
  /** Looks like a command but is not a known one: it is sent as text. */
  | { kind: "unknown"; id: string; parts: Part[] }
  | { kind: "action"; command: Listed; run: string; parts: Part[]; rest: Part[]; restGoes: RestGoes }
  | {
      kind: "text";
      command: Listed;
      parts: Part[];
      part: CommandPart;
      metadata: Record<string, unknown>;
      open: string[];
      /** Set for a template: its whole text, what has a place in it, and how many of the part's results it is. */
      expanded?: Pick<ExpandedText, "text" | "gaps" | "files"> & { parts: number };
    }
  /** A server or another extension makes it when the message is sent; until then there is nothing to show of it. */
  | { kind: "prompt"; command: Listed; parts: Part[]; read: (sending?: Sending) => Promise<PromptRead>; open: string[] }
  | { kind: "refused"; command: Listed; parts: Part[]; failure: Failure; open: string[] };

/**
 * `prompt` is what was returned for a command that is a prompt. The resulting `parts` are what the message will
 * hold: unchanged if the draft gives no command or an unknown one.
 */
export function resolveCommand(draft: readonly Part[], catalog: Catalog, prompt?: PromptRead): Resolution {
  const call = givenCommand(draft, (id) => catalog.byId.has(id));
  if (call === undefined) return { kind: "none", parts: [...draft] };
  const { before, id, rest } = call;
  const command = catalog.byId.get(id);
  if (command === undefined)
    return { kind: "unknown", id, parts: call.isChip ? [...before, ...spelled(id, rest)] : [...draft] };
  const second = rest.find((part) => part.type === "command");
  if (second !== undefined) return refused(call, command, secondFailure(id, second.id), []);
  const { body } = command;
  switch (body.kind) {
    case "action": {
      const part: CommandPart = { type: "command", id, args: NO_ARGUMENTS, outcome: "action" };
      const { run, restGoes } = body;
      return { kind: "action", command, run, parts: [part], rest: [...before, ...stripped(rest)], restGoes };
    }
    case "template":
      return resolveTemplate(call, command, body);
    case "part":
      return resolvePart(call, command, body);
    case "skill":
      return resolveSkill(call, command, body.invoke);
    case "package":
      return resolveSkill(call, command, () => ({
        ok: false,
        failure: { problem: words.notReady(id) },
      }));
    case "prompt":
      return resolvePrompt(call, command, body, prompt);
    default:
      return body satisfies never;
  }
}

/** The text behind a command, with chips as their words. */
export function wordsBehind(given: GivenCommand): string {
  return givenTo(given).raw;
}

/** The first word behind a command, if it is not a chip: an empty text if there is none. */
export function typedBehind(given: GivenCommand): string | undefined {
  const [first] = givenTo(given).words;
  return first?.isChip === true ? undefined : (first?.text ?? "");
}

function givenTo({ rest }: GivenCommand): Given {
  return splitWords(
    rest.flatMap((part): Piece[] =>
      part.type === "text" ? [part.text] : isResult(part) ? [{ word: wordOf(part) }] : [],
    ),
  );
}

/** The part, the words behind it, then the chips. A place that is a chip is the part itself. */
function resolvePart(call: GivenCommand, command: Listed, body: Extract<Body, { kind: "part" }>): Resolution {
  const { id, source } = command;
  const given = givenTo(call);
  const isPlace = body.of === "place";
  const [first] = given.words;
  const open = isPlace && first === undefined ? command.arguments.map(({ name }) => name) : [];
  if (open.length > 0) return refused(call, command, missingFailure(id, open), open);
  const chips = chipsOf(call.rest);
  const isChip = isPlace && first?.isChip === true;
  const found: PromptRead = isChip ? { ok: true, value: chips.slice(0, 1) } : (body.found ?? notReady(id));
  if (!found.ok) return refused(call, command, failure("nothing-to-add", found.failure), open);
  const surplus = textPart(surplusOf(given, new Set(isPlace ? [0] : [])));
  const result_parts = [...found.value, ...surplus, ...(isChip ? chips.slice(1) : chips)];
  const args = toArguments(given, sortWords(given, new Set()));
  const made = isChip ? 0 : found.value.length;
  const part: CommandPart = { type: "command", id, args, outcome: "input", made, result_parts };
  const metadata = { command: { id, source } };
  return { kind: "text", command, parts: [...call.before, part, ...unknownOf(call)], part, metadata, open };
}

function notReady(id: string): PromptRead {
  return { ok: false, failure: words.notReady(id) };
}

/** The skill with the request in it, then the chips in their order. */
function resolveSkill(
  call: GivenCommand,
  command: Listed,
  invoke: Extract<Body, { kind: "skill" }>["invoke"],
): Resolution {
  const given = givenTo(call);
  const open = given.raw === "" ? command.arguments.map(({ name }) => name) : [];
  const invoked = invoke(given.raw);
  if (!invoked.ok) return refused(call, command, failure("bad-skill", invoked.failure.problem), open);
  const args = toArguments(given, sortWords(given, new Set()));
  const result_parts = [invoked.value, ...chipsOf(call.rest)];
  const part: CommandPart = { type: "command", id: command.id, args, outcome: "input", result_parts };
  const metadata = { command: { id: command.id, source: command.source } };
  return { kind: "text", command, parts: [...call.before, part, ...unknownOf(call)], part, metadata, open };
}

/** What the server or the extension returned, the words that no argument took, then the chips in their order. */
function resolvePrompt(
  call: GivenCommand,
  command: Listed,
  { read, intent }: Extract<Body, { kind: "prompt" }>,
  prompt: PromptRead | undefined,
): Resolution {
  const { values, args, open, missing, surplus: unused } = assignValues(command.arguments, givenTo(call));
  // An intent takes all words, and so does a function of another extension.
  const surplus = intent === undefined && command.source !== "extension" ? unused : "";
  if (missing.length > 0) return refused(call, command, missingFailure(command.id, missing), open);
  if (prompt === undefined) {
    const part: CommandPart = { type: "command", id: command.id, args };
    const parts = [...call.before, part, ...chipsOf(call.rest), ...unknownOf(call)];
    return { kind: "prompt", command, parts, read: (sending) => read({ values, args }, sending), open };
  }
  if (!prompt.ok) return refused(call, command, failure("bad-prompt", prompt.failure), open);
  const { id, source } = command;
  const result_parts = [...prompt.value, ...behind(surplus, call.rest)];
  const made = prompt.value.length;
  const part: CommandPart = { type: "command", id, args, outcome: "input", made, result_parts };
  const metadata = { command: { id, source }, ...intentOf(intent, args) };
  return { kind: "text", command, parts: [...call.before, part, ...unknownOf(call)], part, metadata, open };
}

function intentOf(kind: string | undefined, { raw }: CommandArguments): Record<string, unknown> {
  return kind === undefined ? {} : { intent: { kind, query: raw } };
}

function unknownOf({ rest }: GivenCommand): Part[] {
  return rest.filter((part) => part.type === "unknown");
}

function resolveTemplate(
  call: GivenCommand,
  command: Listed,
  { text, intent, files }: Extract<Body, { kind: "template" }>,
): Resolution {
  const expanded = expand(text, command.arguments, givenTo(call), files);
  if (expanded.missing.length > 0)
    return refused(call, command, missingFailure(command.id, expanded.missing), expanded.open);
  const { args, open, surplus } = expanded;
  const made = placed(expanded);
  const part: CommandPart = {
    type: "command",
    id: command.id,
    args,
    outcome: intent === undefined ? "text" : "input",
    // The files of the template are none of its arguments.
    ...(expanded.files.length > 0 && { made: made.length }),
    result_parts: [...made, ...behind(surplus, call.rest)],
  };
  const metadata = {
    command: { id: command.id, source: command.source, ...command.wants },
    ...intentOf(intent, args),
  };
  return {
    kind: "text",
    command,
    parts: [...call.before, part, ...unknownOf(call)],
    part,
    metadata,
    open,
    expanded: { ...expanded, parts: made.length },
  };
}

/** The words that no slot took, then the chips in their order. */
function behind(surplus: string, rest: readonly Part[]): ResultPart[] {
  return [...textPart(surplus), ...chipsOf(rest)];
}

/** The text of a template, with each file where the template names it. */
function placed({ text, files }: Pick<ExpandedText, "text" | "files">): ResultPart[] {
  let from = 0;
  const parts = files.flatMap(({ at, path }): ResultPart[] => {
    const before = textPart(text.slice(from, at));
    from = at;
    return [...before, { type: "file-ref", ref: { kind: "path", path } }];
  });
  return [...parts, ...textPart(text.slice(from))];
}

function textPart(text: string): ResultPart[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

function chipsOf(rest: readonly Part[]): ResultPart[] {
  return rest.filter(isResult).filter((part) => part.type !== "text");
}

function isResult(part: Part): part is ResultPart {
  return part.type !== "command" && part.type !== "unknown";
}

function refused(call: GivenCommand, command: Listed, failure: Failure, open: string[]): Resolution {
  // A preview must not show the expansion of a command that is refused.
  const part: CommandPart = { type: "command", id: command.id, args: NO_ARGUMENTS };
  return { kind: "refused", command, parts: [...call.before, part], failure, open };
}

/** An unknown command that was a chip, as text again. */
function spelled(id: string, rest: readonly Part[]): Part[] {
  const [next, ...others] = rest;
  if (next?.type !== "text") return [{ type: "text", text: rest.length > 0 ? `${id} ` : id }, ...rest];
  return [
    { type: "text", text: /^\s/.test(next.text) || next.text === "" ? id + next.text : `${id} ${next.text}` },
    ...others,
  ];
}

/** Without the blanks after the command; empty when nothing else was written. */
function stripped(rest: readonly Part[]): Part[] {
  const [next, ...others] = rest;
  const parts = next?.type === "text" ? [{ ...next, text: next.text.trimStart() }, ...others] : [...rest];
  return parts.every((part) => part.type === "text" && part.text.trim() === "")
    ? []
    : parts.filter((part) => part.type !== "text" || part.text !== "");
}

export function missingFailure(command: string, names: readonly string[]): Failure {
  return failure("missing-argument", words.missingArguments(command, names));
}

function secondFailure(id: string, second: string): Failure {
  return failure("two-commands", words.twoCommands(id, second));
}

function failure(code: string, message: string): Failure {
  return { stage: "compose", code, message, retryable: false };
}
