// A command line becomes an agent of the settings, and never takes another's place.
import { expect, it } from "vitest";
import { type AgentSetting, parseAgents } from "../../extension/acp/agent-setting.ts";
import { newAgent } from "../../extension/acp/new-agent.ts";

const idOf = (line: string, others: AgentSetting[] = []): string | undefined => newAgent(line, others)?.id;

it.each([
  ["npx -y agent-a", "agent-a"],
  ["npx -y @scope/agent-b@1.2.3 --acp", "agent-b"],
  ["npx.cmd agent-c@latest", "agent-c"],
  ["pnpm dlx agent-d", "agent-d"],
  ["uvx agent-e==0.4", "agent-e"],
  ["uv tool run agent-f", "agent-f"],
  ["/usr/bin/python3.12 -m agent_g", "agent_g"],
  ['node "C:\\Program Files\\agent h\\agent-h.mjs" acp', "agent-h"],
  ["deno run --allow-all ./agent-i.ts", "agent-i"],
  ["node --version", "node"],
  ["/opt/bin/my agent", "my"],
  ["'/opt/bin/my agent' acp", "my-agent"],
  ["opencode acp", "opencode"],
])("%s is %s", (line, id) => {
  const agent = newAgent(line, []);
  expect(agent?.id).toBe(id);
  expect(parseAgents([agent])).toHaveLength(1);
});

it("two programs that one runner starts are two agents, also with one name", () => {
  const first = newAgent("npx -y agent-a", []);
  const others = parseAgents([first]);
  expect(idOf("npx -y agent-b", others)).toBe("agent-b");
  expect(idOf("uvx agent-a", others)).toBe("agent-a-2");
  expect(idOf("bunx agent-a", parseAgents([first, { id: "agent-a-2", command: "uvx", args: ["agent-a"] }]))).toBe(
    "agent-a-3",
  );
});

it("the same command is the agent that is there, with all that was set of it", () => {
  const there = { id: "mine", command: "npx", args: ["-y", "agent-a"], env: { KEY: "x" }, textOnly: true };
  expect(newAgent("npx -y agent-a", [there])).toEqual(there);
});

it("a well-known program with other arguments stands beside the one that has its name", () => {
  const known = newAgent("gemini --acp", []);
  expect(known).toMatchObject({ id: "gemini", name: "Gemini CLI" });
  const other = newAgent("gemini --acp --sandbox", parseAgents([known]));
  expect(other).toMatchObject({ id: "gemini-2", args: ["--acp", "--sandbox"] });
  expect(other?.name).toBeUndefined();
});
