// Removes chips from the message that is being written.
import type { Shelved } from "./item.ts";
import type { UnsentMessage } from "./needs.ts";

/** The last of equal chips first, so that the numbers of the others stay valid. */
export function removeChips(message: Pick<UnsentMessage, "removePart">, chips: readonly Shelved[]): void {
  for (const { part, nth } of [...chips].sort((a, b) => b.nth - a.nth)) message.removePart(part, nth);
}
