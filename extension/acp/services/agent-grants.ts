// What the user has allowed an agent in this turn, so that Galley does not ask again when the agent does exactly that.
import type { AskedCall, AskedChange } from "./permission.ts";
import type { Need, ReadyCall } from "../../tools/tool.ts";

export class AgentGrants {
  readonly #reads = new Set<string>();
  /** The changed places of a file are granted together. */
  #changes: { path: string; places: AskedChange[] }[] = [];
  #commands: { line: string; folder: string }[] = [];

  /** `usual`: the folder in which a command runs that names none. */
  add({ call, changes, command }: AskedCall, usual: string | undefined): void {
    for (const need of call.needs) if (isRead(need)) this.#reads.add(keyOf(need));
    for (const [path, places] of Map.groupBy(changes, (change) => change.path)) this.#changes.push({ path, places });
    const folder = command?.folder ?? usual;
    if (command !== undefined && folder !== undefined) this.#commands.push({ line: command.line, folder });
  }

  /** A grant to read lasts for the turn, because agents read files in pieces. */
  coversRead({ needs }: ReadyCall): boolean {
    return needs.every((need) => isRead(need) && this.#reads.has(keyOf(need)));
  }

  /** Each grant counts once, and only for the text that the user saw. */
  takeChange({ preview }: ReadyCall): boolean {
    if (preview?.type !== "diff") return false;
    const at = this.#changes.findIndex(
      ({ path, places }) => path === preview.path && becomes(preview.before, preview.after, places),
    );
    if (at >= 0) this.#changes = this.#changes.toSpliced(at, 1);
    return at >= 0;
  }

  /** Each grant counts once, and only in the folder that the user saw. */
  takeCommand(line: string, folder: string): boolean {
    const at = this.#commands.findIndex(
      (one) => one.folder === folder && (one.line === line || isWrapped(one.line, line)),
    );
    if (at >= 0) this.#commands = this.#commands.toSpliced(at, 1);
    return at >= 0;
  }
}

function isRead({ permission }: Need): boolean {
  return permission === "read" || permission === "outside";
}

function keyOf({ permission, pattern }: Need): string {
  return `${permission} ${pattern}`;
}

/** Some agents show whole files, some only the lines around a change. */
function becomes(before: string, after: string, places: readonly AskedChange[]): boolean {
  let text = unixBreaks(before);
  for (const { oldText, newText } of places) {
    const [old, next] = [unixBreaks(oldText ?? ""), unixBreaks(newText)];
    if (text === old) {
      text = next;
      continue;
    }
    const at = old === "" ? -1 : text.indexOf(old);
    if (at < 0 || text.includes(old, at + 1)) return false;
    text = text.slice(0, at) + next + text.slice(at + old.length);
  }
  return text === unixBreaks(after);
}

function unixBreaks(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Agents ask for `ls` and run `sh -c 'ls'`. */
function isWrapped(asked: string, run: string): boolean {
  const [, inner] = /^(?:\/bin\/|\/usr\/bin\/)?(?:ba|z)?sh -l?c (.*)$/s.exec(run) ?? [];
  // Without quotes a shell takes the first word alone as its command.
  return inner === `'${asked.replaceAll("'", "'\\''")}'` || (inner === asked && /^[\w./-]+$/.test(asked));
}
