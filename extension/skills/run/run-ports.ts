// The ports of a running skill. The turn fills them.
import type { SkillInvocation, SkillOutcome, SkillRecord } from "../../message/invocation.ts";
import type { AssistantMessage, Message } from "../../message/message.ts";
import type { SkillStep } from "./running-skill.ts";

interface NewInvocation {
  session_id: string;
  /** Empty if the skill was refused and nothing was sent. */
  message_id: string;
  /** The call by which a model asked for the skill. */
  call_id?: string;
  record: SkillRecord;
  outcome: SkillOutcome | null;
}

/** The stored invocations of a conversation. */
export interface SkillRecords {
  /** Oldest first. */
  invocations: (conversation: string) => SkillInvocation[];
  /** Stores it with a new id and the time. */
  add: (invocation: NewInvocation) => SkillInvocation;
  end: (id: string, outcome: SkillOutcome) => void;
  /** Marks the invocations that an ended process left open as interrupted. */
  closeOpen: (conversation: string) => void;
  /** Oldest first. */
  messages: (conversation: string) => Message[];
}

/** The answer that is being written. */
export interface WrittenAnswer {
  readonly message: Pick<AssistantMessage, "id" | "parts">;
  /** Adds a step between the model's words. */
  step: (step: SkillStep) => void;
  /** Adds a question that Galley asks by itself. The turn asks it before its next request. */
  ask: (id: string, tool: string, input: Record<string, string>) => void;
}

export interface UserQuestion {
  call_id: string;
  question: string;
  options: { label: string; description?: string | undefined }[];
}

export type UserAnswer = { kind: "answered"; answers: readonly string[] } | { kind: "declined" } | { kind: "stopped" };

export type AskUser = (question: UserQuestion) => Promise<UserAnswer>;
