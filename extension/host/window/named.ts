// The conversation or message a command was called on: an item of a list, or named by a program.
import * as z from "zod/mini";

const Item = z.object({ session_id: z.string() });

/** An item of a list, or what another extension passes. */
const Named = z.object({ session_id: z.optional(z.string()), message_id: z.optional(z.string()) });

export function namedBy(argument: unknown): string | undefined {
  if (typeof argument === "string") return argument;
  return Named.safeParse(argument).data?.session_id;
}

export function messageOf(argument: unknown): string | undefined {
  return Named.safeParse(argument).data?.message_id;
}

export function isItem(argument: unknown): boolean {
  return Item.safeParse(argument).success;
}

/** The selected conversations, as menus pass them. */
export function selectedItems(selected: unknown): string[] {
  return (
    z
      .array(Item)
      .safeParse(selected)
      .data?.map(({ session_id }) => session_id) ?? []
  );
}
