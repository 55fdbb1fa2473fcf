// What another extension answers: read if it is sound, bounded always, and refused in words.
import { describe, expect, it } from "vitest";
import { parseEntities, parseProvided } from "../../extension/acquire/provided.ts";

describe("entities of another extension", () => {
  it("have a name, a description and an icon, each on one line and of a bounded length", () => {
    const long = "x".repeat(5_000);
    const raw = [{ id: "1", label: ` Crash\non start ${long}`, description: long, icon: "warning", extra: 1 }];
    const read = parseEntities(raw);
    expect(read).toMatchObject({ ok: true, value: [{ id: "1", icon: "warning" }] });
    const [entity] = read.ok ? read.value : [];
    expect(entity?.label).toMatch(/^Crash on start x+…$/);
    expect(entity?.label).toHaveLength(120);
    expect(entity?.description).toHaveLength(200);
    expect(entity).not.toHaveProperty("extra");
  });

  it("with an icon that Galley does not have are shown without it", () => {
    expect(parseEntities([{ id: "1", label: "a", icon: "../x" }])).toEqual({
      ok: true,
      value: [{ id: "1", label: "a" }],
    });
  });

  it("are fifty at most, and one for each id", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ id: String(at % 60), label: `n${at}` }));
    const read = parseEntities(many);
    expect(read.ok && read.value.length).toBe(50);
    expect(parseEntities([many[0], many[0]])).toMatchObject({ value: [{ id: "0" }] });
  });

  it("that cannot be read are left out, and if none can, the reason is told", () => {
    expect(parseEntities([{ id: 1 }, { id: "2", label: "b" }])).toEqual({ ok: true, value: [{ id: "2", label: "b" }] });
    expect(parseEntities([{ id: 1, label: "a" }])).toEqual({ ok: false, failure: '"id" must be a string' });
    expect(parseEntities("all")).toEqual({ ok: false, failure: "the provider did not return a list" });
    expect(parseEntities([])).toEqual({ ok: true, value: [] });
  });
});

describe("the parts of an entity", () => {
  const read = (raw: unknown) => parseProvided(raw, "issues:7", 5);

  it("are a reference with its text, files and attachments, in their order", () => {
    const { parts } = read([
      { type: "text", text: "It crashes." },
      { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 1, end: 2 } } },
      { type: "file-attachment", name: "log.txt", mime: "text/plain", data: "aGVsbG8=" },
    ]);
    expect(parts).toEqual([
      { type: "editor-context", kind: "ref", source: "issues:7", payload: "It crashes.", emitted_at: 5 },
      { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 1, end: 2 } } },
      { type: "file-attachment", name: "log.txt", mime: "text/plain", data: "aGVsbG8=", size: 5 },
    ]);
    expect(read("It crashes.").parts).toEqual(parts.slice(0, 1));
  });

  it("that are too long as text are cut and say so", () => {
    const { parts } = read("line\n".repeat(5_000));
    expect(JSON.stringify(parts)).toContain("[3000 more lines omitted]");
  });

  it("that are nothing, too many, too large or of another kind are refused with the reason", () => {
    const reason = (raw: unknown) => {
      const { parts, reason: why } = read(raw);
      expect(parts).toEqual([]);
      return why;
    };
    expect(reason(undefined)).toBe("it has no content");
    expect(reason([])).toBe("it has no content");
    expect(reason({ text: "x" })).toBe("the provider returned neither text nor a list of parts");
    expect(reason(Array.from({ length: 21 }, () => ({ type: "text", text: "x" })))).toBe(
      "the provider returned too much data",
    );
    const data = "A".repeat(8_000_000);
    expect(reason([{ type: "file-attachment", name: "a", mime: "b", data }])).toBe(
      "the provider returned too much data",
    );
    expect(reason([{ type: "command", id: "/x" }])).toMatch(/type/);
    expect(reason([{ type: "file-ref", ref: { kind: "content-id", id: "abc" } }])).toBe(
      "a provider cannot refer to stored content",
    );
  });
});
