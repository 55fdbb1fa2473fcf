// Every command that can be given now: the sources in their order, the first of a name wins and says whom it hides.
import type { PromptRead, ResultPart } from "../message/command.ts";
import type { Sending } from "../message/resolved.ts";
import type { Argument } from "./expand.ts";
import type { Result } from "../message/result.ts";

export type Source = "built-in" | "project" | "user" | "mcp" | "skill" | "extension" | "agent";

/** Who comes first when two commands have one name. */
const ORDER: readonly Source[] = ["built-in", "project", "user", "mcp", "skill", "extension", "agent"];

/** What becomes of whatever else was written: it stays in the draft, goes to the draft of what is shown then, or to the action. */
export type RestGoes = "back" | "along" | "in";

export type Body =
  /** Carried out by the host: a command of VS Code. */
  | { kind: "action"; run: string; restGoes: RestGoes }
  /** `intent` is told in the message's metadata, with the arguments as its query. */
  | { kind: "template"; text: string; intent?: string }
  /** What is written behind it is its request. */
  | { kind: "skill"; invoke: (request: string) => Invoked }
  /** The same for one that takes time, and depends on what may be called: it is composed before the draft is looked at. */
  | { kind: "package"; compose: (request: string, by: Caller) => Promise<Invoked> }
  /** Made by a server from the values of its arguments, when the message is sent. Never rejects. */
  | { kind: "prompt"; read: (values: Readonly<Record<string, string>>, sending?: Sending) => Promise<PromptRead> };

/** Who gives a command, and what may be called there. */
export interface Caller {
  session_id: string;
  tools: readonly string[];
  /** Asks a model for the shape of a skill that leaves it to one. `undefined` for a preview. */
  plan?: (approach: string, tools: readonly string[]) => Promise<PlannedShape | undefined>;
}

interface PlannedShape {
  tools?: string[] | undefined;
  stages?: { name: string; tools?: string[] | undefined }[] | undefined;
}

/** A record is kept of a refusal, too. */
export type Invoked = Result<ResultPart, { problem: string; record?: string }>;

export interface Command {
  /** With its slash. */
  id: string;
  description: string;
  source: Source;
  /** Where it comes from, in words: a path, a server, an extension. */
  origin: string;
  arguments: readonly Argument[];
  body: Body;
  /** What its file asks of the turn. */
  wants?: { model?: string; tools?: string[] };
}

export interface Listed extends Command {
  /** The origins of commands of the same name that can not be given because of this one. */
  hides: string[];
}

export interface Catalog {
  commands: readonly Listed[];
  byId: ReadonlyMap<string, Listed>;
}

/** Commands of one source keep their order. */
export function mergeCommands(commands: readonly Command[]): Catalog {
  const byId = new Map<string, Listed>();
  for (const source of ORDER) {
    for (const command of commands) {
      if (command.source !== source) continue;
      const first = byId.get(command.id);
      if (first === undefined) byId.set(command.id, { ...command, hides: [] });
      else first.hides.push(command.origin);
    }
  }
  return { commands: [...byId.values()], byId };
}
