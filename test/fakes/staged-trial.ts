// What every agent does with a staged package, in whatever way it asks its model: run, stopped, left, cut off and steered in each stage.
import { afterEach, expect, it } from "vitest";
import type { AgentSetting } from "../../extension/acp/agent-setting.ts";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { type AgentModel, agentModel } from "./agent-model.ts";
import { agentWorld, closeAgents } from "./agent-world.ts";
import { temporaryFolder } from "./folder.ts";
import type { FakePorts } from "./ports.ts";
import { answerGate } from "./skill-worlds.ts";
import { aPackage, aSkill, commandsOf } from "./skills.ts";
import { say } from "./tools.ts";
import { until } from "./until.ts";

/** How the agent is started so that it asks the model at the address. `home` is an empty folder of its own. */
export type StartAgent = (home: string, url: string) => Pick<AgentSetting, "command" | "args" | "env">;

const STAGES = ["Stage 1 of 3: look", "Stage 2 of 3: tell", "Stage 3 of 3: check"];
const scan = aPackage(
  "scan",
  {
    ...{ tool_call_budget: 3, output_schema: { type: "object", required: ["n"] } },
    artifacts: [
      {
        ...{ id: "way", kind: "Approach", body: "Look, tell, check." },
        stages: [{ name: "look" }, { name: "tell" }, { name: "check" }],
      },
    ],
  },
  [{ name: "before_tell", question: "Tell it?", options: [], when: undefined }],
);

interface Trial {
  conversation: Conversation;
  ports: FakePorts;
  model: AgentModel;
}

const models: AgentModel[] = [];

async function begin(start: StartAgent, reply: AgentModel["reply"] = answers): Promise<Trial> {
  const model = await agentModel();
  models.push(model);
  model.reply = reply;
  const { ports } = agentWorld([], { started: start(temporaryFolder("galley-agent-"), model.url) });
  ports.catalog = () => mergeCommands(commandsOf([scan, aSkill("manners")]));
  const conversation = new Conversation(ports, "ses_1");
  await conversation.runner.submit([say("/scan it")]);
  return { conversation, ports, model };
}

/** What the model is asked aside, such as for a title, gets the usual words. */
const answers: AgentModel["reply"] = (words) => {
  const stage = STAGES.findLastIndex((title) => words.includes(title));
  return Promise.resolve(stage < 0 ? undefined : { text: stage === 2 ? '{"n":1}' : "done" });
};

const ends = ({ ports }: Trial) =>
  readInvocations(ports.store, "ses_1").map(({ record, outcome }) => [record.skill_id, outcome?.kind]);

/** A trial whose model does not answer in the stage before it is released. */
async function heldIn(start: StartAgent, stage: number): Promise<Trial & { release: () => void }> {
  const gate = Promise.withResolvers<void>();
  let isAsked = false;
  const trial = await begin(start, async (words) => {
    if (words.includes(STAGES[stage - 1] ?? "")) {
      isAsked = true;
      await gate.promise;
    }
    return answers(words);
  });
  if (stage > 1) await answerGate(trial.conversation);
  await until(() => isAsked);
  return { ...trial, release: gate.resolve };
}

/** Call it in a `describe` of the agent's name. */
export function stagedTrial(start: StartAgent): void {
  afterEach(() => {
    closeAgents();
    for (const model of models.splice(0)) model.close();
  });

  it("runs the stages behind the gate, and its output is checked", async () => {
    const trial = await begin(start);
    await answerGate(trial.conversation);
    await trial.conversation.runner.settled();
    expect(ends(trial)).toEqual([["scan", "output"]]);
  });

  it("waits at the gate in the next window, and then goes on", async () => {
    const trial = await begin(start);
    await until(() => trial.conversation.runner.run.state === "waiting");
    trial.conversation.close();
    const later = { ...trial.ports, owner: "you", isAlive: (one: string) => one === "you" };
    const again = new Conversations(later).open("ses_1");
    await answerGate(again);
    await again.runner.settled();
    expect(ends(trial)).toEqual([["scan", "output"]]);
  });

  it.each([1, 2, 3])("that is stopped in stage %i is cancelled", async (stage) => {
    const trial = await heldIn(start, stage);
    trial.conversation.stop();
    await trial.conversation.runner.settled();
    expect(ends(trial)).toEqual([["scan", "cancelled"]]);
  });

  it.each([1, 2, 3])("that its window leaves in stage %i is interrupted", async (stage) => {
    const trial = await heldIn(start, stage);
    trial.conversation.close();
    new Conversations({ ...trial.ports, owner: "you", isAlive: (one) => one === "you" }).open("ses_1");
    expect(ends(trial)).toEqual([["scan", "interrupted"]]);
  });

  it.each([1, 2, 3])("that is cut off from stage %i on is never recorded as finished", async (stage) => {
    // An agent may keep to itself that its model was cut off: then what is left of the output shows it.
    const cut: AgentModel["reply"] = async (words) => {
      const at = STAGES.findLastIndex((title) => words.includes(title));
      return at + 1 >= stage || at < 0 ? { text: '{"n":', isCut: true } : answers(words);
    };
    const trial = await begin(start, cut);
    const { runner } = trial.conversation;
    const isAsked = (): boolean => runner.run.state === "waiting";
    await until(() => isAsked() || ends(trial)[0]?.[1] !== undefined);
    if (isAsked()) await answerGate(trial.conversation);
    await runner.settled();
    expect(["cut-off", "failed", "output-mismatch"]).toContain(ends(trial)[0]?.[1]);
  });

  it.each([1, 2, 3])("that is spoken to in stage %i finishes first", async (stage) => {
    const trial = await heldIn(start, stage);
    await trial.conversation.runner.submit([say("/manners be kind")], { steers: true });
    trial.release();
    if (stage === 1) await answerGate(trial.conversation);
    await trial.conversation.runner.settled();
    expect(ends(trial)).toEqual([
      ["scan", "output"],
      ["manners", "ended"],
    ]);
  });
}
