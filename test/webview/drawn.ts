// Drafts as one reads them in a test: "a①②b" is text with two chips in it, and "|" is the caret that was typed at.
import type { Draft } from "../../extension/protocol/draft.ts";
import { type Panel } from "./page.ts";
import { backoff, conversation, upload } from "./samples.ts";

const chips = { "①": upload, "②": backoff } as const;

function toParts(drawn: string): Draft["parts"] {
  return drawn
    .split(/([①②])/)
    .filter((piece) => piece !== "")
    .map((piece) => (piece === "①" || piece === "②" ? chips[piece] : { type: "text", text: piece }));
}

function drawn(parts: Draft["parts"]): string {
  const signs = Object.entries(chips);
  return parts
    .map((part) => {
      if (part.type === "text") return part.text;
      return signs.find(([, chip]) => JSON.stringify(chip) === JSON.stringify(part))?.[0] ?? "?";
    })
    .join("");
}

/** One panel for many drafts: each replaces the one before, with a history of its own. */
export class Sheet {
  readonly panel: Panel;
  #sent = 0;

  constructor(panel: Panel) {
    this.panel = panel;
  }

  static async open(studio: { panel: () => Promise<Panel> }): Promise<Sheet> {
    const panel = await studio.panel();
    await panel.focus();
    return new Sheet(panel);
  }

  /** The caret is at the end. */
  async put(text: string): Promise<void> {
    const snapshot = conversation({ draft: { parts: toParts(text) } });
    await this.panel.send({ type: "snapshot", replace_draft: true, snapshot });
  }

  /** What would be sent after typing a "|" where the caret is. */
  async typed(mark = "|"): Promise<string> {
    if (mark !== "") await this.panel.page.keyboard.type(mark);
    await this.panel.press("Enter");
    const { draft } = await this.panel.posts("submit", ++this.#sent);
    await this.panel.send({ type: "accepted", session_id: "ses_1", message_id: "m" });
    return drawn(draft.parts);
  }

  async keys(before: string, keys: string): Promise<string> {
    await this.put(before);
    await this.panel.press(...keys.split(" ").filter((key) => key !== ""));
    return this.typed();
  }

  chip(index = 0) {
    return this.panel.input.locator(".chip").nth(index);
  }

  /** A point beside (-px), on (0 to 1 of the width) or behind (1+px) a chip. */
  async at(index: number, along: number): Promise<{ x: number; y: number }> {
    const box = await this.chip(index).boundingBox();
    if (box === null) throw new Error("the chip is not shown");
    const x = along < 0 ? along : along > 1 ? box.width + along - 1 : box.width * along;
    return { x: box.x + x, y: box.y + box.height / 2 };
  }
}
