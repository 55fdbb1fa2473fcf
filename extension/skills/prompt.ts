// The prompt of a composition: fixed sections around what was authored, of which no letter changes.
import type { Json } from "./json.ts";
import type { ComposeRequest } from "./request.ts";
import type { Selection } from "./select.ts";

export function assemblePrompt(
  framing: string,
  { descriptions, examples }: Pick<Selection, "descriptions" | "examples">,
  request: Pick<ComposeRequest, "user_request" | "parameters">,
): string {
  const sections = [
    framing,
    ...section(
      "# Background",
      descriptions.map(({ body }) => body),
    ),
    ...section(
      "# Examples",
      examples.map(({ body }, index) => `## Example ${index + 1}\n\n${body}`),
    ),
    ...section("# Request", [...parameterLines(request.parameters), ...given(request.user_request)]),
  ];
  return sections.join("\n\n");
}

function section(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [title, ...texts];
}

function given(text: string): string[] {
  return text.trim() === "" ? [] : [text];
}

/** By name, so that the order in which they were given changes nothing. */
function parameterLines(parameters: Readonly<Record<string, Json>>): string[] {
  const names = Object.keys(parameters).sort();
  if (names.length === 0) return [];
  return [["Parameters:", ...names.map((name) => `- ${name}: ${JSON.stringify(parameters[name])}`)].join("\n")];
}
