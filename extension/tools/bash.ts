// bash: a command line in the workspace, with an end to its time and to its output.
import * as z from "zod/mini";
import { hasUnseen } from "../text/visible-text.ts";
import { defineTool, refuse } from "./define.ts";
import { findPlace, readNeed } from "./locate.ts";
import type { Ports, ShellResult } from "./ports.ts";
import type { Need, Outcome, Tool } from "./tool.ts";
import * as words from "./words.ts";

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 600;

const BashInput = z.object({
  command: z.string().check(z.minLength(1), z.maxLength(100_000)),
  folder: z.optional(z.string()).check(z.describe("Working directory; default: the first workspace folder")),
  timeout_seconds: z
    .optional(z.int().check(z.minimum(1), z.maximum(MOST_SECONDS)))
    .check(z.describe(`Default: ${DEFAULT_SECONDS}`)),
});

/** The shell keeps more of an output than a result shows: the rest goes into a file. */
const LIMIT_BYTES = 4 * 1024 * 1024;

export function bashTool({ files, shell }: Pick<Ports, "files" | "shell">): Tool {
  return defineTool({
    name: "bash",
    description: words.bashDescription(shell.kind),
    input: BashInput,
    harmless: false,
    async prepare({ command, folder = ".", timeout_seconds = DEFAULT_SECONDS }) {
      // The user must see everything that the shell runs.
      if (hasUnseen(command)) return refuse(words.unseenCharacters);
      if (command.trim() === "") return refuse(words.emptyCommand);
      const meant = await findPlace(files, folder);
      if (!meant.ok) return refuse(meant.failure);
      const place = meant.value;
      if (place.kind !== "folder") return refuse(words.notFolder(place.path));
      const reader = shell.kind === "posix" ? {} : { shell: shell.kind };
      const needs: Need[] = [{ permission: "bash", pattern: command, ...reader }];
      if (!place.inside) needs.push(readNeed(place));
      const run = async (signal: AbortSignal): Promise<Outcome> => {
        const options = { cwd: place.full, timeoutMs: timeout_seconds * 1000, limitBytes: LIMIT_BYTES, signal };
        return toOutcome(await shell.run(command, options), timeout_seconds);
      };
      const text = folder === "." ? command : words.commandIn(place.path, command);
      const preview = { type: "text", text } as const;
      return { ok: true, call: { title: words.bashTitle, needs, preview, changes: true, run } };
    },
  });
}

/** A command succeeded only if it ended on its own with exit code 0; a failed one shows its output, too. */
function toOutcome(result: ShellResult, seconds: number): Outcome {
  const { exit_code, output, truncated, timed_out, left_running = false } = result;
  const end = timed_out ? words.timedOut(seconds) : exit_code === null ? words.noExitCode : words.exitCode(exit_code);
  const notes = [end, ...(left_running ? [words.leftRunning] : []), ...(truncated ? [words.outputTruncated] : [])];
  const text = output.replace(/[\r\n]+$/, "");
  return { ok: exit_code === 0 && !timed_out, output: `${text}${text === "" ? "" : "\n"}[${notes.join("; ")}]` };
}
