// Whatever a package declares and whatever a model calls: nothing runs that its caller, its surface and its stage do not all allow.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordIn } from "../../extension/message/invocation.ts";
import { composePackage } from "../../extension/skills/invoke.ts";
import { RunningSkill } from "../../extension/skills/run/running-skill.ts";
import { invokePorts } from "../../extension/turn/skill-ports.ts";
import { toolsFor } from "../../extension/skills/run/skill-parts.ts";
import { aPackage, composerPorts } from "../fakes/skills.ts";
import { aTool } from "../fakes/tools.ts";

const TOOLS = ["read", "grep", "write", "bash"];
const names = fc.subarray(TOOLS);
const pack = fc.record({
  tool_surface: names,
  tool_call_budget: fc.option(fc.integer({ min: 0, max: 3 })),
  artifacts: fc.tuple(
    fc.record({
      ...{ id: fc.constant("way"), kind: fc.constant("Approach") },
      tools: fc.option(names),
      stages: fc.option(fc.array(fc.record({ name: fc.constantFrom("a", "b"), tools: names }), { maxLength: 3 })),
    }),
  ),
});
const step = fc.oneof(fc.record({ call: fc.constantFrom(...TOOLS, "fly") }), fc.record({ stage: fc.constant(1) }));
const ports = invokePorts(composerPorts(() => Promise.resolve({ ok: true, value: "" })));
const asked = { user_request: "", parameters: {} };

describe("the run of any package", () => {
  it("never lets a call through that it must not, nor more of them than it may", async () => {
    await fc.assert(
      fc.asyncProperty(pack, names, fc.array(step, { maxLength: 12 }), async (fields, tools, steps) => {
        const skill = aPackage("any", fields);
        const invoked = await composePackage(skill, asked, { session_id: "s", tools, source: "explicit" }, ports);
        const record = invoked.ok ? recordIn(invoked.value.record) : undefined;
        if (!invoked.ok || record === undefined) return;
        const offered = toolsFor([invoked.value], TOOLS.map(aTool), true).map(({ name }) => name);
        expect(tools).toEqual(expect.arrayContaining(offered));
        const running = new RunningSkill({ id: "i", session_id: "s", message_id: "m", at: 0, record, outcome: null });
        let ran = 0;
        for (const one of steps) {
          if ("stage" in one) running.advance();
          else if (running.refusal(one.call) === undefined) {
            running.count(one.call);
            ran += 1;
            expect(tools).toContain(one.call);
            if (running.stage <= 0) expect(offered).toContain(one.call);
            const { tool_surface, artifacts } = fields;
            if (tool_surface.length > 0) expect(tool_surface).toContain(one.call);
            const stage = artifacts[0].stages?.[running.stage];
            if (stage !== undefined) expect(stage.tools).toContain(one.call);
          }
        }
        expect(ran).toBeLessThanOrEqual(fields.tool_call_budget ?? ran);
      }),
    );
  });
});
