import { globSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

interface Manifest {
  name: string;
  publisher: string;
  main: string;
  icon: string;
  engines: { vscode: string };
  contributes: {
    commands: { command: string; title: string; category: string; enablement?: string }[];
    menus: Record<string, { command: string; when?: string }[]>;
    keybindings: { command: string; when?: string }[];
    views: Record<string, { id: string; when?: string }[]>;
    configuration: {
      title: string;
      order: number;
      properties: Record<string, { default: unknown; scope: string; order: number; markdownDescription?: string }>;
    }[];
  };
}

const manifest = read("package.json") as Manifest;
const { commands, menus, keybindings, configuration, views } = manifest.contributes;
/** What is neither in the palette nor in a menu nor has a key, and where users find it. */
const elsewhere: Record<string, string> = {
  "galley.copyProblemReference": "a line of Copy Reference…",
  "galley.copySymbolReference": "a line of Copy Reference…",
  "galley.forgetEdits": "the last line of Configure Automatic Context…",
  "galley.memory.open": "the items of the view Memories",
  "galley.openSettings": "the button of a failure",
  "galley.queue.add": "the slash command /queue",
  "galley.queue.cancel": "the buttons of a queued message",
  "galley.queue.moveDown": "the buttons of a queued message",
  "galley.queue.moveUp": "the buttons of a queued message",
  "galley.queue.sendNow": "the buttons of a queued message",
  "galley.setServer": "the lists of models, and the button of a failure",
  "galley.sidecar.close": "the button in the header of a sidecar",
  "galley.signInAgent": "the button of a failure",
  "galley.tryAsk": "the first line of the empty panel, and a step of the walkthrough",
};
const settings = configuration.flatMap(({ properties }) => Object.entries(properties));

describe("package.json", () => {
  it("names the extension others rely on", () => {
    expect(`${manifest.publisher}.${manifest.name}`).toBe("galley.galley");
  });

  it("asks for the oldest VS Code whose runtime has what Galley uses, and is typed against that one", () => {
    const types = read("node_modules/@types/vscode/package.json") as { version: string };
    expect(manifest.engines.vscode).toBe(`^${types.version}`);
  });

  it("has a title, a category and a handler for every command", () => {
    // main.ts registers whatever is listed; each feature says what its commands do.
    const source = globSync("extension/host/**/*.ts", { cwd: root })
      .map((path) => readFileSync(join(root, path), "utf8"))
      .join();
    for (const { command, title, category } of commands) {
      expect(title, command).toBeTruthy();
      expect(category, command).toBe("Galley");
      expect(source, command).toContain(command === "galley.open" ? `registerCommand("${command}"` : `"${command}":`);
    }
  });

  it("puts only commands that exist into menus and keys", () => {
    const known = new Set(commands.map(({ command }) => command));
    for (const { command } of [...Object.values(menus).flat(), ...keybindings]) expect(known).toContain(command);
  });

  it("lets users reach every command by the palette, a menu or a key, or by a place that is known", () => {
    const { commandPalette = [], ...others } = menus;
    const hidden = new Set(commandPalette.flatMap(({ command, when }) => (when === "false" ? [command] : [])));
    const offered = new Set([...Object.values(others).flat(), ...keybindings].map(({ command }) => command));
    const rest = commands.filter(({ command }) => hidden.has(command) && !offered.has(command));
    expect(rest.map(({ command }) => command).sort()).toEqual(Object.keys(elsewhere));
  });

  it("offers what belongs to a place in the menus of that place", () => {
    const offered = (menu: string, words = ""): string[] =>
      (menus[menu] ?? []).flatMap(({ command, when = "" }) => (when.includes(words) ? [command] : []));
    for (const menu of ["explorer/context", "editor/title/context", "scm/resourceState/context"])
      expect(offered(menu), menu).toEqual(["galley.addFile", "galley.pinFile", "galley.unpin"]);
    expect(offered("view/title", "view == outline")).toEqual(["galley.addSymbol"]);
    expect(offered("view/title", "view == workbench.panel.markers.view")).toEqual(["galley.addProblems"]);
  });

  it("asks only for keys that Galley sets", () => {
    const set = ["window/keys.ts", "shelf/shelf.ts"]
      .map((name) => readFileSync(join(root, "extension/host", name), "utf8"))
      .join();
    const ids = new Set(Object.values(views).flatMap((all) => all.map(({ id }) => id)));
    const asked = [
      ...commands.map(({ enablement }) => enablement),
      ...[...Object.values(menus), ...Object.values(views), keybindings].flat().map(({ when }) => when),
    ].flatMap((words) => words?.match(/\b(?:config\.)?galley\.[\w.]+/g) ?? []);
    const names = settings.map(([name]) => `config.${name}`);
    for (const key of new Set(asked))
      if (key.startsWith("config.")) expect(names).toContain(key);
      else if (!ids.has(key)) expect(set).toContain(`"${key}"`);
  });

  it("describes every setting, with a scope and a default that works", () => {
    for (const [name, setting] of settings) {
      expect(name).toMatch(/^galley\./);
      expect(setting.markdownDescription, name).toMatch(/^(?:Controls|Maximum|List of|Default|Base URL|MCP servers)/);
      expect(setting.order, name).toBeGreaterThan(0);
      expect(setting.scope, name).toBeTruthy();
      expect(setting.default, name).toBeDefined();
    }
  });

  it("points at files that are there", () => {
    expect(existsSync(join(root, manifest.main))).toBe(true);
    expect(existsSync(join(root, manifest.icon))).toBe(true);
  });
});
