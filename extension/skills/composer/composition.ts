// The result of the Composer: a composition or one of six errors, and in either case a record of the call.
import type { Json } from "../json.ts";
import type { MemoryRef } from "../memory-context.ts";

export interface ArtifactRef {
  id: string;
  version: string;
}

export interface Stage {
  name: string;
  tools: string[];
  /** Its part of the Approach, as authored. */
  text?: string;
}

export interface Subgraph {
  /** Only tools that were available. */
  tool_availability: string[];
  shape: "loop" | "staged";
  /** In their order; none in a loop. */
  stages: Stage[];
  /** What the Approach says that belongs to no stage. */
  approach?: string;
  /** Where each declared interrupt may fire. */
  interrupts: { name: string; node: string }[];
}

/** What ends the run. The caller can always cancel it, and an interrupt without an answer ends it, too. */
export interface ExitCondition {
  kind: "output_schema" | "tool_call_budget" | "caller_cancelled";
  output_schema?: Json;
  tool_call_budget?: number;
}

export interface Composition {
  prompt: string;
  subgraph: Subgraph;
  used_artifacts: ArtifactRef[];
  /** The memories that the prompt contains. */
  used_memory?: MemoryRef[];
  /** A hint; not enforced. */
  expected_tool_calls: string[];
  declared_interrupts: string[];
  exit_condition: ExitCondition;
  model_preference: Json;
}

/** `message` is for the author of the skill or the user who gave the command. */
export type ComposeError = { message: string } & (
  | { type: "MissingRequiredField"; field: "name" | "framing" | "parameter_schema" }
  | { type: "MalformedTemplate"; line?: number }
  | { type: "UnknownTool"; tool: string; artifact: string }
  | { type: "ParameterMismatch"; problems: { path: string; message: string }[] }
  /** Without the artifacts in `suggested_trim` it fits. */
  | {
      type: "ArtifactBudgetExceeded";
      tokens: number;
      budget: number;
      suggested_trim: (ArtifactRef & { tokens: number })[];
    }
  | { type: "CapabilityNarrowing"; tool_surface: string[]; caller_capabilities: string[] }
);

/** Says what the Composer did. */
export interface InvocationRecord {
  skill_id: string;
  skill_version: string;
  invocation_source: "explicit" | "agent-selected" | "scheduled";
  used_artifacts: ArtifactRef[];
  expected_tool_calls: string[];
  succeeded: boolean;
  error: ComposeError["type"] | null;
}

/** Not a `Result`: the command line prints it unchanged, with the record in both cases. */
export type Composed =
  | { ok: true; composition: Composition; record: InvocationRecord }
  | { ok: false; error: ComposeError; record: InvocationRecord };
