// One real agent against a model on loopback: what it received of a message, what it asked, what it changed.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent } from "../extension/acp/agent.ts";
import { lowerAcp } from "../extension/lower/acp.ts";
import { agentModel as asModel } from "../extension/message/agents/acp-model.ts";
import { agentContext, partCases } from "../test/fakes/acp-parts.ts";
import { agentModel } from "../test/fakes/agent-model.ts";
import { PICTURE, realAgents, servicesIn } from "./real-agents.mjs";

/** Prints each check, and counts it in `counted`. `root` is a folder for the agent to work in. */
export async function tryAgent(name, command, root, counted) {
  const check = (...about) => checked(counted, ...about);
  const { setting, edit } = realAgents[name];
  const [folder, home, outside] = ["work", "home", "outside"].map((part) => join(root, `${name}-${part}`));
  for (const made of [join(folder, "src"), home, outside]) mkdirSync(made, { recursive: true });
  writeFileSync(join(folder, "src/a.ts"), "zero\nhalf\none\ntwo\n");
  const model = await agentModel();
  const agent = new Agent(
    { id: name, ...setting(command, home, model.url) },
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

async function checked(counted, what, act, holds) {
  const seen = await act().catch((error) => ({ words: String(error), events: [] }));
  const isFine = holds(seen);
  if (isFine) counted.passed += 1;
  else counted.failed += 1;
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
  for await (const event of agent.prompt({ ...request, sessionId: opened.value.id }, services, signal))
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
