// Which agents the trial of real ones finds on a machine, and what it says when there is none.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { findAgent } from "../../scripts/real-agents.mjs";
import { temporaryFolder } from "../fakes/folder.ts";

it("an agent is found on PATH first, then where npm has installed it, or not at all", () => {
  const root = temporaryFolder();
  const agent = { program: "speaker", installed: "node_modules/speaker/bin/speaker" };
  const path = [join(root, "bin"), join(root, "more")].join(delimiter);
  expect(findAgent(agent, [root], path)).toBeUndefined();
  const places = [join(root, agent.installed), join(root, "more/speaker")];
  for (const place of places) {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, "");
    expect(findAgent(agent, [root], path)).toBe(place);
  }
});

it("a machine without agents is told which are missing and what to do, and nothing has failed", () => {
  const script = join(import.meta.dirname, "../../scripts/test-agents.mjs");
  const env = { ...process.env, PATH: dirname(process.execPath), GALLEY_NODE24: "ready" };
  const said = execFileSync(process.execPath, ["--no-warnings", script], { env, encoding: "utf8" });
  expect(said).toContain("Not tried, because they are not on this machine: codex (codex-acp), opencode (opencode).");
  expect(said).toContain("No agent was tried. Put one on PATH");
});
