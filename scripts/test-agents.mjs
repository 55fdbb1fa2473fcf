// Real agents from npm against a model on loopback: what each received of a message, what it asked, what it changed.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onNode24 } from "./node24.mjs";
import { PICTURE, realAgents, servicesIn } from "./real-agents.mjs";

await onNode24();
const { Agent } = await import("../extension/acp/agent.ts");
const { lowerAcp } = await import("../extension/lower/acp.ts");
const { agentModel: asModel } = await import("../extension/message/agents/acp-model.ts");
const { agentContext, partCases } = await import("../test/fakes/acp-parts.ts");
const { agentModel } = await import("../test/fakes/agent-model.ts");

const root = mkdtempSync(join(tmpdir(), "galley-agents-"));

const agents = realAgents(root);
const wanted = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(agents);
let failed = 0;
let passed = 0;

for (const name of wanted) await tryAgent(name, agents[name]);
rmSync(root, { recursive: true, force: true });
console.log(`agents: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

async function tryAgent(name, { packages, setting, edit }) {
  console.log(`\n${name}: ${packages.join(", ")}`);
  writeFileSync(join(root, "package.json"), '{"private":true}');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], {
    cwd: root,
    stdio: "pipe",
  });
  const [folder, home, outside] = ["work", "home", "outside"].map((part) => join(root, `${name}-${part}`));
  for (const made of [join(folder, "src"), home, outside]) mkdirSync(made, { recursive: true });
  writeFileSync(join(folder, "src/a.ts"), "zero\nhalf\none\ntwo\n");
  const model = await agentModel();
  const agent = new Agent(
    { id: name, ...setting(home, model.url) },
    {
      ...{ cwd: () => folder, version: "0", changed: quiet, chosen: quiet },
      servers: () => Promise.resolve([]),
      tap: () => ({ sent: quiet, received: quiet, garbage: quiet, ended: quiet }),
    },
  );
  const world = { agent, folder, outside, model, asked: [] };
  try {
    await check(
      "a text arrives",
      () => say(world, [partCases["text"]]),
      ({ words }) => /Look at this\./.test(words),
    );
    await check(
      "a ranged file arrives with its lines",
      () => say(world, [partCases["file, a range"]]),
      ({ words }) => /one\\ntwo|3: one/.test(words),
    );
    await check(
      "a picture arrives",
      () => say(world, [PICTURE]),
      ({ words }) => /image/.test(words),
    );
    await check(
      "an attachment outside the workspace is named",
      () => say(world, [partCases["text"], partCases["attachment, an archive"]]),
      ({ words }) => /a\.zip/.test(words),
    );
    model.calls.push(edit(folder));
    await check(
      "an edit asks for permission and is shown as a diff",
      () => say(world, [partCases["text"]]),
      ({ events }) => {
        const diff = events.find((event) => event.type === "tool-call" && event.input.new_text?.includes("changed"));
        console.log(`    asked: ${JSON.stringify(world.asked.map(({ toolCall }) => toolCall.title))}`);
        console.log(`    diff: ${JSON.stringify(diff?.input)}`);
        return (
          world.asked.length > 0 &&
          diff !== undefined &&
          readFileSync(join(folder, "src/a.ts"), "utf8").includes("one, changed")
        );
      },
    );
    model.holds = true;
    await check(
      "a cancel ends the turn",
      () => stopSoon(world),
      ({ events }) => events.at(-1)?.finish === "stopped",
    );
  } finally {
    agent.stop();
    model.close();
  }
}

async function check(what, act, holds) {
  const seen = await act().catch((error) => ({ words: String(error), events: [] }));
  const isFine = holds(seen);
  if (isFine) passed += 1;
  else failed += 1;
  console.log(`  ${isFine ? "✓" : "×"} ${what}`);
  console.log(`    received: ${seen.words.slice(0, 600)}`);
  if (!isFine) console.log(`    events: ${JSON.stringify(seen.events).slice(0, 2_000)}`);
}

async function say({ agent, folder, outside, model, asked }, parts, signal = new AbortController().signal) {
  const opened = await agent.open();
  if (!opened.ok) throw new Error(opened.failure.message);
  const target = asModel({
    provider: "acp",
    id: agent.name,
    context_window: 100_000,
    max_output: 1_000,
    accepts: [],
    tools: false,
    acp: agent.known,
  });
  const places = {
    absolute: (path) => join(folder, path),
    attachment: (file) => (file.data ? join(outside, file.name) : undefined),
  };
  const { request, kept } = lowerAcp(agentContext(parts, target).context, target, places);
  for (const { path, file } of kept) writeFileSync(path, Buffer.from(file.data(), "base64"));
  const services = servicesIn(folder, asked);
  const before = model.received.length;
  const events = [];
  for await (const event of agent.prompt({ ...request, conversationId: opened.value.id }, services, signal))
    events.push(event);
  return {
    events,
    words: model.received
      .slice(before)
      .map((words) => JSON.stringify(words))
      .join("\n"),
  };
}

async function stopSoon(world) {
  const stop = new AbortController();
  const before = world.model.received.length;
  const done = say(world, [partCases["text"]], stop.signal);
  while (world.model.received.length === before) await new Promise((resolve) => setTimeout(resolve, 50));
  stop.abort();
  return done;
}

function quiet() {
  // What went over the wire is in the journal; here it would be noise.
}
