// The ports of a turn on a real SQLite file, with files from memory. What a test does not set has a neutral value.
import { join } from "node:path";
import type { FileRead } from "../../extension/acquire/facts.ts";
import { sliceText } from "../../extension/acquire/slice.ts";
import { BUILT_INS } from "../../extension/compose/built-in.ts";
import { type Command, mergeCommands } from "../../extension/compose/catalog.ts";
import type { PlaceFound } from "../../extension/compose/prepare-command.ts";
import type { Model } from "../../extension/message/model.ts";
import type { Resolved } from "../../extension/message/resolved.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import type { Access } from "../../extension/send/access.ts";
import type { InspectPorts } from "../../extension/preview/inspect.ts";
import type { ConversationPorts } from "../../extension/turn/conversation/conversation.ts";
import type { Ownership } from "../../extension/turn/ownership.ts";
import type { TurnEvent } from "../../extension/turn/events.ts";

import { loopback, VSCODE_LM } from "../../extension/turn/wire.ts";
import { temporaryFolder } from "./folder.ts";
import { freshStore } from "./fresh-store.ts";
import { neutralPorts } from "./neutral-ports.ts";

export interface FakePorts extends ConversationPorts, InspectPorts, Ownership {
  events: TurnEvent[];
  files: Map<string, string>;
  path: string;
}

export interface PortsOptions {
  /** Answers instead of Loopback. */
  access?: Partial<Access>;
  model?: Model;
  answer?: (signal: AbortSignal) => AsyncIterable<string>;
  path?: string;
  owner?: string;
  isAlive?: (owner: string) => boolean;
  store?: Store;
  /** Besides the built-in ones. */
  commands?: Command[];
  /** What `@name` stands for now. */
  contexts?: Record<string, Resolved>;
  /** What is at paths besides `files`. */
  places?: Record<string, PlaceFound>;
}

let ids = 0;

export function fakePorts(options: PortsOptions = {}): FakePorts {
  const path = options.path ?? join(temporaryFolder(), "galley.db");
  const events: TurnEvent[] = [];
  const files = new Map([["src/a.ts", "one\ntwo\nthree\nfour"]]);
  const scripted: Model = { ...loopback, provider: VSCODE_LM, id: "test/scripted", name: "Scripted" };
  return {
    ...neutralPorts(),
    path,
    events,
    files,
    store: options.store ?? freshStore(path),
    readFile: ({ path: name, range }): Promise<FileRead> => {
      const text = files.get(name);
      if (text === undefined) return Promise.reject(new Error("the file does not exist"));
      const slice = range === undefined ? { text, clamped: false } : sliceText(text, range);
      return Promise.resolve({ state: "text", language: "typescript", unsaved: false, ...slice });
    },
    namedFiles: (paths) => Promise.resolve(paths.filter((name) => files.has(name))),
    findPlace: (name) => {
      const found: PlaceFound = files.has(name) ? { state: "file", path: name } : { state: "missing" };
      return Promise.resolve(options.places?.[name] ?? found);
    },
    readContext: (name) => Promise.resolve(options.contexts?.[name] ?? { parts: [], reason: "nobody knows it" }),
    compactsAlone: () => true,
    catalog: () => mergeCommands([...BUILT_INS, ...(options.commands ?? [])]),
    model: () => options.model ?? (options.answer === undefined ? loopback : scripted),
    access: (provider) => Promise.resolve({ provider, name: provider, fetch: globalThis.fetch, ...options.access }),
    // Loopback's words come one by one, but none is waited for.
    wait: () => new Promise(setImmediate),
    languageModel: { send: (_, signal) => Promise.resolve(options.answer?.(signal) ?? nothing()) },
    now: () => Date.now(),
    newId: (prefix) => `${prefix}_${String(++ids).padStart(6, "0")}`,
    emit: (event) => events.push(event),
    owner: options.owner ?? "me",
    isAlive: options.isAlive ?? ((owner) => owner === "me"),
  };
}

async function* nothing(): AsyncGenerator<string> {
  // A model that says nothing.
}
