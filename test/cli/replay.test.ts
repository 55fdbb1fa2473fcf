import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Export } from "../../extension/message/export.ts";
import { toJsonl } from "../../extension/persist/transfer/jsonl.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { toExport } from "../../extension/persist/transfer/export.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { preview } from "../../extension/preview/preview.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";

const cli = join(import.meta.dirname, "../../dist/cli.js");

function galley(args: string[]): { code: number | null; out: unknown; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { input: "", encoding: "utf8" });
  return { code: status, out: stdout === "" ? undefined : (JSON.parse(stdout) as unknown), error: stderr };
}

function file(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

const replay = (exported: Export, turn: number): ReturnType<typeof galley> =>
  galley(["replay", "--export", file("export.json", JSON.stringify(exported)), "--turn", String(turn)]);

const text = (words: string): KnownPart => ({ type: "text", text: words });
const range: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 2, end: 3 } } };

/** Two turns, the file changed between them; and what the second one sent. */
async function twoTurns(): Promise<{ ports: FakePorts; request: unknown }> {
  const ports = fakePorts({
    async *answer() {
      yield await Promise.resolve("ok");
    },
  });
  const layers = [
    { id: "agent.system", text: "Be brief.\n\nAnd kind." },
    { id: "env.project", text: "Folders: a" },
  ];
  ports.layers = () => Promise.resolve({ layers });
  const conversation = new Conversation(ports, "ses_1");
  await conversation.runner.submit([text("Look at "), range]);
  await conversation.runner.settled();
  ports.files.set("src/a.ts", "1\n2 changed\n3\n4");
  const { prepared } = await preview({ ...ports, model: () => loopback }, "ses_1", [text("And now? "), range]);
  await conversation.runner.submit([text("And now? "), range]);
  await conversation.runner.settled();
  return { ports, request: prepared.request };
}

describe("galley replay", () => {
  it("gives the request that was sent, layers and all, from JSON and from JSONL", async () => {
    const { ports, request } = await twoTurns();
    const exported = toExport(ports.store, "ses_1", { blobs: true });
    const { code, out } = replay(exported, 2);
    expect(code).toBe(0);
    expect(out).toMatchObject({ request, warnings: [], manifest: { session_id: "ses_1", history: { messages: 2 } } });
    const lines = file("export.jsonl", toJsonl(exported));
    expect(galley(["replay", "--export", lines, "--turn", "2", "--to", "loopback"]).out).toEqual(out);
  });

  it("of the first turn has nothing before it", async () => {
    const { ports } = await twoTurns();
    const { out } = replay(toExport(ports.store, "ses_1", { blobs: true }), 1);
    expect(out).toMatchObject({ request: { messages: [{ role: "user" }] } });
    expect(JSON.stringify(out)).toContain("two\\nthree");
    expect(JSON.stringify(out)).not.toContain("changed");
  });

  it("shows texts the export does not carry as unavailable", async () => {
    const { ports } = await twoTurns();
    const { code, out } = replay(toExport(ports.store, "ses_1", { blobs: false }), 2);
    expect(code).toBe(0);
    expect(JSON.stringify(out)).toContain("[attachment unavailable: src/a.ts:2-3]");
    expect(out).toMatchObject({
      manifest: { dropped: [{ why: "its stored content is missing" }, { why: "its stored content is missing" }] },
    });
  });

  it("counts only what was sent: neither rewound nor queued messages", () => {
    const message = (id: string, more: object): object => ({ id, role: "user", created_at: 1, metadata: {}, ...more });
    const exported = {
      session: { id: "ses_1" },
      messages: [
        { message: message("m1", { hidden_at: 5 }), parts: [text("rewound")] },
        { message: message("m2", { metadata: { schema_version: 1, queued_at: 1 } }), parts: [text("queued")] },
        { message: message("m3", {}), parts: [text("sent"), { type: "hologram", text: "from later" }] },
      ],
    };
    const path = file("export.json", JSON.stringify(exported));
    const { out } = galley(["replay", "--export", path, "--turn", "1"]);
    expect(out).toMatchObject({
      request: { system: [], messages: [{ content: [{ text: "sent" }, { text: "from later" }] }] },
      manifest: { message_id: "m3", at: 1 },
    });
    const { code, error } = galley(["replay", "--export", path, "--turn", "2"]);
    expect([code, error]).toEqual([1, expect.stringContaining("the export has 1")]);
  });

  it("refuses a damaged export with where it is damaged", async () => {
    const { ports } = await twoTurns();
    const exported = toExport(ports.store, "ses_1", { blobs: true });
    const blobs = exported.blobs.map((blob) => ({ ...blob, data: "AAAA" }));
    const { code, error } = replay({ ...exported, blobs }, 1);
    expect(code).toBe(1);
    expect(JSON.parse(error)).toMatchObject({
      failure: { code: "invalid-export", problems: [{ path: "blobs[0]" }, {}] },
    });
  });

  it.each([
    [["replay", "--turn", "1"], "--export"],
    [["replay", "--export", "x.json", "--turn", "0"], "--turn"],
    [["replay", "--export", "x.json", "--turn", "one"], "--turn"],
    [["replay", "--export", "/nowhere/x.json", "--turn", "1"], "/nowhere/x.json"],
    [["replay", "--export", "x.json", "--turn", "1", "--to", "nowhere"], "--to"],
  ])("called wrongly explains itself and exits 2: %s", (args, words) => {
    const { code, error } = galley(args);
    expect(code).toBe(2);
    expect(error).toContain(words);
    expect(error).toContain("usage: galley");
  });
});

describe("galley validate", () => {
  it("gives a whole export back as it is, also from lines", async () => {
    const { ports } = await twoTurns();
    const exported = toExport(ports.store, "ses_1", { blobs: true });
    expect(galley(["validate", "--in", file("e.json", JSON.stringify(exported))]).out).toEqual(exported);
    expect(galley(["validate", "--in", file("e.jsonl", toJsonl(exported))]).out).toEqual(exported);
  });

  it("names what is wrong with an export, not with a message it is not", () => {
    const { code, error } = galley(["validate", "--in", file("e.json", '{"session":{"id":"s"},"messages":[{}]}')]);
    expect(code).toBe(1);
    expect(error).toContain("messages[0].message");
  });
});
