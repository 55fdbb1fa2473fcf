// Where the conversations of a workspace are kept, and whether a rebuild of the container takes them.
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseStorage } from "../../extension/host/conversations/storage-place.ts";
import { isRebuilt } from "../../extension/text/remote-window.ts";

const at = (path: string) => ({ fsPath: path }) as Parameters<typeof chooseStorage>[0]["globalStorageUri"];
const data = join("/data", "User");
const global = join(data, "globalStorage", "galley.galley");
const ofWorkspace = join(data, "workspaceStorage", "4f2a", "galley.galley");
const workspace = { globalStorageUri: at(global), storageUri: at(ofWorkspace) };
const window = { globalStorageUri: at(global), storageUri: undefined };
const usable = (folder: string) => ({ ok: true, value: folder }) as const;

test("without the setting it is the folder that VS Code gives", () => {
  expect(chooseStorage(workspace, "", "1", usable)).toEqual({ folder: ofWorkspace });
  expect(chooseStorage(window, "", "1", usable)).toEqual({ folder: global });
});

test("with the setting each workspace has its own place in that folder", () => {
  const lasting = join("/mnt", "galley");
  expect(chooseStorage(workspace, lasting, "1", usable)).toEqual({
    folder: join(lasting, "4f2a", "galley.galley"),
    lasting,
  });
  expect(chooseStorage(window, lasting, "1", usable).folder).toBe(join(lasting, "globalStorage", "galley.galley"));
});

test("a folder that cannot be used is named with the reason, and the usual one is used", () => {
  const refuse = () => ({ ok: false, failure: "permission denied" }) as const;
  expect(chooseStorage(workspace, "/mnt/galley", "1", refuse)).toEqual({
    folder: ofWorkspace,
    refused: { folder: "/mnt/galley", why: "permission denied" },
  });
});

test("a rebuild takes the disk of a container, and of no other machine", () => {
  expect(["dev-container", "attached-container", "codespaces"].map(isRebuilt)).toEqual([true, true, true]);
  expect([undefined, "ssh-remote", "wsl", "tunnel"].map(isRebuilt)).toEqual([false, false, false, false]);
});
