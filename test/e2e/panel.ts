// The places of a pane that every journey looks at, by role and name.
import type { Frame, Locator } from "playwright-core";

export const input = (pane: Frame): Locator => pane.getByRole("textbox", { name: "Message" });

/** A chip of the input. */
export const chip = (pane: Frame, name: string | RegExp): Locator => input(pane).getByRole("button", { name });

export const said = (pane: Frame, words: string): Locator =>
  pane.getByRole("article", { name: "You" }).getByText(words);

/** The last answer. */
export const answer = (pane: Frame, model = "Loopback"): Locator => pane.getByRole("article", { name: model }).last();

export const status = (pane: Frame, state: string): Locator =>
  pane.getByRole("status").filter({ hasText: `Session: ${state}` });

/** Keys that are pressed now go into the message. */
export const inInput = async (pane: Frame): Promise<void> => {
  await pane.waitForFunction(() => document.hasFocus() && document.activeElement?.role === "textbox");
};

/** Loopback ends every answer with these words. An answer that stands before the last message does not count. */
export async function answered(pane: Frame): Promise<void> {
  await pane.getByRole("article").last().and(answer(pane)).getByText("not a language model").waitFor();
  await status(pane, "idle").waitFor();
}
