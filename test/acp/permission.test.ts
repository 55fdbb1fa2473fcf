// What a request for permission tells the user: every file it is about, however many there are.
import type { Diff, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";
import { permissionCall, type PermissionPorts } from "../../extension/acp/services/permission.ts";
import { faceOf } from "../../extension/acp/session/tool-face.ts";

const diff = (path: string, oldText: string | null, newText: string): Diff & { type: "diff" } => ({
  type: "diff",
  path: `/project/${path}`,
  oldText,
  newText,
});
const asked = (...content: ToolCallUpdate["content"] & object): ToolCallUpdate => ({
  toolCallId: "c1",
  title: "Rename it",
  kind: "edit",
  content,
});
const shown = (path: string): string => path.replace("/project/", "");
const ports: PermissionPorts = {
  shownPath: shown,
  locate: (path) =>
    Promise.resolve({
      ok: true,
      value: { path: shown(path), full: path, real: path, inside: true, kind: "file", size: 1 },
    }),
};
const faceIn = ({ toolCallId: id, ...told }: ToolCallUpdate): ReturnType<typeof faceOf> =>
  faceOf({ ...told, id }, shown);

it("one file is shown as its difference", async () => {
  const { call } = await permissionCall(asked(diff("a.ts", "one\n", "two\n")), ports);
  expect(call.preview).toEqual({ type: "diff", path: "a.ts", before: "one\n", after: "two\n" });
});

it("several places of one file are one difference", async () => {
  const request = asked(diff("a.ts", "one", "two"), diff("a.ts", "three", "four"));
  expect((await permissionCall(request, ports)).call.preview).toEqual({
    type: "diff",
    path: "a.ts",
    before: "one\nthree",
    after: "two\nfour",
  });
  expect(faceIn(request).input).toEqual({ path: "a.ts", old_text: "one\nthree", new_text: "two\nfour" });
});

it("several files are all shown, with the lines that go and come, and asked for", async () => {
  const request = asked(
    diff("a.ts", "keep\nold\nend\n", "keep\nnew\nend\n"),
    diff("b.ts", null, "made\n"),
    diff("c.ts", "gone\n", ""),
  );
  const { call } = await permissionCall(request, ports);
  expect(call.preview).toEqual({ type: "text", text: "a.ts\n-old\n+new\n\nb.ts\n+made\n\nc.ts\n-gone" });
  expect(call.needs.map(({ pattern }) => pattern)).toEqual(["a.ts", "b.ts", "c.ts"]);
  expect(faceIn(request)).toMatchObject({
    name: "edit",
    input: { path: "a.ts and 2 more files", changes: [{ path: "a.ts" }, { path: "b.ts" }, { path: "c.ts" }] },
  });
});

it("many large files take no more room than one", () => {
  const many = Array.from({ length: 50 }, (_, at) => diff(`${at}.ts`, null, "x".repeat(90_000)));
  expect(JSON.stringify(faceIn(asked(...many)).input).length).toBeLessThan(110_000);
});
