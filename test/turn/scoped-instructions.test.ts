// Instructions in .github/instructions go along when their applyTo fits a file in play.
import { describe, expect, it } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import type { UserMessage } from "../../extension/message/message.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { inspectNext } from "../../extension/preview/inspect.ts";
import type { LayerPorts } from "../../extension/turn/request/read-layers.ts";
import { readLayers } from "../../extension/turn/request/read-layers.ts";
import { parseScoped } from "../../extension/turn/request/scoped-instructions.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { portsOver } from "../fakes/layer-ports.ts";
import { fakePorts } from "../fakes/ports.ts";
import { workedMs } from "../fakes/worked.ts";

const ref = (path: string): KnownPart => ({ type: "file-ref", ref: { kind: "path", path } });
const says = (...parts: KnownPart[]): UserMessage => ({
  id: "m",
  role: "user",
  parts,
  metadata: { schema_version: 1 },
});
const scoped = (applyTo: string, body: string): string => `---\napplyTo: ${applyTo}\n---\n${body}\n`;

async function named(ports: LayerPorts, parts: KnownPart[], pins: KnownPart[] = []): Promise<string[]> {
  const pinned = pins.map((part) => ({ part }));
  const wanted = { session_id: "ses_1", model: loopback, messages: [says(...parts)], pins: pinned };
  const { instructions = [] } = await readLayers(ports, wanted);
  return instructions.map(({ path }) => path);
}

const TS = ".github/instructions/ts.instructions.md";

describe("instructions that name their files", () => {
  it("go along for a file that is sent, pinned or where the cursor is, and not otherwise", async () => {
    const ports = portsOver({ [TS]: scoped('"**/*.{ts,tsx}, /docs/*.md"', "Use tabs.") });
    const cursor: KnownPart = { type: "editor-context", kind: "cursor", source: "a/x.ts", payload: {}, emitted_at: 1 };
    expect(await named(ports, [])).toEqual([]);
    expect(await named(ports, [ref("a/x.py"), ref("sub/docs/a.md")])).toEqual([]);
    expect(await named(ports, [ref("a/x.tsx")])).toEqual([TS]);
    expect(await named(ports, [ref("docs/a.md")])).toEqual([TS]);
    expect(await named(ports, [], [ref("x.ts")])).toEqual([TS]);
    expect(await named(ports, [cursor])).toEqual([TS]);
  });

  it("stand after those of the root and before those beside the files, without their front matter", async () => {
    const files = { "AGENTS.md": "Root.", "src/AGENTS.md": "Beside.", [TS]: scoped('"src/**"', "Named.") };
    const messages = [says(ref("src/x.ts"))];
    const { layers } = await readLayers(portsOver(files), { session_id: "s", model: loopback, messages, pins: [] });
    expect(layers[1]?.text).toMatch(
      /Root\.\n\nFrom .*ts\.instructions\.md:\nNamed\.\n\nFrom src\/AGENTS\.md:\nBeside\.$/,
    );
    expect(layers[1]?.text).not.toContain("applyTo");
  });

  it("look only at files of their own workspace folder", async () => {
    const path = `app/${TS}`;
    const ports = portsOver({ [path]: scoped('"**/*.ts"', "Use tabs.") }, { roots: () => ["app", "lib"] });
    expect(await named(ports, [ref("lib/x.ts"), ref("/etc/x.ts"), ref("app/../lib/x.ts")])).toEqual([]);
    expect(await named(ports, [ref("app/x.ts")])).toEqual([path]);
  });

  it("are not even listed where the workspace is not trusted", async () => {
    const scopedPaths = (): Promise<never> => Promise.reject(new Error("never"));
    const ports = portsOver({ [TS]: scoped('"**"', "Use tabs.") }, { isTrusted: () => false, scopedPaths });
    expect(await named(ports, [ref("x.ts")])).toEqual([]);
  });

  it("leave the prefix as it is until a file that they are for comes into play", async () => {
    const ports = fakePorts();
    createConversation(ports.store, newConversation("ses_1", 1));
    const files = { [TS]: scoped('"**/*.ts"', "Use tabs.") };
    ports.layers = (wanted) => readLayers(portsOver(files), wanted);
    const systemOf = async (...parts: KnownPart[]): Promise<unknown> =>
      (await inspectNext(ports, "ses_1", parts)).inspection.parts.find(({ name }) => name === "project.instructions")
        ?.text;
    expect(await systemOf({ type: "text", text: "hi" })).toBeUndefined();
    const once = await systemOf(ref("src/a.ts"));
    expect(once).toContain("Use tabs.");
    expect(await systemOf(ref("src/a.ts"), ref("src/b.ts"))).toBe(once);
  });
});

describe("applyTo", () => {
  const patterns = (text: string): unknown => {
    const parsed = parseScoped(text);
    return parsed.ok ? parsed.value.patterns : parsed.failure;
  };

  it("is a list with commas or a list in YAML, with or without quotes", () => {
    expect(patterns(scoped("'**/*.{a,b},c'", "x"))).toEqual(["**/*.{a,b}", "c"]);
    expect(patterns(scoped("**/*.py", "x"))).toEqual(["**/*.py"]);
    expect(patterns(scoped("\n  - a\n  - 'b/**'", "x"))).toEqual(["a", "b/**"]);
    expect(patterns(scoped("\n  - *", "x"))).toMatch(/^line 3: /);
  });

  it("that is missing applies to nothing, and one for everything needs no file", async () => {
    expect(patterns("No front matter.")).toEqual([]);
    expect(patterns("---\ndescription: x\n---\nBody")).toEqual([]);
    expect(await named(portsOver({ [TS]: scoped('"**"', "Always.") }), [])).toEqual([TS]);
  });

  it("that is too long is refused with a record, and the longest allowed one is quick", async () => {
    const why = "applyTo has more than 50 patterns, or one with more than 200 characters";
    expect(patterns(scoped(`"${"a".repeat(201)}"`, "x"))).toBe(why);
    expect(patterns(scoped(`"${"a,".repeat(51)}"`, "x"))).toBe(why);
    const hostile = `${"{a,b}".repeat(8)}${"*a".repeat(70)}`;
    const ports = portsOver({ [TS]: scoped(`"${hostile}"`, "x") });
    const before = workedMs();
    await named(ports, [ref(`${"a".repeat(250)}b.c`)]);
    expect(workedMs() - before).toBeLessThan(2_000);
  });
});
