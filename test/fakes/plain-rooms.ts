// A turn's ports without a test runner, for drills: what is sent and what is read is counted.
import { mergeCommands } from "../../extension/compose/catalog.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import type { TurnEvent } from "../../extension/turn/events.ts";
import type { Rooms } from "../../extension/turn/rooms.ts";
import { loopback, VSCODE_LM } from "../../extension/turn/wire.ts";

export interface PlainRooms extends Rooms {
  events: TurnEvent[];
  /** How many requests went. */
  sent: number;
  /** How often what runs beside a turn was started. */
  started: number;
  /** The files that were asked for. */
  read: string[];
}

let ids = 0;

export function plainRooms(store: Store, answer: (signal: AbortSignal) => AsyncIterable<string>): PlainRooms {
  const rooms: PlainRooms = {
    events: [],
    sent: 0,
    started: 0,
    read: [],
    store,
    readFile: ({ path }) => {
      rooms.read.push(path);
      return Promise.resolve({ state: "text", language: "plaintext", unsaved: false, text: "secret", clamped: false });
    },
    attachmentLimits: () => ({ inlineBytes: 1 << 20, sessionInlineBytes: 20 << 20 }),
    readContext: () => Promise.resolve({ parts: [] }),
    livePins: () => Promise.resolve([]),
    inlineTextBytes: () => 64 << 10,
    catalog: () => mergeCommands([]),
    pinsPlacement: () => "append",
    compactsAlone: () => false,
    layers: () => [{ id: "agent.system", text: "Be brief." }],
    model: () => ({ ...loopback, provider: VSCODE_LM, id: "drill/drill", context_window: 100_000_000 }),
    access: (provider) => Promise.resolve({ provider, name: provider, fetch: globalThis.fetch }),
    languageModel: {
      send: (_, signal) => {
        rooms.sent += 1;
        return Promise.resolve(answer(signal));
      },
    },
    start: () => {
      rooms.started += 1;
      return Promise.resolve();
    },
    now: () => Date.now(),
    newId: (prefix) => `${prefix}_${process.pid}_${String(++ids).padStart(6, "0")}`,
    emit: (event) => rooms.events.push(event),
    owner: `${process.pid}`,
    isAlive: () => true,
  };
  return rooms;
}
