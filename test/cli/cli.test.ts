import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fakes/folder.ts";

const cli = join(import.meta.dirname, "../../dist/cli.js");

function galley(args: string[], input?: unknown): { code: number | null; out: unknown; error: string } {
  const text = typeof input === "string" ? input : JSON.stringify(input ?? null);
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { input: text, encoding: "utf8" });
  return { code: status, out: stdout === "" ? undefined : (JSON.parse(stdout) as unknown), error: stderr };
}

const user = (parts: unknown[], id = "msg_1"): object => ({ id, role: "user", parts, metadata: { schema_version: 1 } });

function scenario(messages: unknown[], pins: unknown[] = []): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "ws/src"), { recursive: true });
  writeFileSync(join(folder, "ws/src/a.ts"), Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join("\n"));
  writeFileSync(join(folder, "secret.txt"), "secret");
  const model = { provider: "loopback", id: "l", context_window: 32_000, max_output: 4_000, accepts: [], tools: false };
  const path = join(folder, "scenario.json");
  writeFileSync(
    path,
    JSON.stringify({ workspace: "ws", model, layers: [{ id: "agent.system", text: "Be brief." }], pins, messages }),
  );
  return path;
}

describe("galley validate", () => {
  it("gives a valid message back, an unknown part verbatim", () => {
    const message = user([
      { type: "text", text: "a" },
      { type: "future", x: 1 },
    ]);
    expect(galley(["validate"], message)).toMatchObject({ code: 0, out: message });
  });

  it("lists every problem with its path and exits 1", () => {
    const { code, out, error } = galley(
      ["validate"],
      user([{ type: "text" }, { type: "file-ref", ref: { kind: "path", path: "" } }]),
    );
    expect(code).toBe(1);
    expect(out).toBeUndefined();
    expect(JSON.parse(error)).toMatchObject({
      failure: { code: "invalid", problems: [{ path: "parts[0].text" }, { path: "parts[1].ref.path" }] },
    });
  });

  it("takes an export whole and names the message of a problem", () => {
    const message = { id: "msg_1", role: "user", metadata: { schema_version: 1 } };
    const exported = { session: { id: "ses_1" }, messages: [{ message, parts: [{ type: "text", text: "a" }] }] };
    expect(galley(["validate"], exported)).toMatchObject({ code: 0, out: exported });
    const broken = { ...exported, messages: [{ message, parts: [{ type: "text" }] }] };
    expect(galley(["validate"], broken).error).toContain("messages[0].parts[0].text");
  });
});

describe("galley complete", () => {
  it("finishes an answer in the document, and exits 0 also where nothing is shown", () => {
    const input = { text: "foo()", position: { line: 1, character: 4 }, output: "x);" };
    expect(galley(["complete", "--finish"], input)).toMatchObject({
      code: 0,
      out: { insert: "x);", replace: { start: { line: 1, character: 4 }, end: { line: 1, character: 5 } } },
    });
    expect(galley(["complete", "--finish"], { ...input, output: "" })).toMatchObject({
      code: 0,
      out: { nothing: "empty" },
    });
  });

  it("exits 1 for a place that is not there", () => {
    const input = { text: "foo()", position: { line: 2, character: 0 }, output: "x" };
    const { code, error } = galley(["complete", "--finish"], input);
    expect({ code, failure: JSON.parse(error) as unknown }).toMatchObject({
      code: 1,
      failure: { failure: { code: "no-place" } },
    });
  });
});

describe("galley lower", () => {
  it("sends only the selected lines, in the user's order", () => {
    const parts = [
      { type: "text", text: "Why " },
      { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 10, end: 12 } } },
    ];
    const { code, out } = galley(["lower", "--to", "loopback", "--in", scenario([user(parts)])]);
    expect(code).toBe(0);
    expect(out).toMatchObject({
      request: {
        messages: [
          {
            role: "user",
            content: [
              { text: "Why " },
              {
                text: "File: src/a.ts (lines 10-12)\n```typescript\nline 10\nline 11\nline 12\n```",
                part: { kind: "file-ref", path: "src/a.ts" },
              },
            ],
          },
        ],
      },
      manifest: { task: [{ part: "text" }, { part: "file-ref src/a.ts:10-12" }] },
      warnings: [],
    });
  });

  it("sends the scenario's pins before the typed text, and accounts for each", () => {
    const pins = [
      { id: "open:src/a.ts", path: "src/a.ts", range: { start: 1, end: 1 } },
      { id: "note", text: "remember" },
      { id: "gone", path: "../secret.txt" },
    ];
    const path = scenario([user([{ type: "text", text: "hi" }])], pins);
    const { code, out } = galley(["lower", "--to", "loopback", "--in", path]);
    expect(code).toBe(0);
    expect(out).toMatchObject({
      request: {
        messages: [
          {
            content: [
              {
                text: "File: src/a.ts (lines 1-1), as of this turn\n```typescript\nline 1\n```",
                part: { kind: "pinned" },
              },
              { text: "Pinned: note, as of this turn\n```markdown\nremember\n```" },
              { text: "[attachment unavailable: ../secret.txt]" },
              { text: "hi" },
            ],
          },
        ],
      },
      manifest: {
        pinned: [
          { id: "open:src/a.ts", state: "sent" },
          { id: "note", state: "sent" },
          { id: "gone", state: "failed" },
        ],
        dropped: [{ what: "pin gone", why: "it is outside the workspace" }],
      },
    });
  });

  it("gives the same bytes for the same scenario", () => {
    const path = scenario([user([{ type: "file-ref", ref: { kind: "path", path: "src/a.ts" } }])]);
    const run = (): unknown => galley(["lower", "--to", "loopback", "--in", path]).out;
    expect(run()).toEqual(run());
  });

  it("lists a folder without what is ignored", () => {
    const path = scenario([user([{ type: "file-ref", ref: { kind: "path", path: "src" } }])]);
    writeFileSync(join(path, "../ws/.gitignore"), "# made\n*.log\n");
    writeFileSync(join(path, "../ws/src/b.log"), "");
    const { out } = galley(["lower", "--to", "loopback", "--in", path]);
    expect(JSON.stringify(out)).toContain("Folder: src (1 entry");
    expect(JSON.stringify(out)).not.toContain("b.log");
  });

  it("never reads outside the workspace", () => {
    const path = scenario([user([{ type: "file-ref", ref: { kind: "path", path: "../secret.txt" } }])]);
    const { out } = galley(["lower", "--to", "loopback", "--in", path]);
    expect(JSON.stringify(out)).toContain("[attachment unavailable: ../secret.txt]");
    expect(out).toMatchObject({ manifest: { dropped: [{ why: "it is outside the workspace" }] } });
  });

  it.each([
    [["lower", "--to", "nowhere"], "{}"],
    [["lower"], "{}"],
    [["dance"], "{}"],
    [[], "{}"],
    [["validate", "--what"], "{}"],
    [["validate"], "not json"],
  ])("and every other call that is wrong explains itself and exits 2: %s", (args, input) => {
    const { code, error } = galley(args, input);
    expect(code).toBe(2);
    expect(error).toContain("usage: galley");
  });
});
