// A staged package with a gate, a schema, a budget and a nested skill as a person meets it: on a model with tools, and on an agent.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentStep } from "../fakes/acp-script.ts";
import { type ChatStep, type ScriptedChat, scriptedChat } from "../fakes/chat-script.ts";
import { freshFolder } from "../../scripts/vscode.mjs";
import { ask, begin, chooseModel } from "./ask.ts";
import { answer, input, status } from "./panel.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

const skill = (name: string): string => `---\nname: ${name}\ndescription: How to ${name}\n---\nDo the ${name}.\n`;

const staged = (stages: string): string => `version = "1.0"
tool_call_budget = 3

[[interrupts]]
name = "before_tell"
question = "Shall it be told?"
options = ["Yes", "No"]

[parameter_schema]
type = "object"

[output_schema]
type = "object"
required = ["n"]

[[artifacts]]
id = "way"
kind = "Approach"
path = "way.md"
stages = [${stages}]
`;

const FILES: Readonly<Record<string, string>> = {
  "survey/SKILL.md": skill("survey"),
  "survey/way.md": "Look, then tell.\n",
  "survey/skill.toml": staged('{ name = "look", tools = ["skill"] }, { name = "tell", tools = ["glob"] }'),
  "tour/SKILL.md": skill("tour"),
  "tour/way.md": "Look, then tell.\n",
  "tour/skill.toml": staged('{ name = "look" }, { name = "tell" }'),
  "finder/SKILL.md": skill("finder"),
  "finder/skill.toml": 'version = "1.0"\ntool_surface = ["grep"]\n\n[parameter_schema]\ntype = "object"\n',
};

const CHAT: ChatStep[] = [
  { calls: { name: "skill", input: { name: "finder", request: "find uploads" } } },
  { calls: { name: "grep", input: { pattern: "upload" } } },
  { says: "Found them." },
  { says: "Looked." },
  { calls: { name: "glob", input: { pattern: "*.md" } } },
  { says: "No JSON." },
  { says: '{"n":1}' },
];
const AGENT: AgentStep[] = [{ says: "Looked." }, { says: "No JSON." }, { says: '{"n":2}' }];

describe("a staged package", () => {
  let server: ScriptedChat;
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    server = await scriptedChat(CHAT);
    const script = join(freshFolder("agent-script"), "script.json");
    writeFileSync(script, JSON.stringify(AGENT));
    const args = ["--no-warnings", join(import.meta.dirname, "../fakes/acp-agent.ts"), `--script=${script}`];
    window = await sharedWindow();
    window.setOnMachine({
      "galley.providers.custom.baseUrl": `${server.url}/v1`,
      "galley.providers.custom.models": [{ id: "scripted", name: "Scripted" }],
      "galley.agents": [{ id: "player", name: "Player", command: process.execPath, args }],
    });
    for (const [path, text] of Object.entries(FILES)) {
      const file = join(window.folder, ".galley/skills", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  });

  afterAll(() => server.close());

  /** Sends the command once Galley knows it, and answers the gate. */
  async function run(name: string, model: string): Promise<void> {
    await input(panel).click();
    await window.page.keyboard.type(`/${name} the net`);
    await panel.getByRole("region", { name: "Command" }).getByText(`Do the ${name}.`).waitFor();
    await window.page.keyboard.press("Enter");
    await panel.getByText("Shall it be told?", { exact: true }).waitFor();
    await status(panel, "waiting").waitFor();
    await expect.poll(() => answer(panel, model).innerText()).toContain("Stage 1 of 2: look");
    expect(await answer(panel, model).innerText()).not.toContain("Stage 2 of 2: tell");
    await panel.getByRole("radio", { name: "Yes" }).click();
    await panel.getByRole("button", { name: "Answer" }).click();
    await status(panel, "idle").waitFor();
    const shown = (): Promise<string> => answer(panel, model).innerText();
    await expect.poll(shown).toContain(`${name} finished. Its output matches the schema.`);
    expect(await shown()).toMatch(/Stage 2 of 2: tell[^]*Asking the model again…/);
  }

  async function inspected(name: string): Promise<Frame> {
    const turns = await ask(window, "Galley: Show Sent Request…", "Show Sent Request: Select Message");
    await turns
      .getByRole("option", { name: new RegExp(name) })
      .first()
      .click();
    const inspector = await window.inspector();
    await inspector.getByRole("tab", { name: "Skills" }).click();
    return inspector;
  }

  const told = (inspector: Frame, name: string) =>
    expect.poll(() => inspector.getByRole("region", { name }).innerText());

  it("on a model with tools loads a skill in a stage, asks its gate and repairs its output; on an agent it asks the same gate and checks the same schema; the record tells each", async () => {
    panel = await begin(window);
    await chooseModel(window, "Scripted");
    await run("survey", "Scripted");
    expect(await answer(panel, "Scripted").innerText()).toContain("finder finished. Continuing with survey.");
    const inspector = await inspected("survey");
    await told(inspector, "survey").toMatch(/look[^]*tell[^]*survey finished\. Its output matches the schema\./);
    await told(inspector, "finder").toMatch(/finder finished\./);
    expect(server.bodies).toHaveLength(CHAT.length);

    panel = await begin(window);
    await chooseModel(window, "Player");
    await run("tour", "Player");
    await told(await inspected("tour"), "tour").toMatch(/look[^]*tell[^]*tour finished\. Its output matches/);
  });
});
