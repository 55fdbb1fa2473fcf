// The real agents of this machine against a model on loopback: what each received, asked and changed, and how it runs a staged package. `-- --install` gets those that are missing from npm.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { onNode24, root as repository } from "./node24.mjs";
import { findAgent, realAgents } from "./real-agents.mjs";

await onNode24();
const { tryAgent } = await import("./try-agent.mjs");

const root = mkdtempSync(join(tmpdir(), "galley-agents-"));
writeFileSync(join(root, "package.json"), '{"private":true}');
const vitest = join(repository, "node_modules/vitest/vitest.mjs");

const isInstalling = process.argv.includes("--install");
const named = process.argv.slice(2).filter((one) => !one.startsWith("--"));
const wanted = named.length > 0 ? named : Object.keys(realAgents);
const unknown = wanted.find((name) => !(name in realAgents));
if (unknown) fail(`There is no agent ${unknown}; there are ${Object.keys(realAgents).join(", ")}.`);
const found = Object.fromEntries(wanted.map((name) => [name, placeOf(name)]).filter(([, place]) => place));
const counted = { passed: 0, failed: 0 };

for (const [name, command] of Object.entries(found)) {
  console.log(`\n${name}: ${command}`);
  await tryAgent(name, command, root, counted);
  runPackage(name, command);
}
rmSync(root, { recursive: true, force: true });
const missing = wanted.filter((name) => !(name in found));
if (missing.length > 0)
  console.log(`\nNot tried, because they are not on this machine: ${missing.map(programOf).join(", ")}.`);
if (missing.length === wanted.length) {
  console.log("No agent was tried. Put one on PATH, or run `npm run test:agents -- --install` to get them from npm.");
  process.exit(0);
}
console.log(`agents: ${counted.passed} passed, ${counted.failed} failed`);
process.exit(counted.failed > 0 ? 1 : 0);

function programOf(name) {
  return `${name} (${realAgents[name].program})`;
}

function placeOf(name) {
  const agent = realAgents[name];
  if (isInstalling) install(agent.packages);
  return findAgent(agent, [root, repository]);
}

function install(packages) {
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], {
    cwd: root,
    stdio: "pipe",
  });
}

/** The same trial as our own agent's, in the ring of its own. */
function runPackage(name, command) {
  console.log(`  a staged package, run, stopped, left, cut off and spoken to in each stage:`);
  const run = spawnSync(process.execPath, [vitest, "run", "--project", "agents"], {
    cwd: repository,
    env: { ...process.env, GALLEY_AGENT: name, GALLEY_AGENT_COMMAND: command },
    stdio: "inherit",
  });
  if (run.status === 0) counted.passed += 1;
  else counted.failed += 1;
}
