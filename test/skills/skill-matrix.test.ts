// One staged package with a gate, a schema, a budget and a nested skill, on each kind of model, and whatever happens in each stage: the record says what was.
import { afterEach, describe, expect, it } from "vitest";
import { answerGate, heldAt, type Kind, skillWorld, type SkillWorld, type Spot } from "../fakes/skill-worlds.ts";
import { say } from "../fakes/tools.ts";
import { until } from "../fakes/until.ts";

const KINDS: Kind[] = ["a model with tools", "a model without tools", "an agent"];
const STAGES = ["Stage 1 of 3: look", "Stage 2 of 3: tell", "Stage 3 of 3: check"];
const MATCHES = "scan finished. Its output matches the schema.";

const worlds: SkillWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function open(...about: Parameters<typeof skillWorld>): Promise<SkillWorld> {
  const world = await skillWorld(...about);
  worlds.push(world);
  await world.conversation.runner.submit([say("/scan it")]);
  return world;
}

/** A world whose run has come to the spot, and is held there. */
async function heldIn(kind: Kind, spot: Spot, event: "hold" | "hold before a tool" = "hold"): Promise<SkillWorld> {
  const world = await open(kind, spot, event);
  if (spot !== "nested" && spot.stage > 1) await answerGate(world.conversation);
  await until(() => world.heard() === heldAt(kind, spot, event));
  return world;
}

async function atGate(kind: Kind): Promise<SkillWorld> {
  const world = await open(kind, { stage: 1 }, "nothing");
  await until(() => (world.conversation.runner.run.asks?.length ?? 0) > 0);
  return world;
}

/** What the record says of the skill that the model loads in the first stage. */
const nested = (kind: Kind): unknown[] =>
  kind === "a model with tools" ? [["inner", "ended", "inner finished."]] : [];
const back = (kind: Kind): string[] => (kind === "a model with tools" ? ["inner finished. Continuing with scan."] : []);
/** What was shown when the stage had begun. */
const begun = (kind: Kind, stage: number): string[] => [
  ...STAGES.slice(0, 1),
  ...(stage > 0 ? back(kind) : []),
  ...STAGES.slice(1, stage),
];

/** The inspector says the same as the record. */
function expectInspected({ ends, inspected }: SkillWorld): void {
  expect(inspected().sort()).toEqual(
    ends()
      .map(([skill, , words]) => `${skill}: ${words}`)
      .sort(),
  );
}

const DONE = ["scan", "output", MATCHES];

