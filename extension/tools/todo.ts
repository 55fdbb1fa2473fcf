// todo: the model's list of steps. Only the conversation stores it: each call contains the whole list.
import * as z from "zod/mini";
import { defineTool } from "./define.ts";
import type { Tool } from "./tool.ts";
import * as words from "./words.ts";

const TodoInput = z.object({
  todos: z
    .array(z.object({ text: z.string().check(z.minLength(1)), state: z.enum(["pending", "doing", "done"]) }))
    .check(z.maxLength(100)),
});

const SIGNS = { pending: "[ ]", doing: "[~]", done: "[x]" } as const;

export const todoTool: Tool = defineTool({
  name: "todo",
  description:
    "Maintain a list of steps for a longer task, visible to you and the user. Pass the whole list in each call.",
  input: TodoInput,
  harmless: true,
  prepare({ todos }) {
    const done = todos.filter(({ state }) => state === "done").length;
    const output =
      todos.length === 0 ? words.emptyList : todos.map(({ text, state }) => `${SIGNS[state]} ${text}`).join("\n");
    const title = words.steps(done, todos.length);
    return { ok: true, call: { title, needs: [], changes: false, run: () => Promise.resolve({ ok: true, output }) } };
  },
});
