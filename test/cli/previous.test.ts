import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lower } from "../../extension/cli/lower.ts";
import type { Manifest } from "../../extension/message/manifest.ts";
import { temporaryFolder } from "../fakes/folder.ts";

interface Done {
  request: { messages: unknown[] };
  manifest: Manifest;
}

async function run(folder: string, messages: unknown[], options: object, to = "loopback"): Promise<Done> {
  const model = { provider: to, id: "m", context_window: 50_000, max_output: 1_000, accepts: [], tools: true };
  const pins = [
    { id: "open:a.ts", path: "a.ts" },
    { id: "note", text: "remember" },
  ];
  const scenario = {
    workspace: ".",
    model,
    layers: [{ id: "agent.system", text: "Be brief." }],
    pins,
    messages,
    options,
  };
  const outcome = await lower(to, () => scenario, folder);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value as Done;
}

const user = (id: string, text: string): unknown => ({
  id,
  role: "user",
  parts: [{ type: "text", text }],
  metadata: { schema_version: 1 },
});
const answer = (id: string, text: string): unknown => ({
  id,
  role: "assistant",
  parts: [{ type: "text", text }],
  metadata: { schema_version: 1, model: "m", finish: "end" },
});

it("the prefix rule holds from call to call as it would in a session", async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "a.ts"), "first version");
  const talk = [user("u1", "one"), answer("a1", "yes"), user("u2", "two"), answer("a2", "yes"), user("u3", "three")];
  const one = await run(folder, talk.slice(0, 1), {});
  writeFileSync(join(folder, "a.ts"), "second version");
  const two = await run(folder, talk.slice(0, 3), { previous_request: one.request, previous_manifest: one.manifest });
  const three = await run(folder, talk, { previous_request: two.request, previous_manifest: two.manifest });
  expect(three.request.messages.slice(0, 3)).toEqual(two.request.messages);
  expect(three.request.messages[0]).toEqual(one.request.messages[0]);
  const said = JSON.stringify(three.request);
  for (const content of ["first version", "second version", "remember"]) expect(said.split(content)).toHaveLength(2);
  expect(three.manifest.pinned.map(({ state }) => state)).toEqual(["unchanged", "unchanged"]);
  expect(three.manifest.prefix.diverges_at).toBeNull();
  expect(three.manifest.prefix.same_bytes).toBeGreaterThan(500);
});

it("with pins in the current turn only, the request diverges where the pins were", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.ts"), "first version");
  const talk = [user("u1", "one"), answer("a1", "yes"), user("u2", "two")];
  const one = await run(folder, talk.slice(0, 1), { pins_placement: "turn" });
  const options = { pins_placement: "turn", previous_request: one.request, previous_manifest: one.manifest };
  const two = await run(folder, talk, options);
  expect(JSON.stringify(two.request).split("first version")).toHaveLength(2);
  expect(JSON.stringify(two.request.messages[0])).not.toContain("first version");
  expect(two.manifest.prefix.diverges_at).toBe("text in u1");
  expect(two.manifest.pinned.map(({ state }) => state)).toEqual(["sent", "sent"]);
});