describe.each(KINDS)("a staged package on %s", (kind) => {
  it("runs its stages, asks its gate, and its output is checked", async () => {
    const world = await atGate(kind);
    expect(world.titles()).toEqual(begun(kind, 1));
    await answerGate(world.conversation);
    await world.conversation.runner.settled();
    expect(world.titles()).toEqual([...begun(kind, 3), MATCHES]);
    expect(world.ends()).toEqual([DONE, ...nested(kind)]);
    expectInspected(world);
  });

  describe.each([1, 2, 3] as const)("in stage %i", (stage) => {
    it("is stopped: no later stage runs", async () => {
      const world = await heldIn(kind, { stage });
      const heard = world.heard();
      world.conversation.stop();
      await world.conversation.runner.settled();
      expect(world.heard()).toBe(heard);
      expect(world.titles()).toEqual([...begun(kind, stage), "You stopped scan."]);
      expect(world.ends()).toEqual([["scan", "cancelled", "You stopped scan."], ...nested(kind)]);
      expectInspected(world);
    });

    it("is left by its window: another one does not go on by itself", async () => {
      const world = await heldIn(kind, { stage });
      const heard = world.heard();
      world.conversation.close();
      await world.reload().runner.settled();
      expect(world.heard()).toBe(heard);
      expect(world.titles()).toEqual(begun(kind, stage));
      expect(world.ends()).toEqual([["scan", "interrupted", "Interrupted: the window closed."], ...nested(kind)]);
      expectInspected(world);
    });

    it("is cut off: it is not finished, and no later stage runs", async () => {
      const world = await open(kind, { stage }, "cut-off");
      if (stage > 1) await answerGate(world.conversation);
      await world.conversation.runner.settled();
      const words = expect.stringMatching(
        `^scan is not finished: .* length limit in ${STAGES[stage - 1]}\\.`,
      ) as string;
      expect(world.heard()).toBe(heldAt(kind, { stage }, "cut-off"));
      expect(world.titles()).toEqual([...begun(kind, stage), words]);
      expect(world.ends()).toEqual([["scan", "cut-off", words], ...nested(kind)]);
      expectInspected(world);
    });

    it("is steered: its bounds hold, and each skill has its own record", async () => {
      const world = await heldIn(kind, { stage }, "hold before a tool");
      await world.conversation.runner.submit([say("/manners be kind")], { steers: true });
      world.release();
      if (stage === 1) await answerGate(world.conversation);
      await world.conversation.runner.settled();
      expect(world.titles()).toEqual([...begun(kind, 3), MATCHES]);
      const all = [DONE, ["manners", "ended", "manners finished."], ...nested(kind)];
      expect(world.ends().sort()).toEqual(all.sort());
      // It joins at a tool or at the gate. What finds neither waits for the end, as it does with every agent.
      const joins = kind === "a model with tools" || (kind === "a model without tools" && stage === 1);
      expect(world.answerWith(MATCHES)).toBe(joins ? 1 : 0);
      expectInspected(world);
    });
  });

  describe("at its gate", () => {
    it("is stopped: the stage behind it does not run", async () => {
      const world = await atGate(kind);
      const heard = world.heard();
      world.conversation.stop();
      await world.conversation.runner.settled();
      expect(world.heard()).toBe(heard);
      expect(world.titles()).toEqual([...begun(kind, 1), "You stopped scan."]);
      expect(world.ends()).toEqual([["scan", "cancelled", "You stopped scan."], ...nested(kind)]);
      expectInspected(world);
    });

    it("is left by its window: the next one asks again, and then it goes on", async () => {
      const world = await atGate(kind);
      world.conversation.close();
      const again = world.reload();
      await answerGate(again);
      await again.runner.settled();
      expect(world.titles()).toEqual([...begun(kind, 3), MATCHES]);
      expect(world.ends()).toEqual([DONE, ...nested(kind)]);
      expectInspected(world);
    });

    it("is not answered: it ends there", async () => {
      const world = await atGate(kind);
      const { runner } = world.conversation;
      runner.reply(runner.run.asks?.[0]?.call_id ?? "", { type: "deny", reason: "" });
      await runner.settled();
      const words = "scan stopped: its question (before_tell) was not answered.";
      expect(world.titles()).toEqual([...begun(kind, 1), words]);
      expect(world.ends()).toEqual([["scan", "interrupt", words], ...nested(kind)]);
      expectInspected(world);
    });

    it("is steered: the answer comes first", async () => {
      const world = await atGate(kind);
      await world.conversation.runner.submit([say("/manners be kind")], { steers: true });
      await answerGate(world.conversation);
      await world.conversation.runner.settled();
      expect(world.titles()).toEqual([...begun(kind, 3), MATCHES]);
      expect(world.ends()).toContainEqual(DONE);
      expect(world.ends()).toContainEqual(["manners", "ended", "manners finished."]);
      expect(world.answerWith(MATCHES)).toBe(kind === "an agent" ? 0 : 1);
      expectInspected(world);
    });
  });
});

describe("a nested package", () => {
  const KIND = "a model with tools";

  it("that is stopped ends with the one around it, and both say so", async () => {
    const world = await heldIn(KIND, "nested");
    world.conversation.stop();
    await world.conversation.runner.settled();
    expect(world.ends()).toEqual([
      ["scan", "cancelled", "You stopped scan."],
      ["inner", "cancelled", "You stopped inner."],
    ]);
    expectInspected(world);
  });

  it("that is cut off is not finished, and neither is the stage around it", async () => {
    const world = await open(KIND, "nested", "cut-off");
    await world.conversation.runner.settled();
    expect(world.ends()).toEqual([
      ["scan", "cut-off", expect.stringContaining(`length limit in ${STAGES[0]}.`)],
      ["inner", "cut-off", expect.stringMatching(/^inner is not finished: /)],
    ]);
    expectInspected(world);
  });

  it("that its window leaves is interrupted, like the one around it", async () => {
    const world = await heldIn(KIND, "nested");
    world.conversation.close();
    await world.reload().runner.settled();
    expect(world.ends()).toEqual([
      ["scan", "interrupted", "Interrupted: the window closed."],
      ["inner", "interrupted", "Interrupted: the window closed."],
    ]);
    expectInspected(world);
  });
});

describe.each([1, 2, 3] as const)("an agent that reaches its request limit in stage %i", (stage) => {
  it("has not finished the package, and no later stage runs", async () => {
    const world = await open("an agent", { stage }, "request limit");
    if (stage > 1) await answerGate(world.conversation);
    await world.conversation.runner.settled();
    const words = expect.stringMatching(
      `^scan is not finished: .* request limit .* in ${STAGES[stage - 1]}\\.`,
    ) as string;
    expect(world.heard()).toBe(stage);
    expect(world.titles()).toEqual([...begun("an agent", stage), words]);
    expect(world.ends()).toEqual([["scan", "cut-off", words]]);
    expectInspected(world);
  });
});
