// A turn's ports without a test runner, for drills: what is sent and what is read is counted.
import { mergeCommands } from "../../extension/compose/catalog.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import type { InspectPorts } from "../../extension/preview/inspect.ts";
import type { ConversationPorts } from "../../extension/turn/conversation/conversation.ts";
import type { TurnEvent } from "../../extension/turn/events.ts";

import { loopback, VSCODE_LM } from "../../extension/turn/wire.ts";
import { neutralPorts } from "./neutral-ports.ts";

export interface PlainPorts extends ConversationPorts, InspectPorts {
  events: TurnEvent[];
  /** How many requests went. */
  sent: number;
  /** How often what runs beside a turn was started. */
  started: number;
  /** The files that were asked for. */
  read: string[];
}

let ids = 0;

export function plainPorts(store: Store, answer: (signal: AbortSignal) => AsyncIterable<string>): PlainPorts {
  const ports: PlainPorts = {
    ...neutralPorts(),
    events: [],
    sent: 0,
    started: 0,
    read: [],
    store,
    readFile: ({ path }) => {
      ports.read.push(path);
      return Promise.resolve({ state: "text", language: "plaintext", unsaved: false, text: "secret", clamped: false });
    },
    readContext: () => Promise.resolve({ parts: [] }),
    catalog: () => mergeCommands([]),
    compactsAlone: () => false,
    model: () => ({ ...loopback, provider: VSCODE_LM, id: "drill/drill", context_window: 100_000_000 }),
    access: (provider) => Promise.resolve({ provider, name: provider, fetch: globalThis.fetch }),
    languageModel: {
      send: (_, signal) => {
        ports.sent += 1;
        return Promise.resolve(answer(signal));
      },
    },
    start: () => {
      ports.started += 1;
      return Promise.resolve();
    },
    now: () => Date.now(),
    newId: (prefix) => `${prefix}_${process.pid}_${String(++ids).padStart(6, "0")}`,
    emit: (event) => ports.events.push(event),
    owner: `${process.pid}`,
    isAlive: () => true,
  };
  return ports;
}
