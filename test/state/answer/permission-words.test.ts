// What a call must be allowed to do, in plain words.
import { expect, test } from "vitest";
import type { Ask } from "../../../extension/protocol/ask.ts";
import { permissionWords, ruleWords } from "../../../webview/state/answer/permission-words.ts";

type Approval = Extract<Ask, { type: "approval" }>;

const approval = (changes: Partial<Approval>): Approval => ({
  type: "approval",
  call_id: "c9",
  tool: "x",
  title: "Do it all",
  needs: [],
  ...changes,
});
const said = (changes: Partial<Approval>) =>
  permissionWords(approval(changes)).map(({ words, pattern }) => `${words} ${pattern}`.trim());

const digest = "0123456789abcdef".repeat(2);

test.each([
  ["bash", "npm test", "Run this command npm test"],
  ["write", "src/a.ts", "Edit this file src/a.ts"],
  ["read", "src/b.ts", "Read this file src/b.ts"],
  ["fetch", "example.com", "Fetch from example.com"],
  ["outside", "/etc/hosts", "Read outside the workspace /etc/hosts"],
  ["memory", "*", "Change memories"],
  ["skill", "release", "Load this skill release"],
  ["mcp", `jira/search#${digest}`, "Use jira/search"],
  ["other", "jira_search", "Use jira_search"],
] as const)("%s of %s is said as: %s", (permission, pattern, words) => {
  expect(said({ needs: [{ permission, pattern }] })).toEqual([words]);
});

test("where a file is written too, what lies outside the workspace is written", () => {
  const needs = [
    { permission: "write", pattern: "/etc/hosts" },
    { permission: "outside", pattern: "/etc/hosts" },
  ];
  expect(said({ needs })).toEqual(["Edit this file /etc/hosts", "Write outside the workspace /etc/hosts"]);
});

test("what the title or the preview says is not said again, unless there are several", () => {
  const needs = ["a.ts", "b.ts"].map((pattern) => ({ permission: "write", pattern }));
  const preview = { type: "text", text: "a.ts\n-x\n+y\n\nb.ts\n+z" } as const;
  expect(said({ needs, preview })).toEqual(["Edit this file a.ts", "Edit this file b.ts"]);
  expect(said({ needs: needs.slice(0, 1), preview })).toEqual(["Edit this file"]);
  expect(said({ needs: needs.slice(0, 1), title: "Edit a.ts" })).toEqual(["Edit this file"]);
});

test("the rule that would allow it names no digest", () => {
  const needs = [
    { permission: "bash", pattern: "npm test" },
    { permission: "mcp", pattern: `jira/search#${digest}` },
  ];
  expect(ruleWords(approval({ needs }))).toBe("bash: npm test\nmcp: jira/search");
});
