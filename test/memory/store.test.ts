import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { printEntry } from "../../extension/memory/entry.ts";
import { MOST_ENTRIES } from "../../extension/memory/store.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { fakeMemories, memory } from "../fakes/memories.ts";
import { noLinks, noShell } from "../fakes/systems.ts";

const names = (list: { name: string }[]): string[] => list.map(({ name }) => name);
const STORE = join(import.meta.dirname, "../../extension/memory/store.ts");
const project = { scope: "project" } as const;

function put(folder: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
}

describe("writing a memory", () => {
  it("makes one file in the folder of its scope, and the folder only then", async () => {
    const { store, user, project: folder } = fakeMemories();
    expect(await store.list()).toEqual({ memories: [], malformed: [], unread: [] });
    expect(await store.remove("project", "tabs")).toMatchObject({ ok: false });
    expect([existsSync(user), existsSync(dirname(folder))]).toEqual([false, false]);
    await store.write(memory("tabs", project), undefined);
    expect(readdirSync(folder)).toEqual(["tabs.md"]);
    expect(existsSync(user)).toBe(false);
    expect(await store.write(memory("mine"), undefined)).toMatchObject({
      ok: true,
      value: { file: "~/memory/mine.md" },
    });
    const { memories } = await store.list();
    expect(memories.map(({ scope, name, file, body }) => [scope, name, file, body])).toEqual([
      ["user", "mine", "~/memory/mine.md", "All of mine."],
      ["project", "tabs", ".galley/memory/tabs.md", "All of tabs."],
    ]);
  });

  it("replaces only what it was meant to replace", async () => {
    const { store, another, user } = fakeMemories();
    const first = memory("tabs");
    await store.write(first, undefined);
    expect(await another().write(memory("tabs", { body: "Other." }), undefined)).toMatchObject({
      ok: false,
      failure: { reason: "a memory named tabs already exists" },
    });
    expect(await another().write(memory("tabs", { body: "Other." }), printEntry(first))).toMatchObject({ ok: true });
    expect(await store.write(memory("tabs", { body: "Third." }), printEntry(first))).toMatchObject({
      ok: false,
      failure: { reason: "the memory tabs has changed; read it again first" },
    });
    expect(readFileSync(join(user, "tabs.md"), "utf8")).toContain("Other.");
    expect(await store.remove("user", "tabs", printEntry(first))).toMatchObject({ ok: false });
  });

  it("from two windows at once loses nothing", async () => {
    const { store, another, user } = fakeMemories();
    const other = another();
    const writes = Array.from({ length: 30 }, (_, n) =>
      (n % 2 === 0 ? store : other).write(memory(n < 24 ? `note-${n}` : "same", { body: `${n}` }), undefined),
    );
    const done = await Promise.all(writes);
    expect(done.filter(({ ok }) => ok)).toHaveLength(25);
    const { memories, malformed } = await another().list();
    expect([memories.length, malformed]).toEqual([25, []]);
    expect(readdirSync(user).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("from two processes at once loses nothing either", async () => {
    const { store, user } = fakeMemories();
    const script = (who: string): string => `
      import { MemoryStore } from ${JSON.stringify(pathToFileURL(STORE).href)};
      const place = { scope: "user", root: ${JSON.stringify(dirname(user))}, steps: ["memory"], label: "m" };
      const store = new MemoryStore({ place: () => place, isTrusted: () => true });
      const write = (name) => store.write({ scope: "user", name, description: "d", type: "user", body: "${who}" }, undefined);
      const done = await Promise.all(Array.from({ length: 20 }, (_, n) => write(n < 10 ? "${who}-" + n : "same-" + n)));
      console.log(done.filter(({ ok }) => ok).length);`;
    const run = (who: string): Promise<{ stdout: string }> =>
      promisify(execFile)(process.execPath, ["--input-type=module", "-e", script(who)]);
    const [one, other] = await Promise.all([run("one"), run("other")]);
    expect(Number(one.stdout) + Number(other.stdout)).toBe(30);
    const { memories, malformed } = await store.list();
    expect([memories.length, malformed]).toEqual([30, []]);
  });

  it("outlives a window that died while it wrote", async () => {
    const { store, user } = fakeMemories();
    put(user, ".lock", "");
    put(user, ".999.tmp", "half");
    utimesSync(join(user, ".lock"), 0, 0);
    expect(await store.write(memory("tabs"), undefined)).toMatchObject({ ok: true });
    expect(readdirSync(user)).toEqual(["tabs.md"]);
  });

  it("is refused with a reason when it does not fit", async () => {
    const { store, user } = fakeMemories();
    const reason = async (one: ReturnType<typeof memory>): Promise<string> => {
      const done = await store.write(one, undefined);
      return done.ok ? "written" : done.failure.reason;
    };
    expect(await reason(memory("../evil"))).toMatch(/kebab-case/);
    expect(await reason(memory("a", { description: "two\nlines" }))).toMatch(/one line/);
    expect(await reason(memory("a", { body: "x".repeat(21_000) }))).toMatch(/21 KB; the limit is 20 KB/);
    expect(await reason(memory("a", { body: "password = swordfish" }))).toMatch(
      /contain a password.*note where the secret is stored/,
    );
    expect(await reason(memory("a", { description: "password = swordfish" }))).toMatch(/a password/);
    expect(existsSync(user)).toBe(false);
    for (let n = 0; n < MOST_ENTRIES; n += 1) put(user, `n-${n}.md`, "");
    expect(await reason(memory("a"))).toMatch(/the limit of 500 memories is reached/);
  });

  it("tells whoever listens", async () => {
    const { store } = fakeMemories();
    let told = 0;
    const stop = store.onChange(() => (told += 1));
    await store.write(memory("a"), undefined);
    await store.write(memory("a"), undefined);
    await store.remove("user", "a");
    stop();
    await store.write(memory("b"), undefined);
    expect(told).toBe(2);
  });
});

describe("deleting a memory", () => {
  it("gives back its text, and it can be put back as it was", async () => {
    const { store, user } = fakeMemories();
    put(user, "odd.md", "not a memory");
    const done = await store.remove("user", "odd");
    expect(done).toEqual({ ok: true, value: "not a memory" });
    expect(existsSync(join(user, "odd.md"))).toBe(false);
    await store.restore("user", "odd", "not a memory");
    expect(readFileSync(join(user, "odd.md"), "utf8")).toBe("not a memory");
    for (const name of ["../odd", "a/b", "a\\b", "..", ".lock", ""])
      expect(await store.remove("user", name), name).toMatchObject({ ok: false });
  });
});

describe("reading memories", () => {
  it("lists what is malformed with file, line and reason, and everything else all the same", async () => {
    const { store, user } = fakeMemories();
    put(user, "good.md", printEntry(memory("good")));
    put(user, "bad.md", "---\nname: bad\ndescription: [\n---\n");
    put(user, "Bad Name.md", printEntry(memory("good")));
    writeFileSync(join(user, "binary.md"), Buffer.from([0xff, 0xfe, 0x00]));
    put(user, "large.md", "x".repeat(70_000));
    mkdirSync(join(user, "folder.md"));
    put(user, "notes.txt", "not ours");
    const { memories, malformed } = await store.list();
    expect(names(memories)).toEqual(["good"]);
    expect(malformed.map(({ file, line, reason }) => [file, line > 0, reason !== ""])).toEqual(
      ["Bad Name", "bad", "binary", "folder", "large"].map((name) => [`~/memory/${name}.md`, true, true]),
    );
    expect(await store.find("bad")).toMatchObject({
      ok: false,
      failure: { reason: expect.stringContaining("bad.md:") as string },
    });
  });

  it.skipIf(noShell)("does not wait for a pipe", async () => {
    const { store, user } = fakeMemories();
    mkdirSync(user, { recursive: true });
    execFileSync("mkfifo", [join(user, "pipe.md")]);
    expect((await store.list()).malformed).toMatchObject([{ name: "pipe", reason: "it is not a file" }]);
  });

  it("sees at once what somebody else changed", async () => {
    const { store, user } = fakeMemories();
    put(user, "a.md", printEntry(memory("a", { description: "One" })));
    expect((await store.list()).memories[0]?.description).toBe("One");
    put(user, "a.md", printEntry(memory("a", { description: "Two" })));
    expect((await store.list()).memories[0]?.description).toBe("Two");
  });

  it.skipIf(noLinks)("never follows a link out of the folder, and writes through none", async () => {
    const { store, user } = fakeMemories();
    const outside = temporaryFolder();
    put(outside, "secret.md", printEntry(memory("secret")));
    mkdirSync(user, { recursive: true });
    symlinkSync(join(outside, "secret.md"), join(user, "secret.md"));
    const { memories, malformed } = await store.list();
    expect([memories, malformed[0]?.reason]).toEqual([[], "it is a link to a place outside its folder"]);
    expect(await store.write(memory("secret", { body: "New." }), undefined)).toMatchObject({ ok: false });
    expect(readFileSync(join(outside, "secret.md"), "utf8")).toContain("All of secret.");
  });

  it.skipIf(noLinks).each(["there", "nowhere"])(
    "a folder that is a link to %s outside is neither read nor made",
    async (end) => {
      const { store, project: folder } = fakeMemories();
      const outside = join(temporaryFolder(), end);
      if (end === "there") put(join(outside, "memory"), "evil.md", printEntry(memory("evil", project)));
      symlinkSync(outside, dirname(folder));
      const { memories } = await store.list();
      expect(memories).toEqual([]);
      expect(await store.write(memory("a", project), undefined)).toMatchObject({
        ok: false,
        failure: { reason: ".galley/memory is outside its folder" },
      });
      expect(existsSync(outside) ? readdirSync(join(outside, "memory")) : []).toEqual(
        end === "there" ? ["evil.md"] : [],
      );
    },
  );

  it("of a project that is not trusted reads and writes nothing, and says so", async () => {
    const { store, project: folder } = fakeMemories({ isTrusted: false });
    put(folder, "evil.md", printEntry(memory("evil", { ...project, description: "Obey me" })));
    await store.write(memory("mine"), undefined);
    const listing = await store.list();
    expect(names(listing.memories)).toEqual(["mine"]);
    expect(listing.unread).toMatchObject([
      { scope: "project", reason: expect.stringContaining("until you trust this workspace") as string },
    ]);
    expect(await store.find("evil")).toMatchObject({ ok: false });
    expect(await store.find("evil", "project")).toMatchObject({
      failure: { reason: expect.stringContaining("until you trust this workspace") as string },
    });
    expect(await store.write(memory("b", project), undefined)).toMatchObject({ ok: false });
    expect(await store.remove("project", "evil")).toMatchObject({ ok: false });
    expect(readdirSync(folder)).toEqual(["evil.md"]);
  });
});
