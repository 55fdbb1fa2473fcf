// The keys on a page: those of commands as they are bound on each system, and those that no command has.
import type { Page } from "./page.ts";
import type { Binding, Product } from "./product.ts";

/** Keys of every text field, list and menu, which the panel handles as such, and of VS Code and terminals themselves. */
const NO_COMMANDS = new Set([
  ...["Enter", "Shift+Enter", "Escape", "Tab", "Up", "Backspace", "Delete", "Shift", "Ctrl"],
  ...["Ctrl+Z", "Ctrl+Shift+V", "Shift+F10", "Ctrl+C", "Ctrl+Right", "Cmd+Right"],
]);

const KEY = /^(?:(?:Ctrl|Cmd|Alt|Shift)\+\S+(?: (?:(?:Ctrl|Cmd|Alt|Shift)\+)?\S+)?|F\d{1,2}|Delete|Escape)$/;

interface Named {
  readonly key: string;
  readonly system: "win" | "mac" | "key";
}

/** A key is that of Linux unless it has Cmd in it or a system behind it. */
function keysIn(text: string): Named[] {
  return [...text.matchAll(/`([^`\n]+)`( on Windows)?/g)]
    .filter(([, key = ""]) => KEY.test(key))
    .map(([, key = "", windows]) => ({
      key,
      system: key.includes("Cmd+") ? "mac" : windows === undefined ? "key" : "win",
    }));
}

const isBound = ({ key, system }: Named, bindings: readonly Binding[]): boolean =>
  bindings.some((binding) => (binding[system] ?? binding.key) === key.toLowerCase());

export function unknownKeys({ prose }: Page, { bindings }: Product): string[] {
  return keysIn(prose)
    .filter((named) => !NO_COMMANDS.has(named.key) && !isBound(named, bindings))
    .map(({ key }) => key);
}

/** In rows of a table with the columns Command and Key: each key belongs to a command of its row, on each system. */
export function wrongRowKeys({ rows }: Page, { bindings, commands }: Product): string[] {
  return rows.flatMap(({ head, cells: [names = "", keys = ""] }) => {
    if (!/^Command/.test(head[0] ?? "") || head[1] !== "Key") return [];
    const titles = names.split(", ").map((name) => name.replace(/^\**(?:Galley: )?|\**$/g, ""));
    const own = bindings.filter(({ command }) => titles.includes(commands.get(command) ?? ""));
    const named = keysIn(keys);
    const wrong = named.filter((one) => !isBound(one, own) && !(own.length === 0 && NO_COMMANDS.has(one.key)));
    const missing = own.filter(({ key, win, mac }) => {
      const has = (system: Named["system"], bound: string | undefined): boolean =>
        bound === undefined || named.some((one) => one.system === system && one.key.toLowerCase() === bound);
      return !has("key", key) || !has("win", win) || !has("mac", mac);
    });
    return [...wrong.map(({ key }) => `${names}: ${key}`), ...missing.map(({ command }) => `${names}: ${command}`)];
  });
}

export function undescribedKeys(pages: readonly Page[], { bindings }: Product): string[] {
  const named = new Set(pages.flatMap(({ prose }) => keysIn(prose).map(({ key }) => key.toLowerCase())));
  return bindings.filter(({ key }) => !named.has(key)).map(({ command }) => command);
}
