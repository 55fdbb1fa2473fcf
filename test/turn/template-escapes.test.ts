// Attempts to get out of a template, to reach code, or to keep the machine busy. Each must end as a plain refusal.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TemplateThread } from "../../extension/disk/threads/template-thread.ts";
import { workedMs } from "../fakes/worked.ts";

const thread = new TemplateThread(new URL("../../extension/disk/threads/template-worker.ts", import.meta.url));
const ctx = { name: "x", list: ["a", "b"], object: { key: "value" } };

const repeat = (text: string, times: number): string => text.repeat(times);
const nested = (open: string, inner: string, close: string, times: number): string =>
  repeat(open, times) + inner + repeat(close, times);
const bigList = `[${repeat("1,", 900)}1]`;
const loops = (depth: number, body: string): string => nested(`{% for x in ${bigList} %}`, body, "{% endfor %}", depth);

const ATTEMPTS: Record<string, string> = {
  // Constructor chains
  "constructor of a string": `{{ "".constructor.constructor("return process")() }}`,
  "constructor of data": `{{ ctx.constructor }}`,
  "constructor of a list": `{{ [].constructor }}`,
  "constructor of a number": `{{ (1).constructor }}`,
  "constructor by index": `{{ ctx["constructor"]["constructor"] }}`,
  "constructor of the top": `{{ constructor }}`,
  "constructor through a filter": `{{ (ctx.name | upper).constructor }}`,
  "constructor of a loop": `{% for x in ctx.list %}{{ loop.constructor }}{% endfor %}`,
  "constructor with a unicode escape": `{{ ctx["\\u0063onstructor"] }}`,
  // Prototypes
  "the prototype of data": `{{ ctx.__proto__ }}`,
  "the prototype by index": `{{ ctx["__proto__"]["toString"] }}`,
  "a prototype in a literal": `{% set a = {"__proto__": ctx} %}{{ a.name }}`,
  "a prototype as a name": `{% set __proto__ = ctx %}{{ __proto__ }}`,
  "the word prototype": `{{ ctx.prototype }}`,
  "a legacy getter": `{{ ctx.__lookupGetter__("x") }}`,
  // Inherited members
  "an inherited method": `{{ ctx.toString }}`,
  "an inherited method called": `{{ ctx.hasOwnProperty("name") }}`,
  "a method of a string": `{{ ctx.name.repeat(1000000000) }}`,
  "a method of a list": `{{ ctx.list.map }}`,
  "an inherited top name": `{{ toString }}`,
  "a value of the machine": `{{ valueOf }}`,
  // Names built from strings
  "a name from two halves": `{{ ctx["const" ~ "ructor"] }}`,
  "a name from a sum": `{{ ctx["__pro" + "to__"] }}`,
  "a name from a filter": `{{ ctx["CONSTRUCTOR" | lower] }}`,
  "a name from replace": `{{ ctx["construXtor" | replace("X", "c")] }}`,
  "a name from a join": `{{ ctx[["cons", "tructor"] | join] }}`,
  "a name from set": `{% set n = "constructor" %}{{ ctx[n] }}`,
  "a name that is a list": `{{ ctx[["constructor"]] }}`,
  "a name that is an object": `{{ ctx[{"toString": "constructor"}] }}`,
  // Filters that take the name of an attribute
  sort: `{{ ctx.list | sort(false, false, "constructor") }}`,
  groupby: `{{ ctx.list | groupby("constructor") }}`,
  "join by attribute": `{{ ctx.list | join(",", "constructor") }}`,
  sum: `{{ ctx.list | sum("constructor") }}`,
  selectattr: `{{ ctx.list | selectattr("constructor") }}`,
  rejectattr: `{{ ctx.list | rejectattr("__proto__") }}`,
  map: `{{ ctx.list | map("constructor") }}`,
  "a filter of the language": `{{ ctx.name | constructor }}`,
  "an operator as a filter": `{{ ctx | .("constructor") }}`,
  safe: `{{ ctx.name | safe }}`,
  dump: `{{ ctx | dump }}`,
  // Globals
  range: `{% for x in range(10) %}{% endfor %}`,
  cycler: `{{ cycler("a", "b").next.constructor }}`,
  joiner: `{{ joiner(",").constructor("return this")() }}`,
  "a global without a call": `{{ range }}`,
  process: `{{ process.env }}`,
  globalThis: `{{ globalThis }}`,
  require: `{{ require("fs") }}`,
  "the environment of the engine": `{{ env.getFilter }}`,
  "the runtime of the engine": `{{ runtime }}`,
  "the context of the engine": `{{ context.setVariable }}`,
  // Macros, calls and other templates
  macro: `{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}`,
  "the caller": `{% call ctx.name() %}x{% endcall %}`,
  include: `{% include "/etc/passwd" %}`,
  import: `{% import "/etc/passwd" as x %}`,
  "from import": `{% from "/etc/passwd" import x %}`,
  extends: `{% extends "/etc/passwd" %}`,
  block: `{% block x %}{{ super() }}{% endblock %}`,
  "named arguments": `{{ ctx.name | default(value="x") }}`,
  test: `{{ ctx is callable }}`,
  // Ways into the compiled code
  "a name with a quote": `{{ a"b }}`,
  "a name with a backtick": "{{ `x` }}",
  "a name with a backslash": `{{ a\\u0022 }}`,
  "a loop name with a quote": `{% for a" in ctx.list %}{% endfor %}`,
  "a set name with a quote": `{% set a"; = 1 %}`,
  "a filter name with a quote": `{{ ctx.name | a"b }}`,
  // Tricks with set and loops
  "set of a member": `{% set ctx.constructor = 1 %}{{ ctx.constructor }}`,
  "set of loop": `{% for x in ctx.list %}{% set loop = ctx %}{{ loop.constructor }}{% endfor %}`,
  "a list that lies about its length": `{% for x in {"length": 1000000000} %}a{% endfor %}`,
  "a loop over a number": `{% for x in 1000000000 %}a{% endfor %}`,
  "a pair of nothing": `{% for a, b in [none] %}{{ a }}{% endfor %}`,
  "a value that is compared by its method": `{{ {"valueOf": 1, "toString": 1} < 2 }}`,
  "a product of objects": `{{ ctx.object * {"toString": "x"} }}`,
  // Time
  "loops in loops": loops(5, "{% if x == 2 %}a{% endif %}"),
  "loops that compute": loops(6, "{% set y = x * 2 %}"),
  // Recursion
  "brackets in brackets": `{{ ${nested("(", "1", ")", 20_000)} }}`,
  "lists in lists": `{{ ${nested("[", "", "]", 20_000)} }}`,
  "conditions in conditions": nested("{% if 1 %}", "x", "{% endif %}", 2_000),
  "members of members": `{{ ctx${repeat(".a", 20_000)} }}`,
  "a long sum": `{{ 1${repeat(" + 1", 10_000)} }}`,
  "not not not": `{{ ${repeat("not ", 10_000)}1 }}`,
  // Regular expressions
  "a regular expression": `{{ r/(a+)+$/ }}`,
  "a regular expression that never ends": `{{ "${repeat("a", 40)}!" | replace(r/(a+)+$/, "") }}`,
  "a member of a regular expression": `{{ (r/a/).constructor }}`,
  // Size
  "a text that doubles": `{% set a = "aaaaaaaaaaaaaaaa" %}${repeat("{% set a = a ~ a %}", 40)}{{ a }}`,
  "a sum that doubles": `{% set a = "aaaaaaaaaaaaaaaa" %}${repeat("{% set a = a + a %}", 40)}{{ a }}`,
  "a captured text that doubles": `{% set a = "aaaa" %}${repeat("{% set a %}{{ a }}{{ a }}{% endset %}", 40)}{{ a }}`,
  "a list that doubles": `{% set a = ["aaaa"] %}${repeat("{% set a = [a, a] %}", 30)}{{ a | json }}`,
  "giant output": loops(4, repeat("words ", 100)),
  "giant output that is thrown away": `{% set a %}${loops(4, repeat("words ", 100))}{% endset %}x`,
  "giant replace": `{% set a = "${repeat("a", 5_000)}" %}{{ a | replace("a", a) | replace("a", a) }}`,
  "giant join": `{% set a = "${repeat("a", 5_000)}" %}{{ ${bigList} | join(a) }}`,
  "giant indent": `{{ "${repeat("\\n", 5_000)}" | indent(1000000000) }}`,
  "a giant template": repeat("{{ ctx.name }}", 10_000),
};

