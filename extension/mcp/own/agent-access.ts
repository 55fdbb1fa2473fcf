// What agents may use of Galley: where memories and skills are, which skills are disabled, and the rules. The window writes it.
import * as z from "zod/mini";
import { RuleText } from "../../tools/rules/rules.ts";

export const AgentAccess = z.object({
  /** The workspace folders on disk. Memories of the project are in the first. */
  workspaces: z.array(z.string()),
  /** The folder that holds the user's `memory` folder. */
  user: z.string(),
  home: z.string(),
  /** Galley's own skills. */
  bundled: z.string(),
  off: z.array(z.string()),
  rules: z.array(z.extend(RuleText, { from: z.enum(["settings", "workspace", "project", "session", "manifest"]) })),
});
export type AgentAccess = z.infer<typeof AgentAccess>;

/** Nothing: no folder, and so neither memories nor skills. */
export const NO_ACCESS: AgentAccess = { workspaces: [], user: "", home: "", bundled: "", off: [], rules: [] };

/** Fails closed: a text that is not valid gives no access. */
export function parseAccess(text: string): AgentAccess {
  try {
    return AgentAccess.safeParse(JSON.parse(text)).data ?? NO_ACCESS;
  } catch {
    // No JSON: the window is writing it, or another program has.
    return NO_ACCESS;
  }
}
