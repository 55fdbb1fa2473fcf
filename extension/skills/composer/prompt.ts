// The prompt of a composition: fixed sections around the texts of the author, which stay unchanged.
import type { Json } from "../json.ts";
import type { ComposeRequest } from "./request.ts";
import type { Selection } from "./select.ts";
import * as words from "../words.ts";

export function assemblePrompt(
  framing: string,
  { descriptions, examples }: Pick<Selection, "descriptions" | "examples">,
  request: Pick<ComposeRequest, "user_request" | "parameters">,
): string {
  const sections = [
    framing,
    ...section(
      words.background,
      descriptions.map(({ body }) => body),
    ),
    ...section(
      words.examples,
      examples.map(({ body }, index) => words.example(index + 1, body)),
    ),
    ...section(words.request, [...parameterLines(request.parameters), ...given(request.user_request)]),
  ];
  return sections.join("\n\n");
}

function section(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [title, ...texts];
}

function given(text: string): string[] {
  return text.trim() === "" ? [] : [text];
}

/** Sorted by name, so that the given order makes no difference. */
function parameterLines(parameters: Readonly<Record<string, Json>>): string[] {
  const names = Object.keys(parameters).sort();
  if (names.length === 0) return [];
  return [[words.parameters, ...names.map((name) => `- ${name}: ${JSON.stringify(parameters[name])}`)].join("\n")];
}
