// Every folder here is one behaviour: scenarios in, what each stage makes of them beside it. `UPDATE=1` writes them anew.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assemble } from "../../extension/assemble/assemble.ts";
import { lower, readScenario } from "../../extension/cli/lower.ts";
import { WIRE_NAMES } from "../../extension/cli/request.ts";
import { fileUri } from "../../extension/lower/file-uri.ts";

const root = import.meta.dirname;
const isUpdate = process.env["UPDATE"] !== undefined;

const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("workspace"))
  .map(({ name }) => name);

/** The calls of a folder in their order: `scenario.json`, or `scenario.1.json` and those that follow it. */
function callsOf(folder: string): { suffix: string; scenario: Record<string, unknown> }[] {
  return readdirSync(join(root, folder))
    .filter((name) => /^scenario(\.\d+)?\.json$/.test(name))
    .sort()
    .map((name) => ({
      suffix: name.slice("scenario".length, -".json".length),
      scenario: JSON.parse(readFileSync(join(root, folder, name), "utf8")) as Record<string, unknown>,
    }));
}

function check(folder: string, name: string, value: unknown): void {
  const file = join(root, folder, name);
  // Agents are told absolute paths: those of this machine stay here.
  const text = `${JSON.stringify(value, null, 2)}\n`.replaceAll(fileUri(root), "file:///turns");
  if (isUpdate) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file), `${folder}/${name} is missing: run with UPDATE=1 and read it`).toBe(true);
  expect(text).toBe(readFileSync(file, "utf8"));
}

interface Output {
  request?: unknown;
  manifest?: unknown;
}

/** Each call gets what the one before it gave, as a session would. */
async function runAll(folder: string, wire: string): Promise<{ suffix: string; value: Output & { failure?: unknown } }[]> {
  const done: { suffix: string; value: Output & { failure?: unknown } }[] = [];
  for (const { suffix, scenario } of callsOf(folder)) {
    const outcome = await lower(wire, () => withPrevious(scenario, done.at(-1)?.value), join(root, folder));
    const value = outcome.ok ? (outcome.value as Output) : { failure: outcome.failure };
    done.push({ suffix, value });
  }
  return done;
}

function withPrevious(scenario: Record<string, unknown>, previous: Output | undefined): Record<string, unknown> {
  if (previous === undefined) return scenario;
  const { request, manifest } = previous;
  const options = { ...(scenario["options"] as object | undefined), previous_request: request, previous_manifest: manifest };
  return { ...scenario, options };
}

it("are more than forty", () => {
  expect(folders.length).toBeGreaterThanOrEqual(40);
});

describe.each(folders)("%s", (folder) => {
  it("assembles", async () => {
    const outputs = await runAll(folder, "loopback");
    for (const [index, { suffix, scenario }] of callsOf(folder).entries()) {
      const read = await readScenario(withPrevious(scenario, outputs[index - 1]?.value), join(root, folder));
      if (!read.ok) throw new Error(JSON.stringify(read.failure));
      const { context, failure } = assemble({
        ...read.value,
        digest: (text) => `${text.length} characters`,
        newId: () => "manifest",
      });
      check(folder, `context${suffix}.json`, context);
      check(folder, `manifest${suffix}.json`, manifestOf(outputs[index]?.value));
      if (failure !== undefined) check(folder, `failure${suffix}.json`, failure);
    }
  });

  it.each(WIRE_NAMES)("goes to %s", async (wire) => {
    for (const { suffix, value } of await runAll(folder, wire)) {
      const { request, failure, ...rest } = value;
      if (failure === undefined) check(folder, `request${suffix}.${wire}.json`, { request, ...warningsOf(rest) });
      else expect(failure).toMatchObject(refusalOf(folder, suffix));
    }
  });
});

/** Why nothing goes: it is the same on every wire. */
function refusalOf(folder: string, suffix: string): object {
  const { stage, code } = JSON.parse(readFileSync(join(root, folder, `failure${suffix}.json`), "utf8")) as {
    stage: string;
    code: string;
  };
  return { stage, code };
}

/** With how much of the request before it repeats, as JSON. */
function manifestOf(value: { manifest?: unknown; failure?: unknown } | undefined): unknown {
  const { failure } = value ?? {};
  const refused = typeof failure === "object" && failure !== null && "manifest" in failure ? failure.manifest : undefined;
  return value?.manifest ?? refused;
}

function warningsOf(rest: object): object {
  const warnings = "warnings" in rest ? rest.warnings : [];
  return Array.isArray(warnings) && warnings.length > 0 ? { warnings } : {};
}
