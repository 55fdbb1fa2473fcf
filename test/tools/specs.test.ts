// What goes to the model of every tool, what comes back for arguments that are wrong, and the two that only talk.
import { expect, test } from "vitest";
import { builtinTools } from "../../extension/tools/builtin.ts";
import { QuestionInput } from "../../extension/tools/question.ts";
import { ABOUT, toolWorld } from "../fakes/tool-world.ts";

test.each(["posix", "windows-powershell"] as const)("all specifications together are small (%s)", (kind) => {
  const { ports } = toolWorld();
  const specs = builtinTools({ ...ports, shell: { ...ports.shell, kind } }).map(
    ({ name, description, input_schema }) => ({
      name,
      description,
      input_schema,
    }),
  );
  expect(Buffer.byteLength(JSON.stringify(specs))).toBeLessThanOrEqual(8_000);
  expect(specs.map(({ name }) => name)).toEqual(
    "read write edit glob grep bash web_fetch view_image read_pdf question todo".split(" "),
  );
  for (const { input_schema } of specs) {
    expect(input_schema).toMatchObject({ type: "object", properties: expect.any(Object) as object });
    expect(JSON.stringify(input_schema)).not.toMatch(/\$schema|9007199254740991/);
  }
});

test("an untrusted workspace is offered nothing that writes, runs or fetches", () => {
  const harmful = builtinTools(toolWorld().ports).filter(({ harmless }) => !harmless);
  expect(harmful.map(({ name }) => name)).toEqual(["write", "edit", "bash", "web_fetch"]);
});

test("arguments that are wrong come back in words that name the field", async () => {
  const { call } = toolWorld();
  const words = async (tool: string, input: unknown): Promise<string> => {
    const outcome = await call(tool, input);
    expect(outcome.ok).toBe(false);
    return outcome.output;
  };
  expect(await words("read", {})).toBe('Could not call read: "path" is required: a string.');
  expect(await words("read", { path: 3 })).toBe('Could not call read: "path" must be a string.');
  expect(await words("read", { path: "a", start: "x" })).toContain('"start" must be a number');
  expect(await words("read", { path: "a", start: 1.5 })).toContain('"start" must be a whole number');
  expect(await words("read", { path: "a", start: 0 })).toContain('"start" must');
  expect(await words("todo", { todos: [{ text: "a", state: "later" }] })).toBe(
    'Could not call todo: "todos.0.state" must be one of "pending", "doing", "done".',
  );
});

test("whatever a model sends, every tool answers in words", async () => {
  const { ports } = toolWorld();
  const strange = [
    undefined,
    null,
    1,
    "",
    "{",
    [],
    {},
    "[]",
    { path: null },
    { path: {} },
    { path: "\0" },
    { url: "x" },
  ];
  for (const tool of builtinTools(ports)) {
    for (const input of strange) {
      const prepared = await tool.prepare(input, ABOUT);
      expect(prepared.ok || prepared.output !== "", `${tool.name} ${JSON.stringify(input)}`).toBe(true);
      if (tool.name !== "read_pdf" && tool.name !== "glob") continue;
      expect(prepared.ok).toBe(false);
    }
  }
});

test("null is what was left out, and an object may come as text", async () => {
  const { write, call } = toolWorld();
  write({ "a.ts": "x" });
  expect(await call("read", { path: "a.ts", start: null, end: null })).toMatchObject({ ok: true });
  expect(await call("read", '{"path":"a.ts"}')).toMatchObject({ ok: true });
});

test("addresses and other tricks are no paths", async () => {
  const { call } = toolWorld();
  for (const tool of ["read", "write", "edit", "view_image", "read_pdf", "glob", "grep", "bash"]) {
    for (const path of [
      "file:///etc/passwd",
      "vscode-userdata:/User/settings.json",
      "untitled:Untitled-1",
      "a\0b",
      " ",
      "\\\\server\\share",
      "//server/share",
      "data:text/plain,x",
    ]) {
      const extra = { content: "", old_text: "a", new_text: "b", pattern: "x", command: "ls" };
      const { ok, output } = await call(tool, { path, folder: path, ...extra });
      expect(ok, `${tool} ${path}`).toBe(false);
      expect(output).toMatch(/not a path|cannot contain NUL|is empty|network paths/);
    }
  }
});

test("a name with a colon is reached with ./ before it", async () => {
  const { write, call } = toolWorld();
  write({ "note:today.md": "x" });
  expect(await call("read", { path: "./note:today.md" })).toMatchObject({ ok: true });
  expect((await call("read", { path: "note:today.md" })).output).toContain("./");
});

test("a list of steps comes back as it was given", async () => {
  const { ready } = toolWorld();
  const todos = [
    { text: "look", state: "done" },
    { text: "change", state: "doing" },
    { text: "test", state: "pending" },
  ];
  const call = await ready("todo", { todos });
  expect(call).toMatchObject({ title: "Steps: 1 of 3 done", needs: [], changes: false });
  expect(await call.run(new AbortController().signal)).toEqual({ ok: true, output: "[x] look\n[~] change\n[ ] test" });
  expect((await (await ready("todo", { todos: [] })).run(new AbortController().signal)).output).toBe(
    "The list is empty.",
  );
});

test("a question is parsed and left to whoever can ask", async () => {
  const { ready, call } = toolWorld();
  const input = { question: "Which?", options: [{ label: "A", description: "first" }, { label: "B" }], multiple: true };
  expect(await ready("question", input)).toMatchObject({ title: "Which?", needs: [], changes: false });
  expect(QuestionInput.parse(input)).toEqual(input);
  expect(await call("question", input)).toMatchObject({ ok: false });
  expect((await call("question", { question: "Which?", options: [] })).output).toContain('"options" must have');
});
