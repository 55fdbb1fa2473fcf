// Chooses the folder for this workspace's conversations: in the folder of the settings if it can be used, or VS Code's.
import { basename, dirname, join } from "node:path";
import type * as vscode from "vscode";
import { usableFolder } from "../../disk/places/usable-folder.ts";
import { storageFolder } from "../files/storage.ts";

export interface StoragePlace {
  folder: string;
  /** The folder of the settings, if it is used. */
  lasting?: string;
  /** Why the folder of the settings is not used. */
  refused?: { folder: string; why: string };
}

type Context = Pick<vscode.ExtensionContext, "storageUri" | "globalStorageUri">;

/** Workspaces are side by side in the folder of the settings, under the names that VS Code gives them. */
export function chooseStorage(context: Context, wanted: string, id: string, check = usableFolder): StoragePlace {
  const usual = storageFolder(context);
  if (wanted === "") return { folder: usual };
  const checked = check(wanted, id);
  if (!checked.ok) return { folder: usual, refused: { folder: wanted, why: checked.failure } };
  const lasting = checked.value;
  return { folder: join(lasting, basename(dirname(usual)), basename(usual)), lasting };
}
