import { describe, expect, it } from "vitest";
import { compose } from "../../extension/skills/composer/compose.ts";
import { defaultsIn } from "../../extension/skills/defaults.ts";
import { composePorts, composeRequest } from "../fakes/compose-request.ts";

const parameter_schema = {
  type: "object",
  properties: {
    tone: { type: "string", default: "dry" },
    depth: { type: "integer" },
    deep: { type: "object", properties: { left: { default: 1 } } },
  },
};

async function promptOf(body: string, parameters: Record<string, unknown> = {}): Promise<string> {
  const framing = { kind: "PromptTemplate", body };
  const composed = await compose(composeRequest({ framing, parameter_schema }, { parameters }), composePorts);
  return composed.ok ? (composed.composition.prompt.split("\n\n# Request")[0] ?? "") : composed.error.message;
}

describe("the parameters of a skill", () => {
  it("that are declared but absent are undefined in a template, and no error", async () => {
    const template = "{% if depth %}deep{% else %}flat{% endif %} {{ depth | default(3) }} {{ depth is defined }}";
    expect(await promptOf(template)).toBe("flat 3 false");
    expect(await promptOf(template, { depth: 2 })).toBe("deep 2 true");
    expect(await promptOf("{% if depth is not defined %}none{% endif %}[{{ depth }}]")).toBe("none[]");
    expect(await promptOf("{% for one in depth %}x{% endfor %}.")).toBe(".");
  });

  it("that are not declared are an error as before", async () => {
    expect(await promptOf("{% if dpeth %}x{% endif %}")).toContain("unknown name dpeth");
    expect(await promptOf("{{ dpeth is defined }}")).toContain("unknown name dpeth");
    expect(await promptOf("{{ depth is odd }}")).toContain("is can only be followed by defined");
    expect(await promptOf("{{ depth.of }}")).toContain("cannot read of of an empty value");
  });

  it("have the defaults of the schema in templates, in conditions and in the prompt", async () => {
    expect(await promptOf("{{ tone }}")).toBe("dry");
    expect(await promptOf("{{ tone }}", { tone: "warm" })).toBe("warm");
    const artifacts = [{ id: "d", kind: "Description", body: "About dry.", include_when: { params: { tone: "dry" } } }];
    const composed = await compose(composeRequest({ artifacts, parameter_schema }), composePorts);
    expect(composed).toMatchObject({
      composition: { prompt: expect.stringMatching(/About dry\.[^]*- tone: "dry"/) as string },
    });
  });

  it("keep every value that is given, also null and those inside objects", () => {
    expect(defaultsIn(parameter_schema, { tone: null, deep: { right: 2 } })).toEqual({
      tone: null,
      deep: { left: 1, right: 2 },
    });
    expect(defaultsIn(undefined, { a: 1 })).toEqual({ a: 1 });
  });
});
