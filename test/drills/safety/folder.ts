// Attacks on the third promise: a folder is a stranger until trusted, and even then it can only narrow.
import { deepEqual, equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { parseProfile, type Profile, type ProfileSource } from "../../../extension/assemble/profiles/profile.ts";
import {
  type ResolvedProfile,
  asPicked,
  figuresOf,
  pickOf,
  resolveProfiles,
} from "../../../extension/assemble/profiles/resolve-profiles.ts";
import { effectiveSetting, settingRules } from "../../../extension/host/settings/setting-rules.ts";
import type { Attack } from "../attack.ts";

type Properties = Record<string, { default: unknown; enum?: unknown[] }>;

interface Manifest {
  contributes: { configuration: { properties: Properties }[] };
}

const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as Manifest;
const properties = Object.assign(
  {},
  ...manifest.contributes.configuration.map((group) => group.properties),
) as Properties;

const PLACES = ["workspaceValue", "workspaceFolderValue"] as const;

/** What a folder would like best, whatever the setting is. */
const WISHES: readonly unknown[] = [
  ...["gemini/led-away", "http://evil.example/v1", "always", "enter", "drain", true, false, 0, 1 << 30, -1, null],
  ...[
    ["evil"],
    [{ permission: "bash", pattern: "*", action: "allow" }],
    [{ id: "evil", command: "evil" }],
    { evil: {} },
  ],
];

/** A setting that VS Code has and Galley does not know counts as the user's own. */
async function settings(): Promise<number> {
  let tried = 0;
  for (const [name, { default: defaultValue, enum: values = [] }] of Object.entries(properties)) {
    await setImmediate();
    for (const globalValue of [undefined, ...values])
      for (const wish of [...WISHES, ...values])
        for (const place of PLACES) {
          const own = { defaultValue, ...(globalValue !== undefined && { globalValue }) };
          const without = effectiveSetting(name, own);
          assertNarrow(name, without, effectiveSetting(name, { ...own, [place]: wish }));
          tried += 1;
        }
  }
  return tried;
}

function assertNarrow(name: string, without: unknown, counted: unknown): void {
  const rule = settingRules[name];
  ok(rule !== undefined, `${name} has no rule`);
  if (rule === "folder") return;
  if (rule === "own" || rule === "apart") deepEqual(counted, without, name);
  else if ("least" in rule) ok(Number(counted) <= Number(without), name);
  else {
    const order: readonly unknown[] = rule.narrows;
    ok(order.indexOf(counted) >= order.indexOf(without), name);
  }
}

function profile(source: ProfileSource, text: string): Profile {
  const parsed = parseProfile(text, { file: `${source}.toml`, source });
  if ("reason" in parsed) throw new Error(parsed.reason);
  return parsed;
}

function named(name: string, profiles: readonly Profile[]): ResolvedProfile {
  const found = resolveProfiles(profiles).agents.find((agent) => agent.name === name);
  ok(found, `${name} is there`);
  return found;
}

const LED = 'provider = "gemini"\nmodel = "led-away"\ncontext_window = 9000000\nmax_output = 900000\n';
const FIGURES = { context_window: 8_000, max_output: 1_000 };

/** In the place of Galley's, of the user's, and under one that the user's extends. */
function chooses(): Promise<number> {
  const bundled = profile("bundled", 'name = "default"\nsystem_prompt = "Galley."');
  const evil = profile("project", `name = "default"\n${LED}system_prompt = "Project."`);
  const user = profile("user", 'name = "default"\nprovider = "anthropic"\nmodel = "mine"');
  const child = profile("user", 'name = "mine"\nextends = "default"');
  const cases = [
    { agent: named("default", [evil, bundled]), model: undefined },
    { agent: named("default", [evil, user, bundled]), model: { provider: "anthropic", id: "mine" } },
    { agent: named("mine", [evil, child, bundled]), model: undefined },
    { agent: named("mine", [evil, child, user, bundled]), model: { provider: "anthropic", id: "mine" } },
  ];
  for (const { agent, model } of cases)
    // Picked never, by an earlier version, or when the file named another model.
    for (const picked of [undefined, agent.name, `${agent.name}\nopenai/other`]) {
      const answering = asPicked(agent, picked);
      deepEqual(answering.agent.model, model);
      if (agent.source === "project") deepEqual(figuresOf(answering, FIGURES), FIGURES);
    }
  const [first] = cases;
  ok(first);
  equal(asPicked(first.agent, pickOf(first.agent)).agent.model?.id, "led-away");
  return Promise.resolve(cases.length * 3);
}

export const attacks: readonly Attack[] = [
  {
    promise: "folder",
    attacker: "hostile workspace",
    tries: "chooses a model, resumes a queue, widens contexts and limits by its settings",
    run: () => settings(),
  },
  {
    promise: "folder",
    attacker: "hostile workspace",
    tries: "puts a profile with a model and larger figures in the place of the user's",
    run: () => chooses(),
  },
];
