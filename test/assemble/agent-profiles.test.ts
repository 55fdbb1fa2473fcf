import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextOf, needsTemplates, speak, tryOut } from "../../extension/assemble/agent.ts";
import { parseProfile, type Profile, type ProfileSource } from "../../extension/assemble/agent-profile.ts";
import { type Agent, resolveProfiles } from "../../extension/assemble/agent-profiles.ts";
import { renderTemplate } from "../../extension/assemble/template.ts";
import type { RenderTemplates } from "../../extension/assemble/template-job.ts";
import { loopback } from "../../extension/turn/wire.ts";

const render: RenderTemplates = ({ templates, ctx }) =>
  Promise.resolve(templates.map((source) => renderTemplate(source, { ctx })));

function profile(text: string, file = ".galley/agents/mine.toml", source: ProfileSource = "project"): Profile {
  const parsed = parseProfile(text, { file, source });
  if ("reason" in parsed) throw new Error(`${parsed.line}: ${parsed.reason}`);
  return parsed;
}

function problemOf(text: string): string {
  const parsed = parseProfile(text, { file: "a.toml", source: "project" });
  return "reason" in parsed ? `${parsed.line}: ${parsed.reason}` : "none";
}

const agentOf = (...profiles: Profile[]): Agent | undefined => resolveProfiles(profiles).agents[0];

async function spoken(agent: Agent | undefined) {
  if (agent === undefined) throw new Error("there is no agent");
  return speak(agent, contextOf(agent, loopback, ["app"], "ses_1"), render);
}

async function dryRun(text: string): Promise<string | undefined> {
  const agent = agentOf(profile(text));
  const problem = agent && (await tryOut(agent, render));
  return problem && `${problem.line}: ${problem.reason}`;
}

