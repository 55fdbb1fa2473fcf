import { describe, expect, it } from "vitest";
import { givenParameters } from "../../extension/skills/arguments.ts";
import { parsePackageFile } from "../../extension/skills/package-file.ts";
import { type PackagePorts, readPackage } from "../../extension/skills/read-package.ts";

const WHOLE = `version = 2
tool_surface = ["read", "grep"]
required_capabilities = ["read"]
interrupts = ["on_doubt", { name = "before_tell", question = "Tell it?", options = ["yes", { label = "no" }] }]
tool_call_budget = 4
framing = "frame"

[parameter_schema]
type = "object"
properties.depth.type = "integer"

[[artifacts]]
id = "frame"
kind = "PromptTemplate"
path = "frame.md"

[[artifacts]]
id = "way"
version = "3"
kind = "Approach"
path = "parts/way.md"
include_when.params.depth = [1, 2]
stages = [{ name = "look", tools = ["grep"] }, { name = "tell" }]
`;

const SKILL = { name: "scan", description: "Scans", version: "", body: "Scan it.", fields: {} };

const ports = (files: Record<string, string>): PackagePorts => ({
  read: (path) => Promise.resolve(files[path] === undefined ? { reason: "it does not exist" } : { text: files[path] }),
  digest: (text) => `digest of ${text.length}`,
});

const read = (text: string, files: Record<string, string>): ReturnType<typeof readPackage> =>
  readPackage(SKILL, { file: "scan/skill.toml", text, source: "project" }, ports(files));

describe("a skill package", () => {
  it("says when Galley asks a question by itself, and refuses a condition that can never hold", () => {
    const asks = (when: string, more = ""): string => `${more}interrupts = [{ name = "halt", when = ${when} }]\n`;
    const parsed = parsePackageFile(asks("{ budget = 80 }", "tool_call_budget = 5\n"));
    expect(parsed).toMatchObject({ ok: true, value: { interrupts: [{ name: "halt", when: { budget: 80 } }] } });
    expect(parsePackageFile(asks('"empty-result"'))).toMatchObject({ ok: true });
    for (const when of ["{ budget = 80 }", '"schema-mismatch"', '"sometimes"', "{ budget = 101 }"])
      expect(parsePackageFile(asks(when)), when).toMatchObject({ ok: false, failure: { line: 1 } });
  });

  it("is read from skill.toml, its name from SKILL.md and its artifacts from their files", async () => {
    const found = await read(WHOLE, { "frame.md": "At {{ depth }}.\r\n", "parts/way.md": "Look.\n" });
    expect(found).toMatchObject({
      pack: {
        ...{ id: "scan", name: "scan", description: "Scans", version: "2", source: "project" },
        framing: { kind: "PromptTemplate", body: "At {{ depth }}.", id: "frame", version: "1" },
        ...{ tool_surface: ["read", "grep"], requires_tools: true, tool_call_budget: 4 },
        parameter_schema: { type: "object", properties: { depth: { type: "integer" } } },
        interrupts: ["on_doubt", "before_tell"],
        artifacts: [
          { id: "frame", kind: "PromptTemplate" },
          { id: "way", version: "3", body: "Look.", stages: [{ name: "look", tools: ["grep"] }, { name: "tell" }] },
        ],
      },
      questions: [
        { name: "on_doubt", options: [] },
        { name: "before_tell", question: "Tell it?", options: [{ label: "yes" }, { label: "no" }] },
      ],
    });
  });

  it("without a version has one by its bytes, and is framed by the prose of SKILL.md", async () => {
    expect(await read("", {})).toMatchObject({ pack: { framing: "Scan it.", version: "digest o" } });
  });

  it("whose artifact cannot be read is told with the line that names it", async () => {
    expect(await read(WHOLE, { "frame.md": "x" })).toEqual({
      ...{ file: "scan/skill.toml", line: 21, reason: "the artifact way cannot be read: it does not exist" },
    });
  });

  it.each([
    ["what is no TOML", "a = 1\nb = ", 2, ""],
    ["a field that is not as it should be", "version = 1\ntool_call_budget = -1", 2, "tool_call_budget"],
    [
      "an artifact of no kind",
      '[[artifacts]]\nid="a"\nkind="Example"\npath="a"\n[[artifacts]]\nid="b"\nkind="No"',
      7,
      "kind",
    ],
    [
      "two artifacts of one id",
      '[[artifacts]]\nid="a"\nkind="Example"\npath="a"\n[[artifacts]]\nid="a"\nkind="Example"\npath="b"',
      6,
      "duplicate artifact a",
    ],
    ["a framing that is not there", 'framing = "f"', 1, "PromptTemplate f not found"],
    ["a schema of parameters that is none", '[parameter_schema]\ntype = "strnig"', 1, "parameter_schema is malformed"],
    ["a schema of outputs that is none", 'output_schema = { type = "x" }', 1, "output_schema is malformed"],
  ])("is refused with %s, by line and reason", (_, text, line, reason) => {
    expect(parsePackageFile(text)).toMatchObject({
      ok: false,
      failure: { line, reason: expect.stringContaining(reason) as string },
    });
  });

  it.each(["../a.md", "/etc/passwd", "~/a", "a/../../b", "C:\\a", "a//b", "a\\b"])("never reads %s", (path) => {
    const text = `[[artifacts]]\nid = "a"\nkind = "Example"\npath = ${JSON.stringify(path)}\n`;
    expect(parsePackageFile(text)).toMatchObject({
      failure: { line: 4, reason: expect.stringContaining("not a file in") as string },
    });
  });
});

describe("what is written behind the name of a package", () => {
  const schema = {
    type: "object",
    properties: { topic: { type: "string" }, depth: { type: "integer" }, deep: { type: "boolean" } },
    required: ["topic"],
  };

  it.each([
    ["one JSON object is the parameters", '{"depth": 2}', { depth: 2 }, ""],
    [
      "key=value words are, by the types of the schema",
      'depth=2 deep=true topic="a \\"b\\""',
      { depth: 2, deep: true, topic: 'a "b"' },
      "",
    ],
    [
      "the whole text is the one string that is required",
      "why is it slow?",
      { topic: "why is it slow?" },
      "why is it slow?",
    ],
    ["words behind the pairs are the request", "topic='x y' depth=1 say it", { topic: "x y", depth: 1 }, "say it"],
    ["a pair nobody knows is a word", "a=b is true", { topic: "a=b is true" }, "a=b is true"],
    ["what cannot be of its type stays for the check", "depth=two topic=x", { depth: "two", topic: "x" }, ""],
    ["nothing is nothing", "", {}, ""],
  ])("%s", (_, text, parameters, request) => {
    expect(givenParameters(text, schema)).toEqual({ ok: true, value: { parameters, request } });
  });

  it("without a string that must be given is the request", () => {
    expect(givenParameters("do it", { type: "object" })).toEqual({
      ok: true,
      value: { parameters: {}, request: "do it" },
    });
  });

  it("that begins as JSON and is none is a problem", () => {
    expect(givenParameters('{"a": ', schema)).toMatchObject({ ok: false });
  });
});
