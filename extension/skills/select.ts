// Which artifacts an invocation calls for: by their conditions, examples also by their tags.
import { isSame, type Json } from "./json.ts";
import type { Artifact, IncludeWhen } from "./package.ts";
import type { ComposeRequest } from "./request.ts";

const MOST_EXAMPLES = 3;

export interface Selection {
  /** As authored. */
  descriptions: Artifact[];
  /** Those with the most fitting tags first, then as authored. */
  examples: Artifact[];
  /** The first that fits says how the work is done. */
  approach: Artifact | undefined;
  /** All that fit: what any of them names must be there. */
  approaches: Artifact[];
}

export function selectArtifacts(request: ComposeRequest, artifacts: readonly Artifact[]): Selection {
  const fitting = artifacts.filter(({ include_when }) => holds(include_when ?? {}, request));
  const approaches = fitting.filter(({ kind }) => kind === "Approach");
  return {
    descriptions: fitting.filter(({ kind }) => kind === "Description"),
    examples: selectExamples(
      fitting.filter(({ kind }) => kind === "Example"),
      request,
    ),
    approach: approaches[0],
    approaches,
  };
}

/** An example without tags fits everywhere; one whose tags all miss fits nowhere. */
function selectExamples(examples: readonly Artifact[], request: ComposeRequest): Artifact[] {
  const words = wordsOf(request);
  const scored = examples.map((example, at) => ({ example, at, score: scoreOf(example.tags, words) }));
  return scored
    .filter(({ example, score }) => example.tags.length === 0 || score > 0)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, MOST_EXAMPLES)
    .map(({ example }) => example);
}

/** The reason the artifact is in the prompt, for the turn inspector. */
export function whyChosen({ kind, tags, include_when }: Artifact, request: ComposeRequest): string {
  const words = wordsOf(request);
  const fitting = tags.filter((tag) => words.includes(spoken(tag)));
  const { scope, params = {} } = include_when ?? {};
  const reasons = [
    ...(scope === undefined ? [] : [`scope is ${scope}`]),
    ...Object.entries(params).map(
      ([name, wanted]) => `${name} is ${wanted === true ? "given" : JSON.stringify(wanted)}`,
    ),
    ...(kind === "Example" && fitting.length > 0 ? [`tags ${fitting.join(", ")}`] : []),
  ];
  return reasons.length === 0 ? "always" : reasons.join("; ");
}

function scoreOf(tags: readonly string[], words: string): number {
  return new Set(tags.map(spoken).filter((tag) => words.includes(tag))).size;
}

/** The words of the request and the values of its parameters; of a switch that is on, its name. */
function wordsOf({ user_request, parameters }: ComposeRequest): string {
  const values = Object.entries(parameters).map(([name, value]) => (value === true ? name : textsOf(value).join("\n")));
  return [user_request, ...values].map(spoken).join("");
}

function textsOf(value: Json): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}

/** Words between blanks, so that a tag is found as whole words and nowhere else. */
function spoken(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? [text.toLowerCase().trim()];
  return ` ${words.join(" ")} `;
}

function holds({ scope, params = {} }: IncludeWhen, { channel_id, parameters }: ComposeRequest): boolean {
  if (scope !== undefined && scope !== (channel_id === null ? "workspace" : "session")) return false;
  return Object.entries(params).every(([name, wanted]) => isWanted(wanted, ownValue(parameters, name)));
}

/** `true` asks whether it is given and not off; a list names the values it may have. */
function isWanted(wanted: Json, given: Json | undefined): boolean {
  if (given === undefined) return false;
  if (wanted === true) return given !== false && given !== null;
  return isSame(wanted, given) || (Array.isArray(wanted) && wanted.some((one) => isSame(one, given)));
}

function ownValue(of: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
