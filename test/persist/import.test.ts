// What comes in with an import is data: nothing of it is sent, run, read or lost.
import { describe, expect, it, vi } from "vitest";
import * as fc from "fast-check";
import { instructionPaths } from "../../extension/assemble/instructions.ts";
import { toJsonl } from "../../extension/persist/transfer/jsonl.ts";
import type { Export } from "../../extension/message/export.ts";
import { contentId, loadContent } from "../../extension/persist/contents/blobs.ts";
import { excessOf } from "../../extension/persist/transfer/export-limits.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { importConversation } from "../../extension/persist/transfer/import.ts";
import { readQueue } from "../../extension/persist/queue.ts";
import { readImport } from "../../extension/persist/transfer/read-import.ts";
import { searchConversations } from "../../extension/persist/search.ts";
import { listConversations } from "../../extension/persist/conversations.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { writeImport } from "../../extension/persist/transfer/write-import.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { countingIds, openWith } from "../fakes/conversation.ts";
import { fakePorts } from "../fakes/ports.ts";
import { withTools } from "../fakes/tools.ts";

const newId = countingIds();
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const text = "const a = 1;";

/** An unfinished answer with a question that cannot be asked, and a queued message that steers and names a file. */
function hostile(): Export {
  const metadata = { schema_version: 1 };
  const call = { type: "tool-call", id: "c1", name: "question", input: { nothing: true } };
  return {
    session: { id: "ses_x", title: "Innocent" },
    messages: [
      { message: { id: "m1", role: "user", metadata }, parts: [{ type: "text", text: "hello" }] },
      {
        message: { id: "m2", role: "assistant", metadata: { ...metadata, model: "x/y", finish: null } },
        parts: [call],
      },
      {
        message: { id: "m3", role: "user", metadata: { ...metadata, queued_at: 5, steers: true } },
        parts: [
          { type: "text", text: "and this " },
          { type: "file-ref", ref: { kind: "path", path: "/etc/passwd" } },
        ],
      },
    ],
    system_prompts: {},
    manifests: [],
    skill_invocations: [{ id: "i1", session_id: "ses_x", message_id: "m1", outcome: null }],
    blobs: [{ content_id: contentId(text), mime: "text/plain", size: text.length, data: btoa(text) }],
  };
}

async function importedInSteps(store: Store, exported: Export): Promise<string> {
  const read = readImport(Buffer.from(JSON.stringify(exported)), 7, newId);
  if (!read.ok) throw new Error(read.failure);
  return (await writeImport(store, read.value, 7, pause)).id;
}

const ways: [string, (store: Store, exported: Export) => string | Promise<string>][] = [
  ["under new ids", (store, exported) => importConversation(store, exported, { newId, now: 7 }).id],
  ["under its own ids", (store, exported) => importConversation(store, exported, { keepIds: true })?.id ?? ""],
  ["in steps", importedInSteps],
];

describe.each(ways)("a hostile export that is imported %s", (_, bring) => {
  it("sends, starts and reads nothing when it is opened, and its queued message waits", async () => {
    const store = openWith();
    const id = await bring(store, hostile());
    const answer = vi.fn(() => Promise.resolve());
    const ports = withTools(fakePorts({ store }), [{ name: "question" }]);
    ports.languageModel = { send: () => answer() as never };
    ports.start = answer;
    const readFile = vi.spyOn(ports, "readFile");
    const conversation = new Conversations(ports).open(id);
    await conversation.runner.settled();
    const { messages, queue, run } = conversation.snapshot();
    expect(run.state).toBe("idle");
    expect(answer).not.toHaveBeenCalled();
    expect(readFile).not.toHaveBeenCalled();
    expect(messages.at(-1)).toMatchObject({
      finish: "interrupted",
      parts: [{}, { type: "tool-result", is_error: true }],
    });
    expect(queue.items).toMatchObject([{ chips: 1 }]);
    expect(queue.items[0]?.words).toContain("and this");
    expect(queue.items[0]).not.toHaveProperty("steers");
    expect(queue.held).toBe(true);
    // A message of the user's own goes; what waits goes on waiting.
    await conversation.runner.submit([{ type: "text", text: "mine" }]);
    await conversation.runner.settled();
    expect(readQueue(store, id)).toHaveLength(1);
    expect(readFile).not.toHaveBeenCalled();
  });

  it("is closed on disk, its skills too", async () => {
    const store = openWith();
    const { messages, skill_invocations } = toExport(store, await bring(store, hostile()), { blobs: false });
    expect(messages[1]?.message.metadata).toMatchObject({ finish: "interrupted" });
    expect(skill_invocations).toMatchObject([{ outcome: { kind: "interrupted" } }]);
  });

  it.each([-1, 1e300, Number.MAX_SAFE_INTEGER, "5", [5]])(
    "opens whatever stands for a place in the queue (%j), and loses no word",
    async (queued_at) => {
      const store = openWith();
      const exported = hostile();
      Object.assign(exported.messages[2]?.message.metadata ?? {}, { queued_at });
      const id = await bring(store, exported);
      expect(new Conversations(fakePorts({ store })).open(id).snapshot().queue.items).toEqual([]);
      expect(JSON.stringify(toExport(store, id, { blobs: false }).messages)).toContain("and this");
    },
  );
});

