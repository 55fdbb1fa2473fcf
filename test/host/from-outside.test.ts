// What comes without the user's typing, inside VS Code: a link to Galley, and messages whose time has come. Each is told in a notification.
import assert from "node:assert/strict";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { registerDoor } from "../../extension/host/door/register.ts";
import { registerSchedules } from "../../extension/host/schedules/register.ts";
import type { Part } from "../../extension/message/part.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import type { DoorPorts } from "../../extension/turn/door/receive.ts";
import { aPackage } from "../fakes/skills.ts";
import { eventually } from "./eventually.ts";

const { showErrorMessage, showInformationMessage } = vscode.window;

let folder: string;
let store: Store;
let told: string[];
/** What the user presses, by the words of the notification. */
let press: (message: string) => string | undefined;
let kept: { id: string; parts: readonly Part[]; origin: unknown; holds: unknown }[];

const conversation: DoorPorts["conversation"] = (id) => ({
  runner: {
    keep: (parts, place) => {
      // Without a word about it, the queue is held.
      kept.push({ id, parts, origin: place?.from, holds: place?.holds === undefined ? "hold" : place.holds });
      return Promise.resolve({ ok: true, value: { message_id: `msg_${kept.length}`, queued: true } });
    },
  },
  rename: () => undefined,
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-outside-"));
  store = openStore(join(folder, "galley.db"));
  [told, kept] = [[], []];
  press = () => undefined;
  const note = (message: string) => {
    told.push(message);
    return Promise.resolve(press(message));
  };
  Object.assign(vscode.window, { showErrorMessage: note, showInformationMessage: note });
});

afterEach(() => {
  Object.assign(vscode.window, { showErrorMessage, showInformationMessage });
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const ports = { conversation, newConversationId: () => "ses_new", updateList: () => undefined };

describe("a link to Galley", () => {
  const link = (rest: string) => vscode.Uri.parse(`${vscode.env.uriScheme}://galley.galley${rest}`);

  it("puts its text into a queue that is held, says who sent it, and Show opens the conversation", async () => {
    const opened: string[] = [];
    press = () => "Show";
    const door = registerDoor({
      ...ports,
      store,
      openConversation: (id) => Promise.resolve(void opened.push(id)),
    });
    await door.openUri(link("/submit?from=Build%20bot&text=Fix%20a%20%26%20b"));
    const parts = [{ type: "text", text: "Fix a & b", pasted: true }];
    assert.deepEqual(kept, [{ id: "ses_new", parts, origin: { kind: "link", name: "Build bot" }, holds: "hold" }]);
    assert.deepEqual(told, [
      "A link (Build bot) put a message into a queue. Galley sends it only when you resume the queue.",
    ]);
    await eventually(
      () => opened,
      ([id]) => id === "ses_new",
    );
  });

  it("that leads nowhere or has no text is refused in words, and nothing is queued", async () => {
    const door = registerDoor({ ...ports, store, openConversation: () => Promise.resolve() });
    await assert.rejects(door.openUri(link("/send?text=a")), /cannot open this link/);
    await assert.rejects(door.openUri(link("/submit?from=me")), /contains no text/);
    assert.deepEqual([kept, told], [[], []]);
  });
});

describe("schedules", () => {
  const at = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toTimeString().slice(0, 5);

  function memento(): vscode.Memento {
    const state = new Map<string, unknown>();
    return {
      keys: () => [...state.keys()],
      get: (key: string) => state.get(key) as never,
      update: (key, value) => Promise.resolve(void state.set(key, value)),
    };
  }

  const set = (value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration("galley").update("schedules", value, vscode.ConfigurationTarget.Global);

  afterEach(() => set(undefined));

  function register(skills: ReturnType<typeof aPackage>[]): vscode.EventEmitter<void> & { stop: () => void } {
    const changed = new vscode.EventEmitter<void>();
    const registered = registerSchedules({
      ...ports,
      workspaceState: memento(),
      globalState: memento(),
      userStorage: vscode.Uri.file(folder),
      log: vscode.window.createOutputChannel("schedules of a test", { log: true }),
      catalog: () => mergeCommands([]),
      skills: () => Promise.resolve({ skills, problems: [], clashes: [] }),
      onSkillsChange: changed.event,
      isReadOnly: () => false,
    });
    const stop = (): void => {
      registered.dispose();
    };
    return Object.assign(changed, { stop });
  }

  const known = (): string[] => globSync("schedules/*.since", { cwd: folder });

  it("queue what is due, and tell what was missed without sending it", async () => {
    await set([
      { name: "Stand-up", at: at(1), message: "What changed?" },
      { name: "Morning", at: at(30), message: "Good morning" },
    ]);
    const window = register([]);
    await eventually(known, (files) => files.length === 2);
    assert.equal(kept.length, 0, "nothing is due that was not known before its time");
    const yesterday = String(Date.now() - 24 * 60 * 60_000);
    for (const file of known()) writeFileSync(join(folder, file), yesterday);
    window.fire();
    await eventually(
      () => [kept.length, told.length],
      ([queued, said]) => queued === 1 && said === 1,
    );
    window.stop();
    assert.deepEqual(kept[0]?.origin, { kind: "schedule", name: "Stand-up" });
    assert.match(told[0] ?? "", /^Galley missed “Morning”: .* Nothing was sent\.$/);
  });

  it("of a skill of the workspace run only once the user has accepted them", async () => {
    const skill = aPackage("tidy");
    const proposing = { ...skill, package: { ...skill.package, schedule: { at: at(30), days: [], request: "all" } } };
    const window = register([proposing]);
    await eventually(
      () => told,
      ([first = ""]) => /^The skill tidy of this workspace asks to send “\/tidy all” every day/.test(first),
    );
    assert.deepEqual(known(), [], "it is not a schedule yet");
    window.stop();
    press = () => "Accept";
    const next = register([proposing]);
    await eventually(known, (files) => files.length === 1);
    next.stop();
  });
});
