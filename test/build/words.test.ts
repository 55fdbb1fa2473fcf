// How Galley speaks: titles that exist, forms that VS Code uses, and a palette that shows what can be done now.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const text = (path: string): string => readFileSync(join(root, path), "utf8");

interface Manifest {
  contributes: {
    commands: { command: string; title: string; enablement?: string }[];
    menus: { commandPalette: { command: string; when: string }[] };
  };
}

const { commands, menus } = (JSON.parse(text("package.json")) as Manifest).contributes;
const titles = new Set(commands.map(({ title }) => title));

const sources = ["extension", "webview"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:ts|svelte)$/.test(path))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
);

describe("command titles", () => {
  it.each(commands)("$command begins with a verb in title case, and does not name Galley", ({ title }) => {
    expect(title).toMatch(
      /^(?:Add|Archive|Branch|Cancel|Clear|Close|Compact|Configure|Copy|Delete|Disable|Edit|Enable|Export|Find|Focus|Go to|Hide|Import|Insert|Keep|Manage|Move|New|Open|Pin|Preview|Refactor|Remove|Rename|Repeat|Replay|Resume|Restart|Restore|Review|Rewind|Search|Select|Send|Set|Show|Sign|Snooze|Start|Stop|Try|Unarchive|Undo|Unpin)\b/,
    );
    expect(title).not.toContain("Galley");
    for (const word of title.replace("…", "").split(" "))
      if (!["a", "at", "and", "from", "in", "of", "or", "the", "to", "with"].includes(word))
        expect(word, title).toMatch(/^[A-Z]/);
  });

  it("that texts and settings name in “Galley: …” exist", () => {
    const named = ["package.json", ...sources].flatMap((path) =>
      [...text(path).matchAll(/\bGalley: ([A-Z][\w' -]*…?)/g)].map(([, title = ""]) => ({ path, title: title.trim() })),
    );
    const unknown = named.filter(({ title }) => ![...titles].some((known) => title.startsWith(known)));
    expect(unknown.filter(({ title }) => !/^(?:Working|Retrying|Needs your answer)/.test(title))).toEqual([]);
  });
});

describe("the palette", () => {
  const whens = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
  const conditions = commands.map(({ command, enablement }) => [whens.get(command), enablement].filter(Boolean));
  const keys = [...new Set(conditions.flat().flatMap((when) => when?.match(/[a-zA-Z][\w.]*/g) ?? []))];

  /** Whether a command is shown in a state; `viewItem =~` is never true in the palette. */
  function holds(when: string, state: ReadonlySet<string>): boolean {
    return when.split("||").some((any) =>
      any.split("&&").every((one) => {
        const term = one.trim();
        if (term.includes("=~")) return false;
        const name = /[a-zA-Z][\w.]*/.exec(term)?.[0] ?? "";
        return term.startsWith("!") ? !state.has(name) : name !== "false" && state.has(name);
      }),
    );
  }
  const count = (state: ReadonlySet<string>): number =>
    conditions.filter((all) => all.every((when) => holds(when ?? "", state))).length;

  it("shows 19 commands when nothing is open", () => {
    expect(count(new Set(["galley.blank"]))).toBe(19);
  });

  it("never shows more than 50 commands, three more while completion is on, eight while a refactoring is reviewed, and one after it", () => {
    // A key that hides nothing only ever adds commands.
    const hiding = keys.filter((key) => conditions.flat().some((when) => when?.includes(`!${key}`)));
    const adding = keys.filter((key) => !hiding.includes(key));
    const states = Array.from({ length: 2 ** hiding.length }, (_, bits) =>
      hiding.filter((_key, at) => (bits >> at) & 1),
    );
    const mostWith = (all: readonly string[]): number =>
      Math.max(...states.map((state) => count(new Set([...all, ...state]))));
    const passing = ["galley.refactor.reviewing", "galley.refactor.sent", "galley.completion.on"];
    const usual = adding.filter((key) => !passing.includes(key));
    const most = mostWith(usual);
    // One sets completion up, and so is there before it is on.
    expect(most).toBeLessThanOrEqual(50);
    expect(most).toBeGreaterThan(30);
    expect(mostWith([...usual, "galley.completion.on"]) - most).toBeLessThanOrEqual(3);
    expect(mostWith([...usual, "galley.refactor.reviewing"]) - most).toBeLessThanOrEqual(8);
    expect(mostWith([...usual, "galley.refactor.sent"]) - most).toBeLessThanOrEqual(1);
  });
});

/** The texts of a file: string literals, and what stands in the markup of a component. */
function literalsOf(path: string): string[] {
  const source = text(path).replace(/<style[^]*<\/style>/, "");
  const script = path.endsWith(".svelte") ? (/<script[^>]*>([^]*?)<\/script>/.exec(source)?.[1] ?? "") : source;
  const found = path.endsWith(".svelte")
    ? [...source.replace(script, "").matchAll(/>[^<{]+<|"[^"\n]*"/g)].map(String)
    : [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…"));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, script, ts.ScriptTarget.Latest));
  return found;
}

describe("strings", () => {
  /** Words that Galley does not use in its texts. */
  const AVOIDED =
    /\bleft out\b|\bnobody\b|\bsomebody\b|\bwhoever\b|\bis no (?!longer\b)\w|\bmeanwhile\b|\bany more\b|\bas expected\b|\bgoes along\b|\bby itself\b|\bdoes not take\b|\bcaret\b|[Mm]end the\b|\bcancelled\b|[Ss]ummaris/;

  it("use the words that VS Code uses", () => {
    const found = sources
      .filter((path) => !path.startsWith("extension/persist/database/schema"))
      .flatMap((path) =>
        literalsOf(path)
          .filter((literal) => / /.test(literal) && AVOIDED.test(literal))
          .map((literal) => `${path}: ${literal}`),
      );
    expect(found).toEqual([]);
  });
});
