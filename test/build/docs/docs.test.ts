// The documents are true as far as a machine can tell: links, settings, keys, commands, names and examples.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../fakes/folder.ts";
import { undescribedKeys, unknownKeys, wrongRowKeys } from "./keys.ts";
import { type Page, readPage } from "./page.ts";
import * as problems from "./problems.ts";
import { readProduct } from "./product.ts";

const root = join(import.meta.dirname, "../../..");
const product = readProduct(root);
const paths = ["README.md", "CHANGELOG.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)];
const pages = new Map(paths.map((path) => [path, readPage(path, readFileSync(join(root, path), "utf8"))]));
const site: problems.Site = { pages, exists: (path) => existsSync(join(root, path)) };

/** The changelog tells of names as they were; only its links are followed. */
const documents = [...pages.values()].filter(({ path }) => path !== "CHANGELOG.md");
const onAll = (find: (page: Page) => string[]): string[] =>
  documents.flatMap((page) => find(page).map((what) => `${page.path}: ${what}`));

describe("the documents", () => {
  it("have a README of at most 150 lines, with a page in docs for every subject and a line in its index", () => {
    expect(readFileSync(join(root, "README.md"), "utf8").trim().split("\n").length).toBeLessThanOrEqual(150);
    const subjects = ["agents", "architecture", "command-line", "commands", "completion", "compositor", "context"];
    const others = ["contributing", "mcp", "memory", "privacy", "profiles", "refactor", "skills", "tools"];
    for (const subject of [...subjects, ...others]) expect(paths).toContain(`docs/${subject}.md`);
    const index = pages.get("docs/README.md")?.links ?? [];
    for (const path of paths.filter((one) => /^docs\/(?!README)/.test(one))) expect(index).toContain(path.slice(5));
  });

  it("link to files and headings that exist, and to other sites by https", () => {
    const wrong = [...pages.values()].flatMap((page) =>
      problems.wrongLinks(page, site).map((link) => `${page.path}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  it("name settings and IDs of the manifest", () => {
    expect(onAll((page) => problems.unknownIds(page, product))).toEqual([]);
  });

  it("describe every setting, with its default", () => {
    expect(problems.undescribedSettings(documents, product)).toEqual([]);
    expect(onAll((page) => problems.wrongDefaults(page, product))).toEqual([]);
  });

  it("name commands by their whole titles, and other things by the words that Galley shows", () => {
    expect(onAll((page) => problems.unknownTitles(page, product))).toEqual([]);
    expect(onAll((page) => problems.unknownNames(page, product))).toEqual([]);
  });

  it("name the keys that are bound, each with its command and its system", () => {
    expect(onAll((page) => unknownKeys(page, product))).toEqual([]);
    expect(onAll((page) => wrongRowKeys(page, product))).toEqual([]);
    expect(undescribedKeys(documents, product)).toEqual([]);
  });

  it("describe every slash command", () => {
    const page = documents.find(({ path }) => path === "docs/commands.md");
    expect(page && problems.missingSlashCommands(page, product)).toEqual([]);
  });

  it("show scripts and calls that exist", () => {
    expect(onAll((page) => problems.unknownScripts(page, product))).toEqual([]);
    expect(onAll((page) => problems.unknownCalls(page, product))).toEqual([]);
  });

  it("name the oldest VS Code that Galley supports", () => {
    const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { engines: { vscode: string } };
    const oldest = /\^(\d+\.\d+)/.exec(engines.vscode)?.[1] ?? "";
    expect(pages.get("README.md")?.prose).toContain(`VS Code ${oldest} or newer`);
  });
});

/** Writes the files that a page shows and runs its calls of the command line there. */
function runCalls(page: Page): { line: string; code: number | null; error: string }[] {
  const folder = temporaryFolder();
  for (const { file, text } of page.fences) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const blocks = { ...page, spans: [] };
  return problems.commandsOn(blocks, "galley").map((line) => {
    const args = [...line.matchAll(/"([^"]*)"|\S+/g)].slice(1).map(([word, quoted]) => quoted ?? word);
    const { status, stderr } = spawnSync(process.execPath, [join(root, "dist/cli.js"), ...args], {
      cwd: folder,
      input: "",
      encoding: "utf8",
    });
    return { line, code: status, error: stderr };
  });
}

describe("calls of the command line in the documents", () => {
  const withCalls = documents.filter((page) => problems.commandsOn({ ...page, spans: [] }, "galley").length > 0);

  it.each(withCalls)("on $path work with the files that the page shows", (page) => {
    expect(runCalls(page).filter(({ code }) => code !== 0)).toEqual([]);
  });

  it("show every command of the command line", () => {
    const lines = withCalls.flatMap((page) => problems.commandsOn({ ...page, spans: [] }, "galley"));
    const shown = new Set(lines.map((line) => line.split(" ")[1]));
    const known = [...product.usage.matchAll(/galley ([a-z-]+) /g)].map(([, command]) => command);
    expect(known.filter((command) => !shown.has(command))).toEqual([]);
  });

  it("fail where an example is wrong", () => {
    const page = readPage("docs/x.md", "```json a.json\n{}\n```\n\n```sh\ngalley validate --in a.json\n```\n");
    expect(runCalls(page)).toMatchObject([{ line: "galley validate --in a.json", code: 1 }]);
  });
});
