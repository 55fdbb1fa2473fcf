// A real agent of this machine runs the staged package. `npm run test:agents` says which.
import { describe } from "vitest";
import { realAgents } from "../../scripts/real-agents.mjs";
import { stagedTrial } from "../fakes/staged-trial.ts";

const name = process.env["GALLEY_AGENT"] ?? "";
const command = process.env["GALLEY_AGENT_COMMAND"] ?? "";

describe.skipIf(realAgents[name] === undefined)(name, () => {
  stagedTrial((home, url) => {
    const { args = [], env = {} } = realAgents[name]?.setting(command, home, url) ?? {};
    return { command, args, env };
  });
});
