import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { composeRequest } from "../fakes/compose-request.ts";

const cli = join(import.meta.dirname, "../../dist/cli.js");

function composeSkill(input: unknown): { code: number | null; out: string; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "compose-skill"], {
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  return { code: status, out: stdout, error: stderr };
}

describe("galley compose-skill", () => {
  it("prints the composition and its record", () => {
    const framing = { kind: "PromptTemplate", body: "Explain in {{ language }}." };
    const { code, out } = composeSkill(composeRequest({ framing }, { parameters: { language: "Welsh" } }));
    expect(code).toBe(0);
    const answer = JSON.parse(out) as { composition: object; record: object };
    expect(Object.keys(answer)).toEqual(["composition", "record"]);
    expect(Object.keys(answer.composition)).toEqual([
      ...["prompt", "subgraph", "used_artifacts", "expected_tool_calls"],
      ...["declared_interrupts", "exit_condition", "model_preference"],
    ]);
    expect(answer.composition).toMatchObject({
      prompt: 'Explain in Welsh.\n\n# Request\n\nParameters:\n- language: "Welsh"\n\nWhat does this do?',
      subgraph: { tool_availability: ["read", "grep"], shape: "loop", stages: [] },
    });
  });

  it("prints the Composer's error with its record on standard output, and exits 1", () => {
    const { code, out, error } = composeSkill(composeRequest({ framing: null }));
    expect({ code, error }).toEqual({ code: 1, error: "" });
    expect(JSON.parse(out)).toMatchObject({
      error: { type: "MissingRequiredField", field: "framing" },
      record: { succeeded: false, error: "MissingRequiredField" },
    });
  });

  it("says on standard error what is no compose request", () => {
    const { code, out, error } = composeSkill({ skill_package: {} });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(JSON.parse(error)).toMatchObject({ failure: { code: "invalid-request" } });
  });
});
