// The agents in the settings: the command of each, and what the user sets for it.
import * as z from "zod/mini";
import { argumentValues, isSecretName, valuesOf } from "../message/secrets/server-secrets.ts";
import * as words from "./words.ts";

export const AgentSetting = z.object({
  /** The second half of `acp/ID`. */
  id: z.string().check(z.regex(/^[\w.-]+$/, words.invalidId)),
  name: z.optional(z.string()),
  command: z.string().check(z.minLength(1)),
  args: z._default(z.array(z.string()), []),
  env: z._default(z.record(z.string(), z.string()), {}),
  /** Send the agent only text. */
  textOnly: z.optional(z.boolean()),
  /** `false`: give the agent no MCP servers. */
  mcpServers: z.optional(z.boolean()),
});
export type AgentSetting = z.infer<typeof AgentSetting>;

/** Skips invalid entries, so that a mistake in one does not affect the others. Of two with one id, the first wins. */
export function parseAgents(raw: unknown): AgentSetting[] {
  const agents = new Map<string, AgentSetting>();
  for (const one of Array.isArray(raw) ? (raw satisfies unknown[]) : []) {
    const parsed = AgentSetting.safeParse(one);
    if (parsed.success && !agents.has(parsed.data.id)) agents.set(parsed.data.id, parsed.data);
  }
  return [...agents.values()];
}

/** Well-known agents. Galley offers one when it finds its command. */
export const WELL_KNOWN: readonly AgentSetting[] = [
  { id: "claude", name: "Claude Code", command: "claude-agent-acp", args: [], env: {} },
  { id: "codex", name: "Codex", command: "codex-acp", args: [], env: {} },
  { id: "gemini", name: "Gemini CLI", command: "gemini", args: ["--acp"], env: {} },
  { id: "opencode", name: "OpenCode", command: "opencode", args: ["acp"], env: {} },
  { id: "qwen", name: "Qwen Code", command: "qwen", args: ["--acp"], env: {} },
  { id: "copilot", name: "GitHub Copilot CLI", command: "copilot", args: ["--acp"], env: {} },
  { id: "cursor", name: "Cursor", command: "cursor-agent", args: ["acp"], env: {} },
  { id: "goose", name: "Goose", command: "goose", args: ["acp"], env: {} },
  { id: "kimi", name: "Kimi CLI", command: "kimi", args: ["acp"], env: {} },
];

/** The values in an agent's settings that must not reach a log. `places`: folders that are not secret. */
export function secretsOf({ env, args }: Pick<AgentSetting, "env" | "args">, places: readonly string[]): string[] {
  const spoken = args.filter((argument, at) => isSecretName(argument) || isSecretName(args[at - 1] ?? ""));
  return [...valuesOf(env, places), ...argumentValues(spoken, places)];
}
