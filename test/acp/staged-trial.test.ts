// The trial that `npm run test:agents` puts real agents to, with our own, which asks the same model.
import { describe } from "vitest";
import { built } from "../fakes/built.ts";
import { stagedTrial } from "../fakes/staged-trial.ts";

describe("our own agent in the trial of real ones", () => {
  stagedTrial((_home, url) => ({
    command: process.execPath,
    args: ["--no-warnings", built("acp-agent"), `--model=${url}`, "--load"],
    env: {},
  }));
});
