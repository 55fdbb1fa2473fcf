import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../extension/assemble/templates/template.ts";
import { isTemplate } from "../../extension/assemble/templates/template-job.ts";

const ctx = {
  agent: { name: "review" },
  model: { provider: "anthropic", id: "some-model" },
  workspace: { folders: ["app", "lib"] },
  quoted: 'a "b" \\ \n c',
};

function textOf(source: string): string {
  const rendered = renderTemplate(source, { ctx });
  return rendered.ok ? rendered.value : `refused in line ${String(rendered.failure.line)}: ${rendered.failure.message}`;
}

describe("a template", () => {
  it("reads the data it is given, in conditions, loops, sets and filters", () => {
    expect(textOf("You are {{ ctx.agent.name | upper }}.")).toBe("You are REVIEW.");
    expect(textOf("{% if ctx.model.provider == 'anthropic' %}A{% else %}B{% endif %}")).toBe("A");
    expect(textOf("{% for f in ctx.workspace.folders %}{{ loop.index }} {{ f }}\n{% endfor %}")).toBe("1 app\n2 lib\n");
    expect(textOf("{% for k, v in ctx.model %}{{ k }}={{ v }};{% endfor %}")).toBe("provider=anthropic;id=some-model;");
    expect(textOf("{% set n = ctx.workspace.folders | length %}{{ n + 1 }} {{ n ~ 'x' }}")).toBe("3 2x");
    expect(textOf("{% set b %}<{{ ctx.agent.name }}>{% endset %}{{ b }}")).toBe("<review>");
    expect(textOf("{{ ctx.workspace.folders | join(', ') }} {{ 'lib' in ctx.workspace.folders }}")).toBe(
      "app, lib true",
    );
    expect(textOf("{% raw %}{{ as it is }}{% endraw %}{# gone #}")).toBe("{{ as it is }}");
  });

  it("writes text as it is, and JSON when asked", () => {
    expect(textOf("<&>{{ ctx.quoted }}")).toBe(`<&>${ctx.quoted}`);
    expect(JSON.parse(textOf("{{ ctx.quoted | json }}"))).toBe(ctx.quoted);
  });

  it("says in which line what is not known", () => {
    expect(textOf("one\n{{ ctx.agnet }}")).toBe(
      "refused in line 2: unknown name agnet; available names: agent, model, workspace, quoted",
    );
    expect(textOf("\n\n{{ unheard }}")).toBe("refused in line 3: unknown name unheard");
    expect(textOf("\n{% if ctx.agent.nmae %}x{% endif %}")).toContain("line 2: unknown name nmae");
    expect(textOf("\n{% if %}")).toContain("line 2");
    expect(textOf("{{ ctx.agent | shout }}")).toContain("unknown filter shout");
  });

  it("renders any data verbatim, and never looks at it again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (words) => {
        const rendered = renderTemplate("a{{ ctx.words }}b{{ ctx.words | json }}", { ctx: { words } });
        expect(rendered).toEqual({ ok: true, value: `a${words}b${JSON.stringify(words)}` });
      }),
    );
  });

  it("never throws, whatever is written in it", () => {
    const piece = fc.constantFrom(
      "{{",
      "}}",
      "{%",
      "%}",
      "ctx",
      ".",
      "[",
      "]",
      "(",
      ")",
      "|",
      "for x in",
      "if",
      '"',
      "a",
      "1",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const rendered = renderTemplate(pieces.join(" "), { ctx });
        expect(typeof (rendered.ok ? rendered.value : rendered.failure.message)).toBe("string");
      }),
    );
  });
});

describe("no template", () => {
  it("ever writes code, or anything that is not data it was given", () => {
    const name = fc.constantFrom(
      "ctx",
      "constructor",
      "__proto__",
      "toString",
      "loop",
      "name",
      "runtime",
      "env",
      "x",
      "0",
    );
    const value = fc.constantFrom('""', "[]", "{}", "1", "ctx", "loop", "x", "(ctx)", 'ctx["model"]');
    const step = fc.oneof(
      name.map((of) => `.${of}`),
      name.map((of) => `["${of}"]`),
      name.map((of) => `|${of}`),
      fc.constantFrom("()", "|first", "|last", "|json", "|join", '|default("x")', '~"constructor"', "[x]", "|length"),
    );
    const expression = fc.tuple(value, fc.array(step, { maxLength: 5 })).map(([from, steps]) => from + steps.join(""));
    fc.assert(
      fc.property(expression, expression, (one, other) => {
        const rendered = renderTemplate(`{% set x = ${one} %}{% for y in [x] %}{{ ${other} }}{{ y }}{% endfor %}`, {
          ctx,
        });
        const words = rendered.ok ? rendered.value : rendered.failure.message;
        expect(words).not.toMatch(/function|=>|native code|\[object/);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("plain text", () => {
  it("is told from a template by its marks", () => {
    expect(["a { b } c", "${x}", "%}"].map(isTemplate)).toEqual([false, false, false]);
    expect(["{{ a }}", "{% a %}", "{# a #}"].map(isTemplate)).toEqual([true, true, true]);
  });
});
