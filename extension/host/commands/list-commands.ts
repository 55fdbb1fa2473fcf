// The list of commands: what each does, where it is from and what it overrides. The one that the user selects goes into the message.
import * as vscode from "vscode";
import { NO_ARGUMENTS } from "../../message/command.ts";
import type { CommandSpec } from "../../protocol/catalog.ts";
import { pickOne } from "../window/ask.ts";
import type { CommandCatalog } from "./command-catalog.ts";
import type { CommandDrafts } from "./needs.ts";
import * as words from "./words.ts";

type Item = vscode.QuickPickItem & { id?: string };

export async function listCommands(catalog: CommandCatalog, insert: CommandDrafts["insertIntoFocused"]): Promise<void> {
  await catalog.ready;
  const picked = await pickOne(itemsOf(catalog.specs()), {
    title: words.insertTitle,
    placeHolder: catalog.absence || words.selectCommand,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.id === undefined) return;
  await insert([{ type: "command", id: picked.id, args: NO_ARGUMENTS }]);
}

function itemsOf(specs: readonly CommandSpec[]): Item[] {
  const items: Item[] = [];
  let last: CommandSpec["source"] | undefined;
  for (const spec of specs) {
    if (spec.source !== last)
      items.push({ label: words.sources[spec.source], kind: vscode.QuickPickItemKind.Separator });
    last = spec.source;
    items.push(itemOf(spec));
  }
  return items;
}

function itemOf({ id, description, arguments: wanted, hides }: CommandSpec): Item {
  const names = wanted.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(" ");
  return {
    id,
    label: names === "" ? id : `${id} ${names}`,
    description,
    ...(hides.length > 0 && { detail: words.overrides(hides.join(", ")) }),
  };
}
