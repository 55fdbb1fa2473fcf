import { expect, it } from "vitest";
import { SharedReads } from "../../extension/mcp/shared-reads.ts";
import type { Resolved } from "../../extension/message/resolved.ts";

it("reads a resource once for all who look at it meanwhile, and anew after it was read or has changed", async () => {
  const asked: { uri: string; answer: (resolved: Resolved) => void }[] = [];
  const reads = new SharedReads((_server, uri) => new Promise((answer) => asked.push({ uri, answer })));
  const first = reads.read("notes", "note://1");
  const again = reads.read("notes", "note://1");
  const other = reads.read("notes", "note://2");
  expect(asked.map(({ uri }) => uri)).toEqual(["note://1", "note://2"]);
  reads.forget();
  const changed = reads.read("notes", "note://1");
  expect(asked).toHaveLength(3);
  for (const [index, { answer }] of asked.entries()) answer({ parts: [], reason: String(index) });
  const said = await Promise.all([first, again, other, changed].map(async (read) => (await read).reason));
  expect(said).toEqual(["0", "0", "1", "2"]);
  void reads.read("notes", "note://1");
  expect(asked).toHaveLength(4);
});
