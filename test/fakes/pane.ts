// A pane with its core that notes what comes into the message and what the page is told, for the gestures behind both.
import type { Core } from "../../extension/host/core.ts";
import type { Pane } from "../../extension/host/pane.ts";
import { TakeIn } from "../../extension/host/take-in.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";

interface FakePane {
  core: Core;
  added: KnownPart[];
  posted: ToWebview["type"][];
  /** How often its panel was opened. */
  revealed: number;
}

/** Its panel is closed at first. */
export function fakePane(): FakePane {
  const fake = { added: [] as KnownPart[], posted: [] as ToWebview["type"][], revealed: 0 };
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
  const takeIn = new TakeIn({} as Core, pane as unknown as Pane);
  return Object.assign(fake, { core: { panes: { focused: { ...pane, takeIn } } } as unknown as Core });
}
