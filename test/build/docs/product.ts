// What the documents may name: settings, commands, keys, scripts and the words that Galley shows.
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { usage } from "../../../extension/cli/words.ts";
import { BUILT_IN_IDS } from "../../../extension/compose/built-in.ts";
import { loopback } from "../../../extension/turn/wire.ts";

export interface Binding {
  readonly command: string;
  readonly key: string;
  readonly win?: string;
  readonly mac?: string;
}

export interface Product {
  /** Each with its default. */
  readonly settings: ReadonlyMap<string, unknown>;
  /** Titles by ID. */
  readonly commands: ReadonlyMap<string, string>;
  readonly bindings: readonly Binding[];
  readonly views: ReadonlySet<string>;
  readonly scripts: ReadonlySet<string>;
  /** What may follow a script behind `--`. */
  readonly scriptNames: ReadonlyMap<string, ReadonlySet<string>>;
  readonly slashCommands: ReadonlySet<string>;
  /** How the command line is called. */
  readonly usage: string;
  /** Titles, names of views, and the texts in words.ts. */
  readonly words: ReadonlySet<string>;
}

interface Manifest {
  scripts: Record<string, string>;
  contributes: {
    commands: { command: string; title: string }[];
    keybindings: Binding[];
    views: Record<string, { id: string; name: string }[]>;
    configuration: { properties: Record<string, { default: unknown }> }[];
  };
}

export function readProduct(root: string): Product {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const { commands, keybindings, views, configuration } = manifest.contributes;
  const allViews = Object.values(views).flat();
  const benches = readdirSync(join(root, "test/bench")).flatMap((name) => /^(.*)\.mjs$/.exec(name)?.[1] ?? []);
  const drills = /const drills = \{ (.*?) \}/.exec(readFileSync(join(root, "scripts/drill.mjs"), "utf8"))?.[1] ?? "";
  const titles = commands.map(({ title }) => title);
  return {
    settings: new Map(
      configuration.flatMap(({ properties }) =>
        Object.entries(properties).map(([name, setting]): [string, unknown] => [name, setting.default]),
      ),
    ),
    commands: new Map(commands.map(({ command, title }) => [command, title])),
    bindings: keybindings,
    views: new Set(allViews.map(({ id }) => id)),
    scripts: new Set(Object.keys(manifest.scripts)),
    scriptNames: new Map([
      ["bench", new Set(benches)],
      ["drill", new Set(drills.split(", "))],
    ]),
    slashCommands: BUILT_IN_IDS,
    usage: usage("WIRE"),
    words: new Set([loopback.name ?? "", ...titles, ...allViews.map(({ name }) => name), ...wordsOf(root)]),
  };
}

/** The texts of every words.ts, without icons; of “Always: add to every message” also the first word. */
function wordsOf(root: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text.replace(/^\$\([\w-]+\) /, ""));
    ts.forEachChild(node, visit);
  };
  for (const path of globSync("{extension,webview}/**/words.ts", { cwd: root }))
    visit(ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest));
  return [...found, ...found.flatMap((text) => /^([A-Z]\w*): /.exec(text)?.[1] ?? [])];
}
