// Selects the artifacts of an invocation: by their conditions, examples also by their tags.
import { isSame, type Json } from "../json.ts";
import type { Artifact, IncludeWhen } from "../package.ts";
import type { ComposeRequest } from "./request.ts";
import * as words from "../words.ts";

const MOST_EXAMPLES = 3;

export interface Selection {
  /** In the order of the file. */
  descriptions: Artifact[];
  /** Those with the most fitting tags first, then in the order of the file. */
  examples: Artifact[];
  /** The first approach that fits. */
  approach: Artifact | undefined;
  /** All approaches that fit. Every tool that one of them names must be available. */
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

/** An example without tags always fits; one with tags fits if at least one tag does. */
function selectExamples(examples: readonly Artifact[], request: ComposeRequest): Artifact[] {
  const spokenRequest = wordsOf(request);
  const scored = examples.map((example, at) => ({ example, at, score: scoreOf(example.tags, spokenRequest) }));
  return scored
    .filter(({ example, score }) => example.tags.length === 0 || score > 0)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, MOST_EXAMPLES)
    .map(({ example }) => example);
}

/** The reason why the artifact is in the prompt, for the request preview. */
export function whyChosen({ kind, tags, include_when }: Artifact, request: ComposeRequest): string {
  const spokenRequest = wordsOf(request);
  const fitting = tags.filter((tag) => spokenRequest.includes(spoken(tag)));
  const { scope, params = {} } = include_when ?? {};
  const reasons = [
    ...(scope === undefined ? [] : [words.scopeIs(scope)]),
    ...Object.entries(params).map(([name, wanted]) =>
      wanted === true ? words.isGiven(name) : words.hasValue(name, JSON.stringify(wanted)),
    ),
    ...(kind === "Example" && fitting.length > 0 ? [words.tagsFit(fitting)] : []),
  ];
  return reasons.length === 0 ? words.always : reasons.join("; ");
}

function scoreOf(tags: readonly string[], spokenRequest: string): number {
  return new Set(tags.map(spoken).filter((tag) => spokenRequest.includes(tag))).size;
}

/** The words of the request and of the values of its parameters; for the value `true`, the parameter's name. */
function wordsOf({ user_request, parameters }: ComposeRequest): string {
  const values = Object.entries(parameters).map(([name, value]) => (value === true ? name : textsOf(value).join("\n")));
  return [user_request, ...values].map(spoken).join("");
}

function textsOf(value: Json): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}

/** Words with a space around each, so that a tag matches whole words only. */
function spoken(text: string): string {
  const found = text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? [text.toLowerCase().trim()];
  return ` ${found.join(" ")} `;
}

function holds({ scope, params = {} }: IncludeWhen, { channel_id, parameters }: ComposeRequest): boolean {
  if (scope !== undefined && scope !== (channel_id === null ? "workspace" : "session")) return false;
  return Object.entries(params).every(([name, wanted]) => isWanted(wanted, ownValue(parameters, name)));
}

/** `true` wants any value but `false` and `null`; a list contains the wanted values. */
function isWanted(wanted: Json, given: Json | undefined): boolean {
  if (given === undefined) return false;
  if (wanted === true) return given !== false && given !== null;
  return isSame(wanted, given) || (Array.isArray(wanted) && wanted.some((one) => isSame(one, given)));
}

function ownValue(of: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
