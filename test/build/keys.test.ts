// Galley's keys are free: VS Code uses none of them in the same place, and none types a character on a known keyboard.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { defaultKeys, type Place, type System } from "../fixtures/keys/default-keys.ts";
import { altGrKeys, OPTION_TYPES } from "../fixtures/keys/typed-keys.ts";

interface Binding {
  command: string;
  key: string;
  win?: string;
  mac?: string;
  linux?: string;
  when?: string;
}

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
  contributes: { keybindings: Binding[] };
};
const { keybindings } = manifest.contributes;
const systems: System[] = ["linux", "windows", "mac"];

/** Closes a list of VS Code's on purpose, in its place. */
const OVER_A_LIST = "galley.closeList";

/** In the Shelf, Alt with an arrow moves a pin, as it moves a line or a cell elsewhere. VS Code's does what the arrow alone does. */
const MOVES_A_PIN = ["galley.shelf.moveUp", "galley.shelf.moveDown"];

/** In Galley's own input, Alt+Enter does what it does in the input of VS Code's Chat. VS Code's key is the terminal chat's. */
const STEERS = "galley.steer";

const boundKey = ({ key, win, mac, linux }: Binding, system: System): string =>
  ordered({ linux: linux ?? key, windows: win ?? key, mac: mac ?? key }[system]);

/** With the modifiers in the order of the table. */
function ordered(key: string): string {
  const order = ["ctrl", "shift", "alt", "cmd"];
  return key
    .split(" ")
    .map((stroke) => {
      const names = stroke.split("+");
      return [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))].join(
        "+",
      );
    })
    .join(" ");
}

/** Where a key of Galley's works, by its condition. */
function placesOf({ when = "" }: Binding, system: System): Place[] {
  if (when.includes("editorTextFocus")) return ["anywhere", "editor"];
  if (when.includes("listFocus")) return ["anywhere", "list"];
  if (when.includes("galley.hadFocus") || when === "galley.inputFocus") return ["anywhere"];
  const leavesTerminal = when === "!terminalFocus" || (when === "!isLinux || !terminalFocus" && system === "linux");
  return leavesTerminal ? ["anywhere", "editor", "list"] : ["anywhere", "editor", "list", "terminal"];
}

function taken(binding: Binding, system: System): Place[] {
  const key = boundKey(binding, system);
  return placesOf(binding, system).filter((place) => defaultKeys[system][place].has(key));
}

/** What a key types, with the layout. */
function typedBy(key: string, system: System): string[] {
  if (system === "mac") return key.split(" ").filter((stroke) => OPTION_TYPES.test(stroke));
  if (system === "linux") return [];
  const strokes = key.split(" ").flatMap((stroke) => /^ctrl\+(?:shift\+)?alt\+(.+)$/.exec(stroke)?.[1] ?? []);
  return Object.entries(altGrKeys).flatMap(([layout, keys]) =>
    strokes.flatMap((stroke) => (keys[stroke] === undefined ? [] : [`${layout}: ${keys[stroke]}`])),
  );
}

describe.each(systems)("keys on %s", (system) => {
  it("are free where they work", () => {
    const used = keybindings
      .filter(({ command }) => ![OVER_A_LIST, STEERS, ...MOVES_A_PIN].includes(command))
      .flatMap((binding) => taken(binding, system).map((place) => `${binding.command}, ${place}`));
    expect(used).toEqual([]);
  });

  it("type no character", () => {
    const typed = keybindings.flatMap((binding) => typedBy(boundKey(binding, system), system));
    expect(typed).toEqual([]);
  });
});

describe("the tables", () => {
  const old = (key: string, mac: string, when?: string): Binding => ({
    command: "galley.old",
    key,
    mac,
    ...(when !== undefined && { when }),
  });

  it("name the keys that people lost to Galley", () => {
    const add = old("ctrl+alt+.", "cmd+alt+.", "editorTextFocus");
    expect(taken(add, "mac")).toEqual(["editor"]);
    expect(typedBy(boundKey(add, "windows"), "windows").join()).toMatch(/Czech: >.*Slovak: >.*Hungarian: >.*Croatian/);
    const open = old("ctrl+alt+g", "cmd+alt+g");
    expect(typedBy(boundKey(open, "windows"), "windows").join()).toMatch(
      /Czech: \].*Slovak: \].*Hungarian: \].*Croatian/,
    );
    expect(taken(open, "linux")).toEqual(["terminal"]);
    expect(typedBy("alt+a", "mac")).toEqual(["alt+a"]);
  });
});

describe("the keys that the panel names", () => {
  it("are those that are bound, as each system writes them", async () => {
    vi.stubGlobal("navigator", { userAgent: "" });
    const { commandKeys, systemOf } = await import("../../webview/keys.ts");
    const bound = (command: string, system: System): string => {
      const binding = keybindings.find((one) => one.command === command);
      return binding === undefined ? "" : written(boundKey(binding, system), system);
    };
    for (const system of systems)
      expect(commandKeys[system], system).toEqual({
        addSelection: bound("galley.addSelection", system),
        focusAsk: bound("galley.focusAsk", system),
        refactor: bound("galley.refactor", system),
        send: bound("galley.send", system),
        steer: bound("galley.steer", system),
      });
    expect(["Macintosh; Intel Mac OS X", "Windows NT 10.0", "X11; Linux x86_64"].map(systemOf)).toEqual([
      "mac",
      "windows",
      "linux",
    ]);
  });
});

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function written(key: string, system: System): string {
  const signs: Record<string, string> = { ctrl: "⌃", shift: "⇧", alt: "⌥", cmd: "⌘" };
  const strokes = key.split(" ").map((stroke) => {
    const names = stroke.split("+");
    return system === "mac"
      ? names.map((name) => signs[name] ?? (name.length > 1 ? capital(name) : name.toUpperCase())).join("")
      : names.map(capital).join("+");
  });
  return strokes.join(" ");
}
