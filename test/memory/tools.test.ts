import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { MemoryStore } from "../../extension/memory/store.ts";
import { memoryTools } from "../../extension/memory/tools.ts";
import { decide, type Rule } from "../../extension/tools/rules/rules.ts";
import type { Outcome, Prepared, ReadyCall, Tool } from "../../extension/tools/tool.ts";
import { fakeMemories, memory } from "../fakes/memories.ts";

const about = { session_id: "ses_1", message_id: "msg_1", call_id: "call_1" };

function toolOf(store: MemoryStore, name: string): Tool {
  const tool = memoryTools(store).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`${name} is no tool`);
  return tool;
}

const prepare = (store: MemoryStore, name: string, input: unknown): Promise<Prepared> =>
  toolOf(store, name).prepare(input, about);

async function ready(store: MemoryStore, name: string, input: unknown): Promise<ReadyCall> {
  const prepared = await prepare(store, name, input);
  if (!prepared.ok) throw new Error(prepared.output);
  return prepared.call;
}

async function call(store: MemoryStore, name: string, input: unknown = {}): Promise<Outcome> {
  return (await ready(store, name, input)).run(new AbortController().signal);
}

const tabs = { scope: "project", name: "tabs", description: "Tabs here", body: "Makefiles need them." };

describe("the memory tools", () => {
  it("are short: all of them go with every request", () => {
    const tools = memoryTools(fakeMemories().store);
    const wire = tools.map(({ name, description, input_schema }) => ({ name, description, input_schema }));
    expect(Buffer.byteLength(JSON.stringify(wire))).toBeLessThanOrEqual(1_500);
    expect(tools.map(({ name, harmless }) => [name, harmless])).toEqual([
      ["memory_write", false],
      ["memory_read", true],
      ["memory_list", true],
      ["memory_delete", false],
    ]);
  });

  it("write, list, read and delete", async () => {
    const { store } = fakeMemories();
    expect(await call(store, "memory_list")).toEqual({ ok: true, output: "No memories yet." });
    expect(await call(store, "memory_write", tabs)).toEqual({ ok: true, output: "Saved memory tabs (project)." });
    expect(await call(store, "memory_list")).toEqual({ ok: true, output: "- tabs (project): Tabs here" });
    expect(await call(store, "memory_read", { name: "tabs" })).toEqual({
      ok: true,
      output: "tabs (project, project): Tabs here\n\nMakefiles need them.",
    });
    expect(await call(store, "memory_delete", { name: "tabs" })).toMatchObject({ ok: true });
    expect(await prepare(store, "memory_read", { name: "tabs" })).toMatchObject({ ok: false });
  });

  it("describe a memory by its first line when nobody did", async () => {
    const { store } = fakeMemories();
    await call(store, "memory_write", { scope: "user", name: "a", body: "# Answers\n\nKeep them short." });
    expect(await call(store, "memory_list")).toMatchObject({ output: "- a (user): Answers" });
  });

  it("ask for what they are about to touch, and show a change before it is made", async () => {
    const { store, project } = fakeMemories();
    const write = await ready(store, "memory_write", tabs);
    expect(write).toMatchObject({
      title: "Save memory tabs",
      needs: [{ permission: "memory", pattern: "project/tabs" }],
      changes: true,
      preview: { type: "diff", path: ".galley/memory/tabs.md", before: "" },
    });
    expect(existsSync(project)).toBe(false);
    await write.run(new AbortController().signal);
    const second = await ready(store, "memory_write", { ...tabs, body: "No more." });
    expect(second).toMatchObject({
      title: "Change memory tabs",
      preview: {
        before: expect.stringContaining("Makefiles") as string,
        after: expect.stringContaining("No more.") as string,
      },
    });
    const gone = await ready(store, "memory_delete", { name: "tabs", scope: "project" });
    expect(gone.needs).toEqual([{ permission: "memory", pattern: "project/tabs" }]);
    await second.run(new AbortController().signal);
    expect(await gone.run(new AbortController().signal)).toMatchObject({
      ok: false,
      output: expect.stringContaining("The memory tabs has changed; read it again first.") as string,
    });
  });

  it("write and delete for all projects and for this one only after a question; reading needs none", async () => {
    const { store } = fakeMemories();
    const decided = async (name: string, input: unknown, rules: Rule[] = []): Promise<string[]> =>
      (await ready(store, name, input)).needs.map((need) => decide(rules, need));
    for (const scope of ["user", "project"]) {
      expect(await decided("memory_write", { ...tabs, scope })).toEqual(["ask"]);
      await call(store, "memory_write", { ...tabs, scope });
      expect(await decided("memory_write", { ...tabs, scope, body: "Changed." })).toEqual(["ask"]);
      expect(await decided("memory_delete", { name: "tabs", scope })).toEqual(["ask"]);
      expect(await decided("memory_read", { name: "tabs", scope })).toEqual(["allow"]);
      const { preview } = await ready(store, "memory_write", { ...tabs, scope, body: "Read me first." });
      expect(preview).toMatchObject({ after: expect.stringContaining("Read me first.") as string });
    }
    expect(await decided("memory_list", {})).toEqual([]);
    const rules: Rule[] = [{ permission: "memory", pattern: "project/*", action: "allow", from: "settings" }];
    expect(await decided("memory_write", { ...tabs, scope: "project" }, rules)).toEqual(["allow"]);
    expect(await decided("memory_write", { ...tabs, scope: "user" }, rules)).toEqual(["ask"]);
    const hidden: Rule[] = [{ permission: "memory", pattern: "user/*", action: "deny", from: "settings" }];
    expect(await decided("memory_read", { name: "tabs", scope: "user" }, hidden)).toEqual(["deny"]);
  });

  it("refuse secrets, bad names and bad arguments before anyone is asked", async () => {
    const { store } = fakeMemories();
    const refusal = async (input: unknown): Promise<string> => {
      const prepared = await prepare(store, "memory_write", input);
      return prepared.ok ? "ready" : prepared.output;
    };
    expect(await refusal({ ...tabs, body: "password = swordfish" })).toMatch(
      /^Could not save the memory: .*a password/,
    );
    expect(await refusal({ ...tabs, name: "../x" })).toMatch(/kebab-case/);
    expect(await refusal({ ...tabs, scope: "team" })).toMatch(/scope/);
    expect(await refusal({})).toMatch(/scope/);
    expect(await refusal(undefined)).toMatch(/^Invalid arguments/);
    expect(await refusal({ scope: "user", name: "a", body: " " })).toMatch(/description is required/);
  });

  it("write nothing once they are stopped", async () => {
    const { store, user } = fakeMemories();
    const write = await ready(store, "memory_write", { ...tabs, scope: "user" });
    expect(await write.run(AbortSignal.abort())).toMatchObject({ ok: false });
    expect(existsSync(`${user}/tabs.md`)).toBe(false);
  });

  it("want the scope where both have the name", async () => {
    const { store } = fakeMemories();
    await store.write(memory("a"), undefined);
    await store.write(memory("a", { scope: "project", body: "Project's." }), undefined);
    const unclear = await prepare(store, "memory_delete", { name: "a" });
    expect(unclear).toMatchObject({ ok: false, output: expect.stringContaining("specify the scope") as string });
    expect(await call(store, "memory_read", { name: "a", scope: "project" })).toMatchObject({
      output: expect.stringContaining("Project's.") as string,
    });
  });
});
