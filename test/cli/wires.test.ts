// What the command line lowers for each wire. How it is called from a shell is in cli.test.ts.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lower as lowerScenario } from "../../extension/cli/lower.ts";
import { PDF, png } from "../fakes/context.ts";
import { temporaryFolder } from "../fakes/folder.ts";

interface Out {
  request: unknown;
  warnings: { what: string; why: string }[];
  manifest: { task: { lowered_as: string }[] };
}

async function lower(to: string, accepts: string[]): Promise<Out> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "ws"));
  writeFileSync(join(folder, "ws/shot.png"), Buffer.from(png(3, 4), "base64"));
  writeFileSync(join(folder, "ws/spec.pdf"), Buffer.from(PDF, "base64"));
  const metadata = { schema_version: 1 };
  const messages = [
    {
      id: "msg_1",
      role: "user",
      metadata,
      parts: [{ type: "file-attachment", name: "old.png", mime: "image/png", size: 33, data: png(1, 2) }],
    },
    {
      id: "msg_2",
      role: "assistant",
      metadata: { ...metadata, model: "x/y", finish: "end" },
      parts: [{ type: "text", text: "Seen." }],
    },
    {
      id: "msg_3",
      role: "user",
      metadata,
      parts: [
        { type: "text", text: "Compare " },
        { type: "file-ref", ref: { kind: "path", path: "shot.png" } },
        { type: "text", text: " with " },
        { type: "mention", target: { kind: "file", path: "spec.pdf" } },
      ],
    },
  ];
  const model = { provider: "p", id: "m", context_window: 200_000, max_output: 8192, accepts, tools: true };
  const scenario = { workspace: "ws", model, layers: [{ id: "a", text: "Be brief." }], messages };
  const outcome = await lowerScenario(to, () => scenario, folder);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value as Out;
}

describe.each(["anthropic", "openai-responses", "openai-chat", "gemini", "ollama", "vscode-lm"])(
  "galley lower --to %s",
  (to) => {
    it("sends pictures of the workspace and of the history as bytes, in the user's order", async () => {
      const { request, manifest } = await lower(to, ["image/png", "application/pdf"]);
      const wire = JSON.stringify(request);
      // Gemini has no place for the name of a file.
      const pdf = to === "gemini" ? "application/pdf" : "spec.pdf";
      // Ollama takes pictures in a list of their own, behind the text.
      const turn = to === "ollama" ? ["Compare ", " with ", pdf, png(3, 4)] : ["Compare ", png(3, 4), " with ", pdf];
      const pieces = [png(1, 2), "Seen.", ...turn];
      const inOrder = pieces.toSorted((a, b) => wire.indexOf(a) - wire.indexOf(b));
      expect(pieces.filter((piece) => !wire.includes(piece))).toEqual([]);
      expect(inOrder).toEqual(pieces);
      expect(manifest.task.map(({ lowered_as }) => lowered_as)).toContain("image/png");
    });

    it("tells a model that sees nothing the names, in the turn and in the history", async () => {
      const { request } = await lower(to, []);
      const wire = JSON.stringify(request);
      expect(wire).toContain("old.png");
      expect(wire).toContain("shot.png");
      expect(wire).not.toContain(png(1, 2));
      expect(wire).not.toContain(png(3, 4));
      expect(wire).not.toContain(PDF);
    });
  },
);

describe("galley lower", () => {
  it.each([
    ["anthropic", true],
    ["openai-responses", true],
    ["gemini", true],
    ["openai-chat", false],
    ["ollama", false],
  ])("sends a PDF to %s as bytes: %s", async (to, isNative) => {
    const { request, warnings } = await lower(to, ["image/png", "application/pdf"]);
    expect(JSON.stringify(request).includes(PDF)).toBe(isNative);
    expect(warnings.some(({ what }) => what.includes("spec.pdf"))).toBe(!isNative);
  });
});
