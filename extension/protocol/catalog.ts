// A slash command, as the list of commands shows it.
import * as z from "zod/mini";

export const CommandSpec = z.object({
  /** With its slash: "/review". */
  id: z.string(),
  description: z.string(),
  source: z.enum(["built-in", "project", "user", "mcp", "skill", "extension", "agent"]),
  arguments: z.array(
    z.object({
      name: z.string(),
      required: z.boolean(),
      description: z.optional(z.string()),
      /** A place of the workspace, which the host completes. */
      isPath: z.optional(z.literal(true)),
    }),
  ),
  /** The sources of other commands with this name, which this one hides. */
  hides: z.array(z.string()),
});
export type CommandSpec = z.infer<typeof CommandSpec>;