describe("a profile", () => {
  it("has the fields of the contract, and the name of its file if it names none", () => {
    const text = `description = "d"\nprovider = "p"\nmodel = "m"\ncontext_window = 9\nmax_output = 8\nsystem_prompt = "s"`;
    const agent = agentOf(profile(`${text}\n[body]\ntemperature = 0.5`));
    expect(agent).toMatchObject({
      name: "mine",
      description: "d",
      model: { provider: "p", id: "m" },
      context_window: 9,
      max_output: 8,
      body: { temperature: 0.5 },
      hides: [],
    });
  });

  it("has rules that only narrow, besides those of what it extends", () => {
    const rule = (pattern: string, action: string): string =>
      `[[rules]]\npermission = "bash"\npattern = "${pattern}"\naction = "${action}"\n`;
    const base = profile(rule("git push*", "deny"), "base.toml");
    const own = profile(`extends = "base"\n${rule("npm *", "ask")}`);
    expect(agentOf(own, base)?.rules).toEqual([
      { permission: "bash", pattern: "git push*", action: "deny" },
      { permission: "bash", pattern: "npm *", action: "ask" },
    ]);
    expect(problemOf(rule("*", "allow"))).toMatch(/^4: rules.0.action is not as expected/);
    expect(problemOf('[[rules]]\npermission = "bsah"\npattern = "*"\naction = "deny"')).toMatch(/^2: rules/);
  });

  it("that is not TOML, or holds what it should not, is refused with its line", () => {
    expect(problemOf('name = "a"\nmodel = ')).toMatch(/^2: /);
    expect(problemOf('name = "a"\n\nsystem-prompt = "x"')).toMatch(/^3: there is no field system-prompt/);
    expect(problemOf('description = "d"\nmax_output = 0')).toMatch(/^2: max_output is not as expected/);
    expect(problemOf('[body]\na = 1\nmessages = "[]"')).toBe(
      "3: body.messages carries the conversation and cannot be replaced",
    );
    expect(problemOf("[body]\nwhen = 2020-01-01")).toMatch(/^2: body.when is not as expected/);
  });

  it("any text is a profile or a problem with a line, and never an exception", () => {
    const piece = fc.constantFrom(
      'name = "a"',
      "[body]",
      "[[body]]",
      "x = 1",
      "=",
      '"""',
      "\n",
      "extends = 1",
      "\u0000",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("\n");
        const parsed = parseProfile(text, { file: "a.toml", source: "user" });
        if ("reason" in parsed) {
          expect(parsed.reason).not.toBe("");
          expect(parsed.line).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe("profiles together", () => {
  const base = profile(
    'name = "base"\ndescription = "b"\nprovider = "p"\nmodel = "m"\nsystem_prompt = "Base."\n[body]\na = 1\nt = { x = 1, y = 2 }',
    "base.toml",
  );

  it("one that extends another has what it does not say itself, table by table", async () => {
    const child = profile(
      'extends = "base"\nmodel = "n"\nsystem_prompt = "{{ ctx.base }} More."\n[body]\nt = { y = 3 }',
    );
    const agent = agentOf(child, base);
    expect(agent).toMatchObject({ description: "b", model: { provider: "p", id: "n" } });
    expect(await spoken(agent)).toEqual({ ok: true, system: "Base. More.", body: { a: 1, t: { x: 1, y: 3 } } });
  });

  it("circles, missing parents and half a model are refused where they stand", () => {
    const one = profile('name = "one"\nextends = "two"', "one.toml");
    const two = profile('name = "two"\nextends = "one"', "two.toml");
    const three = profile('name = "three"\nextends = "three"', "three.toml");
    const lost = profile('name = "lost"\n\nextends = "nobody"', "lost.toml");
    const half = profile('name = "half"\nprovider = "p"', "half.toml");
    const { agents, problems } = resolveProfiles([one, two, three, lost, half]);
    expect(agents).toEqual([]);
    expect(problems.map(({ file, line, reason }) => `${file}:${line}: ${reason}`)).toEqual([
      "one.toml:2: it extends itself: one → two → one",
      "two.toml:2: it extends itself: two → one → two",
      "three.toml:2: it extends three, which is not there",
      "lost.toml:3: it extends nobody, which is not there",
      "half.toml:2: it names a provider and no model",
    ]);
  });

  it("of one name the first is used and says whom it hides; it may extend that one", async () => {
    const project = profile('name = "base"\nextends = "base"\nsystem_prompt = "Mine. {{ ctx.base }}"', "p.toml");
    const { agents } = resolveProfiles([project, base]);
    expect(agents.map(({ name, file, hides }) => ({ name, file, hides }))).toEqual([
      { name: "base", file: "p.toml", hides: ["base.toml"] },
    ]);
    expect(await spoken(agents[0])).toMatchObject({ system: "Mine. Base." });
  });
});

describe("the body of a profile", () => {
  it("is JSON that templates make; what makes nothing is dropped", async () => {
    const agent = agentOf(
      profile(
        `[body]\nuser = "{{ ctx.session.id | json }}"\nnone = "{% if ctx.agent.name == 'x' %}1{% endif %}"\nlist = "[1, 2]"\nflag = true\n[body.deep]\nname = '{"m": {{ ctx.model.id | json }}}'`,
      ),
    );
    const body = { user: "ses_1", list: [1, 2], flag: true, deep: { name: { m: "loopback" } } };
    expect(await spoken(agent)).toMatchObject({ ok: true, body });
  });

  it("that breaks when a name holds a quote is refused before anyone uses it", async () => {
    expect(await dryRun(`[body]\nok = 1\nuser = '"{{ ctx.session.id }}"'`)).toMatch(
      /^3: body.user: it makes .* not JSON/,
    );
    expect(await dryRun(`[body]\nuser = "{{ ctx.session.id | json }}"`)).toBeUndefined();
    expect(await dryRun(`[body]\ntier = "flex"`)).toBe(
      `2: body.tier: it makes flex, which is not JSON; a text is written '"flex"'`,
    );
  });

  it("a template that fails is refused with the line of the file", async () => {
    expect(await dryRun('name = "a"\nsystem_prompt = """\none\n{{ ctx.nope }}\n"""')).toMatch(
      /^4: system_prompt: nope is not known/,
    );
    expect(await dryRun('system_prompt = "{{ ctx.workspace.folders[0] }}"')).toMatch(
      /^1: system_prompt: 0 is not known/,
    );
  });
});

describe("the bundled profiles", () => {
  const folder = join(import.meta.dirname, "../../media/agents");
  const profiles = readdirSync(folder).map((name) =>
    profile(readFileSync(join(folder, name), "utf8"), `media/agents/${name}`, "bundled"),
  );

  it("are whole, and are used without rendering anything", async () => {
    const { agents, problems } = resolveProfiles(profiles);
    expect(problems).toEqual([]);
    expect(agents.map(({ name }) => name)).toEqual(["default", "explain", "review"]);
    for (const agent of agents) {
      expect(agent.description).not.toBe("");
      expect(needsTemplates(agent)).toBe(false);
      const { system } = (await spoken(agent)) as { system: string };
      expect(system.length).toBeGreaterThan(200);
      expect(system).toBe(system.trim());
    }
  });
});
