// The command argument the user is typing: which one, how it begins, and the values of the others.
import type { Catalog } from "./catalog.ts";
import { splitWords } from "./arguments.ts";
import { type Argument, assignValues } from "./expand.ts";

export interface ArgumentAt {
  name: string;
  value: string;
  others: Record<string, string>;
  /** It was written `name=value`. */
  isNamed: boolean;
}

/** `before` is the text between the command and the cursor. `undefined` if every argument has a value. */
export function argumentAt(wanted: readonly Argument[], before: string): ArgumentAt | undefined {
  const { raw, words } = splitWords([before]);
  const last = before === "" || /\s$/.test(before) ? undefined : words.at(-1);
  const { values, open } = assignValues(wanted, { raw, words: last === undefined ? words : words.slice(0, -1) });
  if (last?.name !== undefined && open.includes(last.name))
    return { name: last.name, value: last.text.slice(last.name.length + 1), others: values, isNamed: true };
  const [name] = open;
  return name === undefined ? undefined : { name, value: last?.text ?? "", others: values, isNamed: false };
}

/** What is typed of a path behind a command; `undefined` if the argument at the cursor is not a path, or is quoted. */
export function pathAt({ byId }: Catalog, { id, before }: { id: string; before: string }): string | undefined {
  const wanted = byId.get(id)?.arguments ?? [];
  const at = argumentAt(wanted, before);
  const isPath = wanted.some((argument) => argument.isPath === true && argument.name === at?.name);
  return isPath && at?.isNamed === false && !/["'\\]/.test(before) ? at.value : undefined;
}