describe("a template that tries to escape", () => {
  beforeAll(async () => {
    expect(await thread.render({ templates: ["{{ ctx.name }}"], ctx })).toEqual([{ ok: true, value: "x" }]);
  });
  afterAll(() => {
    thread.dispose();
  });

  it.each(Object.entries(ATTEMPTS))("%s", async (_, source) => {
    const before = workedMs();
    const [rendered] = await thread.render({ templates: [source], ctx });
    const worked = workedMs() - before;
    expect(rendered).toMatchObject({ ok: false });
    const message = rendered?.ok === false ? rendered.failure.message : "";
    expect(message).toMatch(/\w{2,}.*\w{2,}/);
    expect(message).not.toMatch(/undefined|\[object|SyntaxError|TypeError/);
    // A template on this thread would work for the whole second it is given. What ends it late ends this test.
    expect(worked).toBeLessThan(300);
  });

  it("leaves nothing behind: the next template is rendered as ever", async () => {
    const [rendered] = await thread.render({ templates: ["{{ ctx.object.key }}"], ctx });
    expect(rendered).toEqual({ ok: true, value: "value" });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("one that is stopped takes nothing with it but its own job", async () => {
    const slow = thread.render({ templates: [ATTEMPTS["loops that compute"] ?? ""], ctx });
    const next = thread.render({ templates: ["{{ ctx.name }}"], ctx });
    expect(await slow).toEqual([{ ok: false, failure: { message: "the template took longer than 1 second" } }]);
    expect(await next).toEqual([{ ok: true, value: "x" }]);
  });
});
