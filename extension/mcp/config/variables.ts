// Fills in `${…}` in the configuration of a server: folders, environment variables, and inputs that the user enters.
import { resolve } from "node:path";
import type { OwnedInput, ServerConfig, ServerSpec } from "./config.ts";
import type { Result } from "../../message/result.ts";
import { hasPlainVariables } from "./place.ts";
import * as words from "./words.ts";

export interface VariablePorts {
  /** The first folder; `undefined` in a window without one. */
  workspaceFolder: () => string | undefined;
  /** Folders by their names. */
  folderNamed: (name: string) => string | undefined;
  userHome: () => string;
  env: (name: string) => string | undefined;
  /** Asks the user at most once for each input. `undefined` if the user dismisses the question. */
  input: (input: OwnedInput) => Promise<string | undefined>;
}

interface Unfilled {
  reason: string;
  /** The id of the input without a value. */
  input?: string;
}

export type Filled = Result<ServerSpec, Unfilled>;

/** VS Code fills these in for tasks and debuggers only. A server could not use the literal text. */
const ONLY_OF_EDITORS =
  /^(command|config|cwd|execPath|extensionInstallFolder|lineNumber|columnNumber|selectedText|defaultBuildTask|file\w*|relativeFile\w*)$/;

const VARIABLE = /\$\{([^}]*)\}/g;

/** Fills in every string once: variables in the values are not filled in. */
export async function fillSpec(
  { spec, from }: ServerConfig,
  all: readonly OwnedInput[],
  ports: VariablePorts,
): Promise<Filled> {
  const inputs = all.filter((input) => input.from === from);
  const names = new Set<string>();
  fillAll(spec, (text) => {
    for (const [, name = ""] of text.matchAll(VARIABLE)) names.add(name);
    return text;
  });
  const values = new Map<string, string>();
  for (const name of names) {
    const plain = hasPlainVariables(from) ? plainVariable(name, ports) : undefined;
    const value = plain === undefined ? await valueOf(name, inputs, ports) : { ok: true as const, value: plain };
    if (!value.ok) return value;
    values.set(name, value.value);
  }
  const fill = (text: string): string => text.replace(VARIABLE, (all, name: string) => values.get(name) ?? all);
  return { ok: true, value: placed(fillAll(spec, fill), ports) };
}

/** Relative paths start at the first folder, which is also the default folder of the program. */
function placed(spec: ServerSpec, ports: VariablePorts): ServerSpec {
  if (spec.kind === "http") return spec;
  const base = ports.workspaceFolder() ?? ports.userHome();
  const { envFile, cwd = "" } = spec;
  return { ...spec, cwd: resolve(base, cwd), ...(envFile !== undefined && { envFile: resolve(base, envFile) }) };
}

type Value = Result<string, Unfilled>;

async function valueOf(name: string, inputs: readonly OwnedInput[], ports: VariablePorts): Promise<Value> {
  const [kind = "", ...rest] = name.split(":");
  const argument = rest.join(":");
  switch (kind) {
    case "workspaceFolder":
      return orMissing(argument === "" ? ports.workspaceFolder() : ports.folderNamed(argument), words.noSuchFolder);
    case "workspaceFolderBasename":
      return orMissing(ports.workspaceFolder()?.split(/[\\/]/).at(-1), words.noFolder);
    case "userHome":
      return { ok: true, value: ports.userHome() };
    case "pathSeparator":
    case "/":
      return { ok: true, value: process.platform === "win32" ? "\\" : "/" };
    case "env":
      return { ok: true, value: ports.env(argument) ?? "" };
    case "input":
      return askInput(argument, inputs, ports);
    default:
      // Kept as it is, like in VS Code: it may be a variable of the shell.
      return ONLY_OF_EDITORS.test(kind)
        ? { ok: false, failure: { reason: words.unknownVariable(name) } }
        : { ok: true, value: `\${${name}}` };
  }
}

/** `undefined` for what is written in another way, and for the names that VS Code fills in. */
function plainVariable(name: string, ports: VariablePorts): string | undefined {
  const [, variable, fallback = ""] = /^([A-Z_][A-Z0-9_]*)(?::-(.*))?$/s.exec(name) ?? [];
  return variable === undefined ? undefined : ports.env(variable) || fallback;
}

async function askInput(id: string, inputs: readonly OwnedInput[], ports: VariablePorts): Promise<Value> {
  const input = inputs.find((candidate) => candidate.id === id);
  if (input === undefined) return { ok: false, failure: { reason: words.inputUndefined(id) } };
  const value = await ports.input(input);
  return value === undefined
    ? { ok: false, failure: { reason: words.inputNotEntered(id), input: id } }
    : { ok: true, value };
}

function orMissing(value: string | undefined, reason: string): Value {
  return value === undefined ? { ok: false, failure: { reason } } : { ok: true, value };
}

function fillAll(spec: ServerSpec, fill: (text: string) => string): ServerSpec {
  if (spec.kind === "http") {
    const { headers } = spec;
    return { ...spec, url: fill(spec.url), ...(headers !== undefined && { headers: fillRecord(headers, fill) }) };
  }
  const { args, env, cwd, envFile } = spec;
  return {
    ...spec,
    command: fill(spec.command),
    ...(args !== undefined && { args: args.map(fill) }),
    ...(env !== undefined && { env: fillRecord(env, fill) }),
    ...(cwd !== undefined && { cwd: fill(cwd) }),
    ...(envFile !== undefined && { envFile: fill(envFile) }),
  };
}

function fillRecord<Value>(
  record: Record<string, Value>,
  fill: (text: string) => string,
): Record<string, Value | string> {
  const entries = Object.entries(record);
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === "string" ? fill(value) : value]));
}
