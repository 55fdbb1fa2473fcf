// What an agent tells of its turn, as the events of an answer. Whatever order it comes in, every call gets one result.
import type { Diff, PlanEntry, SessionUpdate, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { StreamEvent } from "../../send/event.ts";
import { faceOf, outputOf, type Told, wordsOf } from "./tool-face.ts";
import * as words from "../words.ts";

export interface UpdatePorts {
  /** A path as messages write it. */
  shownPath: (path: string) => string;
  /** What a terminal of this turn has put out. */
  terminalText: (id: string) => string;
  /** A call that went well has changed files. */
  changed: (diffs: readonly Diff[]) => void;
}

const PLAN = "plan";

/** Of one turn: more calls than this are a flood. */
const MOST_CALLS = 10_000;

/** What is told of calls that have not ended, in characters. */
const MOST_OPEN = 32 * 1024 * 1024;

/** Entries of a plan that are shown, and the characters of each. */
const MOST_ENTRIES = 200;
const MOST_WORDS = 2_000;

interface Call extends Told {
  isDone: boolean;
  /** As it was shown last. */
  face: string;
  /** What is kept of it, in characters. */
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

  /** It tells of more than can be kept. */
  get isFlooded(): boolean {
    return this.#calls.size > MOST_CALLS || this.#open > MOST_OPEN;
  }

  /** Nothing for what is not part of an answer. */
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

  /** Also what a request for permission tells of its call. */
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

  /** All that was told of a call. */
  told(id: string): ToolCallUpdate {
    const { isDone, face, size, id: toolCallId = id, ...told } = this.#calls.get(id) ?? {};
    return { ...told, toolCallId };
  }

  /** The turn is over: calls that were left open are closed. */
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
    // What it said is in the answer now.
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
