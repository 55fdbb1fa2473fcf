// Folds a long row of calls into one line, and shows only the latest to-do list of an answer.
import type { AnswerItem, ToolItem } from "./answer-items.ts";
import { todosOf, type Todo } from "./tool-words.ts";

/** More calls in a row than this are folded. */
const MOST = 6;

export type ShownItem =
  | AnswerItem
  | { type: "steps"; key: string; items: ToolItem[] }
  | { type: "todos"; key: string; todos: Todo[] };

export function foldSteps(items: readonly AnswerItem[]): ShownItem[] {
  const shown: ShownItem[] = [];
  const latest = items.findLast((item) => item.type === "tool" && isTodos(item));
  let row: ToolItem[] = [];
  const endRow = (): void => {
    const [first] = row;
    if (first !== undefined && row.length > MOST) shown.push({ type: "steps", key: `s${first.key}`, items: row });
    else shown.push(...row);
    row = [];
  };
  for (const item of items) {
    if (item.type === "tool" && item !== latest && folds(item)) {
      row.push(item);
      continue;
    }
    endRow();
    shown.push(item === latest && item.type === "tool" ? todosItem(item) : item);
  }
  endRow();
  return shown;
}

/** Running calls and the user's own answers get a separate line. */
function folds({ name, result }: ToolItem): boolean {
  return result !== undefined && name !== "question" && name !== "interrupt";
}

function isTodos({ name, input, result }: ToolItem): boolean {
  return name === "todo" && result?.is_error !== true && todosOf(input).length > 0;
}

function todosItem({ key, input }: ToolItem): ShownItem {
  return { type: "todos", key, todos: todosOf(input) };
}