describe("an import in steps", () => {
  it("is what an import in one step is", async () => {
    const [one, other] = [openWith(), openWith()];
    const whole = importConversation(one, hostile(), { newId: countingIds(1000), now: 7 }).id;
    const read = readImport(Buffer.from(toJsonl(hostile())), 7, countingIds(1000));
    const steps = read.ok ? (await writeImport(other, read.value, 7, pause)).id : "";
    expect(toExport(other, steps, { blobs: true })).toEqual(toExport(one, whole, { blobs: true }));
    expect(loadContent(other, contentId(text))).toBe(text);
    expect([...searchConversations(other, "hello")]).toEqual([steps]);
  });

  it("is never seen when the disk refuses half-way", async () => {
    const store = openWith();
    const before = listConversations(store).length;
    const read = readImport(Buffer.from(JSON.stringify(hostile())), 7, newId);
    if (!read.ok) throw new Error(read.failure);
    const full = {
      ...store,
      run: (sql: string, ...values: Parameters<Store["run"]> extends [string, ...infer V] ? V : never) => {
        if (sql.includes("INTO manifests") || sql.includes("INTO skill_invocations"))
          throw new Error("the disk is full");
        return store.run(sql, ...values);
      },
    };
    await expect(writeImport(full, read.value, 7, pause)).rejects.toThrow("full");
    expect(listConversations(store)).toHaveLength(before);
  });

  it("refuses in words what is too deep, too many or no export", () => {
    const words = (raw: string): string => {
      const read = readImport(Buffer.from(raw), 7, newId);
      return read.ok ? "" : read.failure;
    };
    expect(words(`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`)).toMatch(/nested more than/);
    expect(words(`{"a":`)).toMatch(/not a Galley conversation export/);
    expect(words(JSON.stringify({ ...hostile(), messages: Array(100_001).fill(1) }))).toMatch(
      /more than 100000 messages/,
    );
  });
});

it("how deep a value is makes it refused, whatever else it is", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 0, max: 400 }), (value, levels) => {
      let deep: unknown = value;
      for (let level = 0; level < levels; level++) deep = level % 2 === 0 ? [deep] : { a: deep };
      if (levels > 200) expect(excessOf(deep)).toMatch(/nested/);
      else if (levels < 190) expect(excessOf(deep)).toBeUndefined();
    }),
  );
});

it("no file in play leads to instructions outside of the workspace", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("..", ".", "a", "b.ts", "c"), { minLength: 1, maxLength: 6 }),
      fc.constantFrom("/", "\\"),
      fc.constantFrom("", "root"),
      (names, separator, root) => {
        const path = [...(root === "" ? [] : [root]), ...names].join(separator);
        const { atRoot, nested } = instructionPaths([root], [path, `/${path}`, `C:\\${path}`]);
        for (const found of [...atRoot, ...nested]) expect(found.split(/[\\/]/)).not.toContain("..");
      },
    ),
  );
});
