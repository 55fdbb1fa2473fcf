import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { png } from "../fakes/context.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const cli = join(import.meta.dirname, "../../dist/cli.js");

interface Out {
  request: {
    conversationId: string;
    prompt: { type: string; uri?: string; resource?: { uri: string; text: string } }[];
    _meta?: unknown;
  };
  manifest: { dropped: { what: string }[] };
}

function lower(acp: object): { out: Out; workspace: string } {
  const folder = temporaryFolder();
  const workspace = join(folder, "my work");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "a#1.ts"), "one\ntwo\nthree\n");
  writeFileSync(join(workspace, "shot.png"), Buffer.from(png(), "base64"));
  const parts = [
    { type: "text", text: "Compare " },
    { type: "file-ref", ref: { kind: "path", path: "a#1.ts", range: { start: 2, end: 3 } } },
    { type: "text", text: " with " },
    { type: "file-ref", ref: { kind: "path", path: "shot.png" } },
  ];
  const model = { provider: "acp", id: "x", context_window: 200_000, max_output: 8192, accepts: [], tools: true, acp };
  const messages = [{ id: "msg_1", role: "user", metadata: { schema_version: 1 }, parts }];
  const input = JSON.stringify({
    workspace: "my work",
    model,
    layers: [{ id: "agent.system", text: "Be brief." }],
    messages,
  });
  const path = join(folder, "scenario.json");
  writeFileSync(path, input);
  const done = spawnSync(process.execPath, [cli, "lower", "--to", "acp", "--in", path], { encoding: "utf8" });
  expect(done.stderr).toBe("");
  return { out: JSON.parse(done.stdout) as Out, workspace };
}

describe("galley lower --to acp", () => {
  it("embeds the lines and the picture for an agent that takes both", () => {
    const { out, workspace } = lower({ promptCapabilities: { image: true, embeddedContext: true } });
    const uri = pathToFileURL(join(workspace, "a#1.ts")).href;
    expect(out.request.prompt.map(({ type }) => type)).toEqual(["text", "resource", "text", "image"]);
    expect(out.request.prompt[1]?.resource).toMatchObject({ uri: `${uri}#L2-3`, text: "two\nthree" });
  });

  it("links to both, in their places, for an agent that takes neither, and says so", () => {
    const { out, workspace } = lower({ promptCapabilities: {} });
    expect(out.request.prompt.map(({ type }) => type)).toEqual(["text", "resource_link", "text", "resource_link"]);
    expect(out.request.prompt[3]?.uri).toBe(pathToFileURL(join(workspace, "shot.png")).href);
    expect(out.manifest.dropped.map(({ what }) => what)).toEqual([
      "layer agent.system",
      "file-ref a#1.ts:2-3",
      "file-ref shot.png",
    ]);
  });

  it("names attachments beside the prompt where the agent has the extension", () => {
    const _meta = { "sandboxagent.dev": { extensions: { attachments: true } } };
    const { out, workspace } = lower({
      agentCapabilities: { promptCapabilities: { image: true, embeddedContext: true }, _meta },
    });
    const attachments = [
      { path: join(workspace, "a#1.ts"), mime: "text/x-typescript", filename: "a#1.ts" },
      { path: join(workspace, "shot.png"), mime: "image/png", filename: "shot.png" },
    ];
    expect(out.request._meta).toEqual({ "sandboxagent.dev": { attachments } });
  });
});
