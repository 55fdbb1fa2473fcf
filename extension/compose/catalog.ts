// Every command that can be given now: of several with one name, the first source wins, and the others are listed as hidden.
import type { ContextName } from "../acquire/context.ts";
import type { CommandArguments, PromptRead, ResultPart } from "../message/command.ts";
import type { Sending } from "../message/resolved.ts";
import type { Argument } from "./expand.ts";
import type { Result } from "../message/result.ts";

export type Source = "built-in" | "project" | "user" | "mcp" | "skill" | "extension" | "agent";

/** The source whose command wins when two have one name: the first in this list. */
const ORDER: readonly Source[] = ["built-in", "project", "user", "mcp", "skill", "extension", "agent"];

/** Where the rest of the draft goes: back into the draft, along to the draft of the conversation shown next, or into the action. */
export type RestGoes = "back" | "along" | "in";

export type Body =
  /** Carried out by the host: a command of VS Code. */
  | { kind: "action"; run: string; restGoes: RestGoes }
  /**
   * `intent` goes into the message's metadata, with the arguments as its query. `files` are those of the workspace that
   * the template names, once it is prepared.
   */
  | { kind: "template"; text: string; intent?: string; files?: readonly string[] }
  /**
   * Answers with a part: a place of the workspace that the first word names, or what the editor knows under a name.
   * `found` is the part, or why there is none, once it is prepared.
   */
  | { kind: "part"; of: PartOf; found?: PromptRead }
  /** The text behind the command is the skill's request. */
  | { kind: "skill"; invoke: (request: string, source?: Caller["source"]) => Invoked }
  /** A skill that takes time to compose and depends on the tools at hand: composed before the draft is read. */
  | { kind: "package"; compose: (request: string, by: Caller) => Promise<Invoked> }
  /** Made by a server or another extension from the arguments, when the message is sent. Never rejects. */
  | { kind: "prompt"; read: (given: GivenValues, sending?: Sending) => Promise<PromptRead>; intent?: string };

interface GivenValues {
  /** By the names of the command's arguments. */
  values: Readonly<Record<string, string>>;
  args: CommandArguments;
}

export type PartOf = "place" | Extract<ContextName, "diff" | "problems">;

/** The conversation that gives a command, and the tools its model may call. */
export interface Caller {
  session_id: string;
  tools: readonly string[];
  /** `false` if the model cannot call tools. */
  can_call?: boolean | undefined;
  /** Set if a schedule gives the command, and not the user. */
  source?: "scheduled";
  /** Asks a model for the shape of a skill that does not state its own. `undefined` for a preview. */
  plan?: (approach: string, tools: readonly string[]) => Promise<PlannedShape | undefined>;
}

interface PlannedShape {
  tools?: string[] | undefined;
  stages?: { name: string; tools?: string[] | undefined }[] | undefined;
}

/** A refusal may carry a record, too. */
export type Invoked = Result<ResultPart, { problem: string; record?: string }>;

export interface Command {
  /** With its slash. */
  id: string;
  description: string;
  source: Source;
  /** Where it comes from, as shown to the user: a path, a server, an extension. */
  origin: string;
  arguments: readonly Argument[];
  body: Body;
  /** What its file asks of the turn. */
  wants?: { model?: string; tools?: string[] };
  /** The model that a skill prefers for its turn. `isOwn`: the skill is the user's, not the workspace's. */
  prefers?: { model: string; isOwn: boolean };
}

export interface Listed extends Command {
  /** The origins of commands of the same name that this one hides. */
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
