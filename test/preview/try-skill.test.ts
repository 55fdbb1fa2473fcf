import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TryPreview } from "../../extension/protocol/try-skill.ts";
import { givenParameters } from "../../extension/skills/arguments.ts";
import type { Skill } from "../../extension/skills/catalog.ts";
import type { ComposerPorts } from "../../extension/skills/invoke.ts";
import type { Json } from "../../extension/skills/json.ts";
import { argumentsText, filledIn, formOf } from "../../extension/preview/try-form.ts";
import { trySkill } from "../../extension/preview/try-skill.ts";
import { aPackage, aSkill, composerPorts } from "../fakes/skills.ts";

const parameter_schema = {
  type: "object",
  required: ["topic", "depth"],
  properties: {
    topic: { type: "string", title: "Topic", description: "Details", minLength: 2 },
    depth: { type: "integer", default: 2 },
    tone: { enum: ["dry", "warm"], default: "dry" },
    short: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    more: { type: "object" },
  },
};
const essay = aPackage("essay", { parameter_schema, tool_surface: ["read"] });

const asWritten: ComposerPorts["render"] = (template) => Promise.resolve({ ok: true, value: template });

function tried(skill: Skill, fields: Record<string, string | boolean>, request = ""): Promise<TryPreview> {
  const by = { session_id: "ses_1", tools: ["read", "write"] };
  return trySkill(skill, { fields, request }, by, composerPorts(asWritten));
}

describe("the form of a skill", () => {
  it("has a field for each parameter, of the kind its schema says", () => {
    const { fields } = formOf(essay);
    expect(fields.map(({ name, kind, required, initial }) => [name, kind, required, initial])).toEqual([
      ["topic", "text", true, ""],
      ["depth", "number", true, "2"],
      ["tone", "choice", false, '"dry"'],
      ["short", "switch", false, false],
      ["tags", "list", false, ""],
      ["more", "json", false, ""],
    ]);
    expect(fields[0]).toMatchObject({ label: "Topic", about: "Details" });
  });

  it("of a plain SKILL.md has no field", () => {
    expect(formOf(aSkill("tidy"))).toMatchObject({ name: "tidy", fields: [] });
  });

  it("gives what is filled in, and leaves out what is empty", () => {
    const { fields } = formOf(essay);
    const values = { topic: "Tea", tags: "a\n\n b ", more: '{"x":1}', short: true };
    expect(filledIn(fields, values)).toEqual({
      parameters: { topic: "Tea", depth: 2, tone: "dry", short: true, tags: ["a", "b"], more: { x: 1 } },
      faults: {},
    });
    expect(filledIn(fields, { depth: "two", more: "{" }).faults).toEqual({
      topic: "This field is required.",
      depth: "Enter a number.",
      more: expect.stringContaining("JSON") as string,
    });
  });
});

describe("a skill that is tried", () => {
  it("names no tools one by one when all of the conversation may be used", async () => {
    expect(await tried(aPackage("free"), {}, "tea")).toMatchObject({
      ok: true,
      tools: "all tools in the conversation",
    });
  });

  it("shows the prompt the Composer makes, within the tools of skill and caller", async () => {
    expect(await tried(essay, { topic: "Tea" }, "Make it short.")).toEqual({
      ok: true,
      prompt: 'Body of essay.\n\n# Request\n\nParameters:\n- depth: 2\n- tone: "dry"\n- topic: "Tea"\n\nMake it short.',
      tokens: expect.any(Number) as number,
      tools: "read",
      artifacts: "",
    });
  });

  it("of a plain SKILL.md shows the body with the arguments", async () => {
    expect(await tried(aSkill("tidy"), {}, "the tests")).toMatchObject({
      ok: true,
      prompt: "Body of tidy.\n\n# Request\n\nthe tests",
      tools: "",
    });
  });

  it("says at the field what its schema has against it", async () => {
    expect(await tried(essay, { topic: "T", depth: "1.5" })).toMatchObject({
      ok: false,
      faults: {
        topic: expect.stringContaining("short") as string,
        depth: expect.stringContaining("integer") as string,
      },
      problem: "",
    });
  });

  it("says in words what is no field's fault", async () => {
    const bare = aPackage("bare", { tool_surface: ["fetch"], requires_tools: true });
    expect(await tried(bare, {})).toMatchObject({
      ok: false,
      faults: {},
      problem: expect.stringContaining("tools") as string,
    });
  });
});

describe("what is put into the message", () => {
  const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "array" }, c: { type: "number" } } };
  const value: fc.Arbitrary<Record<string, Json>> = fc.record(
    {
      a: fc.string({ unit: "grapheme", minLength: 1 }),
      b: fc.array(fc.string({ unit: "grapheme" })),
      c: fc.integer(),
    },
    { requiredKeys: [] },
  );

  it("is read as the same parameters and the same request again", () => {
    const request = fc.constantFrom("", "Make it short.", "a b=c", 'Say "hi"', "line\nline");
    fc.assert(
      fc.property(value, request, (parameters, words) => {
        expect(givenParameters(argumentsText(parameters, words), schema)).toEqual({
          ok: true,
          value: { parameters, request: words },
        });
      }),
    );
  });

  it("is one JSON object where a name cannot be written otherwise", () => {
    expect(argumentsText({ "a b": 1 }, "")).toBe('{"a b":1}');
  });
});
