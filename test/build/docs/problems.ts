// What is wrong on a page: each function looks at one kind of name, and says what it did not find.
import { posix } from "node:path";
import type { Page } from "./page.ts";
import type { Product } from "./product.ts";

export interface Site {
  readonly pages: ReadonlyMap<string, Page>;
  /** Whether there is a file or folder at a path from the root of the repository. */
  readonly exists: (path: string) => boolean;
}

/** Links to files and headings must lead somewhere; links to other sites only have the form of one. */
export function wrongLinks(page: Page, { pages, exists }: Site): string[] {
  return page.links.filter((link) => {
    if (/^[a-z]+:/i.test(link)) return !link.startsWith("https://") || !URL.canParse(link);
    const [file = "", anchor] = link.split("#");
    const path = file === "" ? page.path : posix.join(posix.dirname(page.path), decodeURI(file));
    if (path.startsWith("..") || !exists(path)) return true;
    return anchor !== undefined && pages.get(path)?.anchors.has(anchor) !== true;
  });
}

/** The ID of the extension itself, and files. */
const NOT_SETTINGS = /^galley\.galley$|\.(?:db|svg|json|vsix|png)$/;

/** Settings, IDs of commands and views: in code, and as keys of settings in blocks. */
export function unknownIds(page: Page, { settings, commands, views }: Product): string[] {
  const known = [...settings.keys(), ...commands.keys(), ...views];
  const isKnown = (name: string): boolean =>
    name.includes("*")
      ? known.some((one) => new RegExp(`^${name.replaceAll(".", "\\.").replaceAll("*", "[\\w.-]+")}$`).test(one))
      : known.includes(name);
  const inBlocks = page.fences.flatMap(({ text }) => [...text.matchAll(/"(galley\.[\w.-]+)"/g)]);
  const named = [...page.spans.filter((span) => /^galley\.[\w.*-]+$/.test(span)), ...inBlocks.map(([, id = ""]) => id)];
  return named.filter((name) => !NOT_SETTINGS.test(name) && !isKnown(name));
}

export function undescribedSettings(pages: readonly Page[], { settings }: Product): string[] {
  const named = new Set(pages.flatMap(({ spans }) => spans));
  return [...settings.keys()].filter((name) => !named.has(name));
}

/** The rows of tables with the columns Setting and Default. */
export function wrongDefaults({ rows }: Page, { settings }: Product): string[] {
  return rows.flatMap(({ head, cells: [setting = "", written = ""] }) => {
    if (head[0] !== "Setting" || head[1] !== "Default") return [];
    const names = [...setting.matchAll(/`([^`*]+)`/g)].map(([, name = ""]) => name);
    const values = names.length === 1 ? [written] : written.split(", ");
    return names.filter((name, at) => settings.has(name) && !isDefault(settings.get(name), values[at] ?? values[0]));
  });
}

function isDefault(value: unknown, written = ""): boolean {
  const text = written.replace(/^`(.*)`$/, "$1");
  if (typeof value === "string") return value === (text === "empty" ? "" : text);
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    // What is not JSON is not this default.
    return false;
  }
}

/** “Galley: …” is the title of a command, whole. */
export function unknownTitles({ prose }: Page, { commands }: Product): string[] {
  const titles = new Set(commands.values());
  return [...prose.matchAll(/\bGalley: ([A-Z][^,|*;:.()`\n]*)/g)]
    .map(([, title = ""]) => title.trim())
    .filter((title) => !titles.has(title));
}

/** Names in bold that VS Code shows, or that are no names of the interface. */
const OTHERS = new Set(["Keyboard Shortcuts", "Actions"]);

/** Names in bold that begin with a capital letter are names that Galley shows. */
export function unknownNames({ names }: Page, { words }: Product): string[] {
  return names
    .map((name) => name.replace(/^Galley: /, ""))
    .filter((name) => /^[A-Z]/.test(name) && !words.has(name) && !OTHERS.has(name));
}

/** Scripts of npm in code and in blocks, and what follows those that take names. */
export function unknownScripts(page: Page, { scripts, scriptNames }: Product): string[] {
  return commandsOn(page, "npm").filter((line) => {
    const [, first = "", second = ""] = line.split(/\s+/);
    if (first === "ci") return false;
    const script = first === "run" ? second : first;
    const argument = /^.*? -- ([\w-]+)/.exec(line)?.[1];
    const names = scriptNames.get(script);
    return !scripts.has(script) || (names !== undefined && argument !== undefined && !names.has(argument));
  });
}

/** Calls of the command line: its command and its options stand in its usage. */
export function unknownCalls(page: Page, { usage }: Product): string[] {
  return commandsOn(page, "galley").filter((line) => {
    const [, command = "", ...rest] = line.split(/\s+/);
    const known = usage.split("\n").find((one) => one.includes(`galley ${command} `)) ?? usage;
    if (command === "--help") return false;
    const options = rest.slice(0, rest.includes("--") ? rest.indexOf("--") : undefined);
    return known === usage || options.some((word) => word.startsWith("--") && !known.includes(word));
  });
}

/** The lines that begin with a program, in code and in blocks for a shell, without comments. */
export function commandsOn({ spans, fences }: Page, program: string): string[] {
  const blocks = fences.filter(({ language }) => language === "sh").flatMap(({ text }) => text.split("\n"));
  return [...spans, ...blocks]
    .map((line) => line.replace(/\s+#\s.*$/, "").trim())
    .filter((line) => line.startsWith(`${program} `));
}

export function missingSlashCommands({ spans }: Page, { slashCommands }: Product): string[] {
  const named = new Set(spans.map((span) => span.split(" ")[0]));
  return [...slashCommands].filter((id) => !named.has(id));
}
