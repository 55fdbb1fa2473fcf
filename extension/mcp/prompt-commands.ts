// The prompts of MCP servers as commands: `/server:prompt`, which the server fills in when the message is sent.
import type { Command } from "../compose/catalog.ts";
import type { PromptRead } from "../message/command.ts";
import type { Sending } from "../message/resolved.ts";
import type { ListedPrompt } from "./listed.ts";
import type { Of } from "./offers.ts";
import * as words from "./words.ts";

export type AskPrompt = (
  server: string,
  prompt: string,
  values: Readonly<Record<string, string>>,
  sending?: Sending,
) => Promise<PromptRead>;

/** Numbers tell apart prompts whose commands would be the same. */
export function promptCommands(prompts: readonly Of<ListedPrompt>[], ask: AskPrompt): Command[] {
  const taken = new Set<string>();
  return prompts.map((prompt) => {
    const { server, name, description } = prompt;
    const id = idOf(server, name, taken);
    taken.add(id);
    return {
      id,
      description: description === "" ? words.promptOf(server) : description,
      source: "mcp",
      origin: server,
      arguments: prompt.arguments,
      body: { kind: "prompt", read: ({ values }, sending) => ask(server, name, values, sending) },
    };
  });
}

/** Whether the command may be a prompt of this server, even one that it does not list. */
export function isPromptOf(server: string, id: string): boolean {
  return id.startsWith(beginningOf(server));
}

/** Contains only characters that the input reads as one command. */
function idOf(server: string, name: string, taken: ReadonlySet<string>): string {
  const plain = `${beginningOf(server)}${word(name)}`;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? plain : `${plain}-${count}`;
    if (!taken.has(id)) return id;
  }
}

function beginningOf(server: string): string {
  return `/${word(server)}:`.replace(/^\/(?![A-Za-z])/, "/mcp-");
}

function word(name: string): string {
  return name.replace(/[^\w.-]+/g, "-");
}
