// Facts that the user sets for a model: one entry of a setting changes, and nothing else.
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseModelSettings, withModelFacts } from "../../extension/host/settings/model-setting.ts";

it.each([
  ["a new entry", [], [{ id: "a", tools: true }]],
  ["an entry that is only an id", ["b", "a"], ["b", { id: "a", tools: true }]],
  ["an entry with facts", [{ id: "a", name: "A", tools: false }], [{ id: "a", name: "A", tools: true }]],
  ["a setting that is no list", "a", [{ id: "a", tools: true }]],
])("are added to %s", (_, setting, expected) => {
  expect(withModelFacts(setting, "a", { tools: true })).toEqual(expected);
});

it("are read again, and leave the other entries as they are", () => {
  const entry = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.record({ id: fc.string({ minLength: 1 }), name: fc.string() }),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.array(entry), fc.string({ minLength: 1 }), fc.integer({ min: 1 }), (entries, id, tokens) => {
      const changed = withModelFacts(entries, id, { context_window: tokens });
      const before = parseModelSettings(entries);
      const after = parseModelSettings(changed);
      for (const [other, facts] of before) if (other !== id) expect(after.get(other)).toEqual(facts);
      expect(after.get(id)?.context_window).toBe(tokens);
    }),
  );
});
