// Renders a template over plain data with our own runtime. It uses only the grammar of nunjucks.
import compiler from "nunjucks/src/compiler.js";
import type { TemplateNode } from "nunjucks/src/nodes.js";
import parser from "nunjucks/src/parser.js";
import nunjucks from "nunjucks/src/runtime.js";
import type { Rendered, TemplateFiles } from "./template-job.ts";
import { checkTemplate } from "./template-check.ts";
import { bounded, MOST_CHARACTERS, TemplateRefusal, tooLong, toText } from "./template-data.ts";
import { withFiles } from "./template-files.ts";
import { filterNamed } from "./template-filters.ts";
import * as words from "./words.ts";

const LONGEST_SOURCE = 64 * 1024;

type Root = (
  env: unknown,
  context: unknown,
  frame: InstanceType<typeof nunjucks.Frame>,
  runtime: unknown,
  done: (error: unknown, text?: unknown) => void,
) => void;

/** Never throws. May run without end, so it is called only in a thread that can be stopped. */
export function renderTemplate(
  source: string,
  data: Readonly<Record<string, unknown>>,
  files: TemplateFiles = {},
): Rendered {
  try {
    return run(withFiles(parse(source), files, parse), data);
  } catch (error) {
    return refusal(error);
  }
}

function parse(source: string): TemplateNode {
  if (source.length > LONGEST_SOURCE) throw new TemplateRefusal(words.sourceTooLong(LONGEST_SOURCE / 1024));
  return parser.parse(source, [], {});
}

function run(parsed: TemplateNode, data: Readonly<Record<string, unknown>>): Rendered {
  const { tree, lines } = checkTemplate(parsed);
  const names = new Map(Object.entries(data));
  const context = {
    setVariable: (name: string, value: unknown) => void names.set(name, value),
    addExport: () => undefined,
  };
  const frame = new nunjucks.Frame();
  frame.topLevel = true;
  const env = { getFilter: filterNamed, opts: { autoescape: false } };
  const ended: { error: unknown; text: unknown } = {
    error: new TemplateRefusal(words.incomplete),
    text: "",
  };
  compile(tree)(env, context, frame, runtimeOver(names, lines), (error, text) => {
    Object.assign(ended, { error, text });
  });
  return ended.error === null ? { ok: true, value: bounded(String(ended.text)) } : refusal(ended.error);
}

function compile(tree: TemplateNode): Root {
  const compiled = new compiler.Compiler("template", false);
  compiled.compile(tree);
  // The check has seen every name and every construct in it.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const make = new Function(compiled.getCode()) as () => { root: Root };
  return make().root;
}

/** Everything compiled code may ask for. */
function runtimeOver(
  names: ReadonlyMap<string, unknown>,
  lines: ReadonlyMap<string, number>,
): Record<string, (...args: never[]) => unknown> {
  let written = 0;
  return {
    contextOrFrameLookup: (_: unknown, frame: InstanceType<typeof nunjucks.Frame>, name: string) => {
      const value = frame.lookup(name) ?? names.get(name);
      // A name with the value `undefined` is declared: only a name that the data does not have is unknown.
      if (value === undefined && !names.has(name)) throw new TemplateRefusal(words.unknownName(name), lines.get(name));
      return value;
    },
    suppressValue: (value: unknown) => {
      const text = toText(value);
      written += text.length;
      return written > MOST_CHARACTERS ? tooLong() : text;
    },
    inOperator: (key: unknown, of: unknown) => {
      if (typeof of === "string") return of.includes(toText(key));
      return Array.isArray(of) ? of.includes(key) : Object.hasOwn(Object(of) as object, toText(key));
    },
    fromIterator: (value: unknown) => {
      if (typeof value === "number" || typeof value === "boolean") throw new TemplateRefusal(words.loopNeedsList);
      // Compiled loops trust `length`, so an object must not bring its own.
      if (Object.hasOwn(Object(value) as object, "length") && !Array.isArray(value) && typeof value !== "string")
        throw new TemplateRefusal(words.loopNeedsList);
      return value;
    },
    isArray: (value: unknown) => Array.isArray(value),
    keys: (value: object) => Object.keys(value),
    handleError: (error: unknown) => error,
  };
}

function refusal(error: unknown): Rendered {
  if (error instanceof TemplateRefusal)
    return { ok: false, failure: { message: error.message, ...(error.line !== undefined && { line: error.line }) } };
  // The engine throws this when recursion is too deep.
  if (error instanceof RangeError) return { ok: false, failure: { message: words.tooDeepOrLarge } };
  // An error with a line comes from the parser; any other means a value of the wrong type.
  const { message = "", lineno } = Object(error) as { message?: string; lineno?: number };
  return typeof lineno === "number"
    ? { ok: false, failure: { message: firstLine(message), line: lineno } }
    : { ok: false, failure: { message: words.wrongType } };
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}
