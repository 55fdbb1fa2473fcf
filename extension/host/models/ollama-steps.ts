// What the list of models offers where Ollama does not answer: which machine was asked, and how to reach the user's own.
import { wayToLocal } from "../../text/remote-window.ts";
import * as words from "./words.ts";

interface Step {
  label: string;
  description: string;
}

export type OllamaStep =
  /** Asks for the URL; `url` is filled in. */
  | (Step & { act: "set-url"; url: string })
  /** Shows the line for the SSH config file. */
  | (Step & { act: "show-line"; line: string });

/** The port that Ollama listens on unless it is told another. */
const PORT = 11434;

export function ollamaSteps(remoteName: string | undefined): OllamaStep[] {
  const off: OllamaStep = {
    label: words.ollamaOff(machineName(remoteName)),
    description: words.ollamaOffDetail,
    act: "set-url",
    url: "",
  };
  const way = wayToLocal(remoteName, PORT);
  if (way === undefined) return [off];
  const label = words.useLocalOllama;
  return way.kind === "address"
    ? [off, { label, description: way.url, act: "set-url", url: way.url }]
    : [off, { label, description: words.throughSsh, act: "show-line", line: way.line }];
}

/** `undefined` for the user's own machine. */
function machineName(remoteName: string | undefined): string | undefined {
  if (remoteName === undefined) return undefined;
  const known: Readonly<Record<string, string>> = words.machines;
  return Object.hasOwn(known, remoteName) ? known[remoteName] : words.otherMachine(remoteName);
}
