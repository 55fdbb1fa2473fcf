// The memory tools as the loop offers them: write, read, list, delete.
import * as z from "zod/mini";
import type { Need, Outcome, Prepared, ReadyCall, Tool } from "../tools/tool.ts";
import { type Memory, printEntry, SCOPES } from "./entry.ts";
import { memoryLine, sortMemories } from "./index.ts";
import { descriptionFrom } from "./named.ts";
import type { StoredMemory } from "./read-entry.ts";
import type { Listing, MemoryStore } from "./store.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

const Scope = z.enum(SCOPES);
const Named = z.object({ name: z.string(), scope: z.optional(Scope) });
const Written = z.object({
  scope: Scope,
  name: z.string(),
  description: z.optional(z.string()),
  type: z.optional(z.string()),
  body: z.string(),
});

const scope = { enum: SCOPES };
const string = { type: "string" };

export function memoryTools(store: MemoryStore): Tool[] {
  return [
    {
      name: "memory_write",
      description:
        "Save a note for later conversations, or replace the note with the same name. For preferences, corrections and references; never for secrets or what the code says itself.",
      input_schema: schemaOf(
        {
          scope,
          name: { ...string, description: "kebab-case" },
          description: { ...string, description: "One line for the index" },
          type: { ...string, description: "user, feedback, project or reference" },
          body: { ...string, description: "Markdown" },
        },
        ["scope", "name", "body"],
      ),
      harmless: false,
      prepare: (input) => prepareWrite(store, input),
    },
    {
      name: "memory_read",
      description: "Read a whole memory.",
      input_schema: schemaOf({ name: string, scope }, ["name"]),
      harmless: true,
      prepare: (input) => prepareRead(store, input),
    },
    {
      name: "memory_list",
      description: "List all memories, one line each.",
      input_schema: schemaOf({}, []),
      harmless: true,
      prepare: () => Promise.resolve(ready(words.listTitle, [], async () => said(listed(await store.list())))),
    },
    {
      name: "memory_delete",
      description: "Delete a memory that is wrong or no longer wanted.",
      input_schema: schemaOf({ name: string, scope }, ["name"]),
      harmless: false,
      prepare: (input) => prepareDelete(store, input),
    },
  ];
}

async function prepareWrite(store: MemoryStore, input: unknown): Promise<Prepared> {
  const parsed = Written.safeParse(input);
  if (!parsed.success) return refused(asked(parsed.error));
  const { scope: where, name, body, type = where, description = descriptionFrom(body) } = parsed.data;
  const memory: Memory = { scope: where, name, type, description: description.trim(), body: body.trim() };
  const fault = store.check(memory);
  if (fault !== undefined) return refused(words.notSaved(fault));
  const { memories, malformed } = await store.list();
  const before = memories.find(isCalled(memory));
  const bad = malformed.find(isCalled(memory));
  if (bad !== undefined) return refused(words.useOtherName(bad.file, bad.line, bad.reason));
  const path = store.fileOf(memory)?.file ?? name;
  const call: ReadyCall = {
    title: before === undefined ? words.saveTitle(name) : words.changeTitle(name),
    needs: [needOf(memory)],
    preview: { type: "diff", path, before: before?.text ?? "", after: printEntry(memory) },
    changes: true,
    run: async (signal) => {
      const done = await store.write(memory, before?.text, signal);
      return done.ok ? said(words.saved(name, where)) : failed(done.failure.reason);
    },
  };
  return { ok: true, call };
}

async function prepareRead(store: MemoryStore, input: unknown): Promise<Prepared> {
  const found = await named(store, input);
  if (!found.ok) return refused(found.failure);
  const need: Need = { ...needOf(found.value), fallback: "allow" };
  return ready(words.readTitle(found.value.name), [need], async () => {
    const now = await store.find(found.value.name, found.value.scope);
    return now.ok ? said(whole(now.value)) : failed(now.failure.reason);
  });
}

async function prepareDelete(store: MemoryStore, input: unknown): Promise<Prepared> {
  const found = await named(store, input);
  if (!found.ok) return refused(found.failure);
  const { name, scope: where, text } = found.value;
  const call: ReadyCall = {
    title: words.deleteTitle(name),
    needs: [needOf(found.value)],
    preview: { type: "text", text },
    changes: true,
    run: async (signal) => {
      const done = await store.remove(where, name, text, signal);
      return done.ok ? said(words.deleted(name, where)) : failed(done.failure.reason);
    },
  };
  return { ok: true, call };
}

async function named(store: MemoryStore, input: unknown): Promise<Result<StoredMemory, string>> {
  const parsed = Named.safeParse(input);
  if (!parsed.success) return { ok: false, failure: asked(parsed.error) };
  const found = await store.find(parsed.data.name, parsed.data.scope);
  return found.ok ? found : { ok: false, failure: words.notFound(found.failure.reason) };
}

function isCalled({ scope: where, name }: Memory): (other: Pick<Memory, "scope" | "name">) => boolean {
  return (other) => other.scope === where && other.name === name;
}

/** `project/name` or `user/name`. Galley asks before a write unless a rule allows it. */
function needOf({ scope: where, name }: Memory): Need {
  return { permission: "memory", pattern: `${where}/${name}` };
}

function whole(memory: Memory): string {
  return `${memory.name} (${memory.scope}, ${memory.type}): ${memory.description}\n\n${memory.body}`;
}

function listed({ memories, malformed, unread }: Listing): string {
  const lines = [
    ...sortMemories(memories).map(memoryLine),
    ...malformed.map(({ file, line, reason }) => words.notRead(file, line, reason)),
    ...unread.map(({ scope: where, reason }) => words.scopeNotRead(where, reason)),
  ];
  return lines.length === 0 ? words.none : lines.join("\n");
}

function ready(title: string, needs: Need[], run: ReadyCall["run"]): Prepared {
  return { ok: true, call: { title, needs, changes: false, run } };
}

function said(output: string): Outcome {
  return { ok: true, output };
}

function failed(reason: string): { ok: false; output: string } {
  return { ok: false, output: words.failed(reason) };
}

function refused(output: string): { ok: false; output: string } {
  return { ok: false, output };
}

function asked(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  return words.badInput([issue?.path.join("."), issue?.message].filter(Boolean).join(": "));
}

function schemaOf(properties: Record<string, unknown>, required: string[]): Record<string, unknown> {
  return { type: "object", properties, required, additionalProperties: false };
}
