// Turns the updates of an agent into the events of an answer. In whatever order they come, every call gets one result.
import type { Diff, PlanEntry, SessionUpdate, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { StreamEvent } from "../../send/event.ts";
import { faceOf, outputOf, type Told, wordsOf } from "./tool-face.ts";
import * as words from "../words.ts";

export interface UpdatePorts {
  /** A path as messages write it. */
  shownPath: (path: string) => string;
  /** The output of a terminal of this turn. */
  terminalText: (id: string) => string;
  /** Called when a successful call has changed files. */
  changed: (diffs: readonly Diff[]) => void;
}

const PLAN = "plan";

/** More calls in one turn are a flood. */
const MOST_CALLS = 10_000;

/** The most characters that are kept of open calls. */
const MOST_OPEN = 32 * 1024 * 1024;

/** The most entries of a plan that are shown, and the characters of each. */
const MOST_ENTRIES = 200;
const MOST_WORDS = 2_000;

interface Call extends Told {
  isDone: boolean;
  /** How the call was shown last. */
  face: string;
  /** The characters that are kept of it. */
  size: number;
}

export class TurnUpdates {
  readonly #ports: UpdatePorts;
  readonly #calls = new Map<string, Call>();
  #hasPlan = false;
  #open = 0;

  constructor(ports: UpdatePorts) {
    this.#ports = ports;
  }

  /** The agent reports more than Galley can keep. */
  get isFlooded(): boolean {
    return this.#calls.size > MOST_CALLS || this.#open > MOST_OPEN;
  }

  /** Empty for an update that is not part of an answer. */
  read(update: SessionUpdate): StreamEvent[] {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        return [{ type: "text", text: wordsOf(update.content) }];
      case "agent_thought_chunk":
        return [{ type: "reasoning", text: wordsOf(update.content) }];
      case "tool_call":
      case "tool_call_update":
        return this.call(update);
      case "plan":
        this.#hasPlan = true;
        return [{ type: "tool-call", id: PLAN, name: "todo", input: { todos: todosOf(update.entries) } }];
      case "usage_update":
        return [{ type: "usage", usage: { input: Math.max(0, Math.round(update.used)), output: 0 } }];
      case "notice": {
        const more = update.description === undefined || update.description === null ? "" : ` ${update.description}`;
        return [{ type: "notice", notice: { message: `${update.title}${more}`.slice(0, MOST_WORDS) } }];
      }
      case "user_message_chunk":
      case "available_commands_update":
      case "current_mode_update":
      case "config_option_update":
      case "session_info_update":
      case "compaction_update":
      case "compaction_summary_chunk":
        return [];
      default:
        return update satisfies never;
    }
  }

  /** Also reads the call in a request for permission. */
  call({ toolCallId: id, ...update }: ToolCallUpdate): StreamEvent[] {
    const known = this.#calls.get(id);
    const given = Object.entries(update).filter(([, value]) => value !== undefined && value !== null);
    const told: Call = { ...(known ?? { id, isDone: false, face: "", size: 0 }), ...Object.fromEntries(given) };
    const { name, input } = faceOf(told, this.#ports.shownPath);
    const face = JSON.stringify([name, input]);
    this.#keep(id, { ...told, face, size: sizeOf(told) });
    const events: StreamEvent[] = face === known?.face ? [] : [{ type: "tool-call", id, name, input }];
    const isOver = told.status === "completed" || told.status === "failed";
    const diffs = (told.content ?? []).filter((one) => one.type === "diff");
    if (told.status === "completed" && !told.isDone && diffs.length > 0) this.#ports.changed(diffs);
    return isOver && !told.isDone ? [...events, this.#result(id, told.status === "failed")] : events;
  }

  /** Everything the agent has reported of a call. */
  told(id: string): ToolCallUpdate {
    const { isDone, face, size, id: toolCallId = id, ...told } = this.#calls.get(id) ?? {};
    return { ...told, toolCallId };
  }

  /** The turn is over: ends every open call with this result. */
  close(result: string): StreamEvent[] {
    const open = [...this.#calls].filter(([, { isDone }]) => !isDone);
    const plan: StreamEvent[] = this.#hasPlan
      ? [{ type: "tool-result", id: PLAN, output: words.planShown, is_error: false }]
      : [];
    this.#hasPlan = false;
    return [...plan, ...open.map(([id]) => this.#result(id, true, result))];
  }

  #keep(id: string, call: Call): void {
    this.#open += call.size - (this.#calls.get(id)?.size ?? 0);
    this.#calls.set(id, call);
  }

  #result(id: string, isError: boolean, more = ""): StreamEvent {
    const told = this.#calls.get(id);
    const output = told === undefined ? "" : outputOf(told, this.#ports);
    // The answer has the content of the call now.
    if (told !== undefined) this.#keep(id, { id, isDone: true, face: told.face, size: 0 });
    const text = [output, more].filter((part) => part !== "").join("\n");
    return { type: "tool-result", id, output: text, is_error: isError };
  }
}

/** About how many characters it holds. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one), 16);
}

function todosOf(entries: readonly PlanEntry[]): { text: string; state: string }[] {
  const shown = entries.slice(0, MOST_ENTRIES).map(toTodo);
  const rest = entries.length - shown.length;
  return rest > 0 ? [...shown, { text: words.moreEntries(rest), state: "pending" }] : shown;
}

function toTodo({ content, status }: { content: string; status: string }): { text: string; state: string } {
  return {
    text: content.slice(0, MOST_WORDS),
    state: status === "completed" ? "done" : status === "in_progress" ? "doing" : "pending",
  };
}
