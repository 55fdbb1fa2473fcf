// A pane and a Shelf that note what comes into the message, what is pinned and what the page is told, for the gestures behind them.
import type { DraftAdditionsNeeds } from "../../extension/host/panel/needs.ts";
import type { ShownPane } from "../../extension/host/panel/shown-pane.ts";
import { DraftAdditions } from "../../extension/host/panel/draft/draft-additions.ts";
import type { UnsentMessage } from "../../extension/host/shelf/needs.ts";
import type { ShelfContents } from "../../extension/host/shelf/shelf.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";

interface FakePane {
  shelf: ShelfContents;
  focusedMessage: () => UnsentMessage;
  added: KnownPart[];
  pinned: KnownPart[];
  posted: ToWebview["type"][];
  /** How often its panel was opened. */
  revealed: number;
}

/** Its panel is closed at first. */
export function fakePane(): FakePane {
  const fake = { added: [] as KnownPart[], pinned: [] as KnownPart[], posted: [] as ToWebview["type"][], revealed: 0 };
  const pane = {
    id: "ses_1",
    panel: {
      get isOpen() {
        return fake.revealed > 0;
      },
      reveal: () => Promise.resolve(void (fake.revealed += 1)),
    },
    draft: { addTo: (_: string, parts: KnownPart[]) => Promise.resolve(void fake.added.push(...parts)) },
    post: ({ type }: ToWebview) => fake.posted.push(type),
  };
  const additions = new DraftAdditions({} as DraftAdditionsNeeds, pane as unknown as ShownPane);
  const message: Partial<UnsentMessage> = {
    addFiles: (uris) => additions.addFiles(uris),
    addDropped: (taken) => additions.addDropped(taken),
  };
  const shelf: Partial<ShelfContents> = { pin: (parts) => void fake.pinned.push(...parts) };
  return Object.assign(fake, {
    shelf: shelf as ShelfContents,
    focusedMessage: () => message as UnsentMessage,
  });
}
