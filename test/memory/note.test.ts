import { describe, expect, it } from "vitest";
import { keepNote } from "../../extension/memory/note.ts";
import { fakeMemories } from "../fakes/memories.ts";

describe("a note without a name", () => {
  it("gets one of its first words, and another when that is taken", async () => {
    const { store, another } = fakeMemories();
    const words = "Run the tests with pnpm, never npm, here.\nIt is a workspace.";
    expect(await keepNote(store, "user", words)).toMatchObject({
      ok: true,
      value: { name: "run-the-tests-with" },
    });
    const both = await Promise.all([keepNote(store, "user", words), keepNote(another(), "user", words)]);
    expect(both.map((done) => done.ok && done.value.name).sort()).toEqual([
      "run-the-tests-with-2",
      "run-the-tests-with-3",
    ]);
    const { memories } = await store.list();
    expect(memories).toHaveLength(3);
    expect(memories[0]).toMatchObject({ description: "Run the tests with pnpm, never npm, here.", body: words });
  });

  it("is refused as any other, with the reason", async () => {
    const { store } = fakeMemories();
    expect(await keepNote(store, "user", "password = swordfish")).toMatchObject({
      ok: false,
      failure: { reason: expect.stringContaining("a password") as string },
    });
    expect(await keepNote(store, "user", "  ")).toMatchObject({ ok: false });
  });
});
