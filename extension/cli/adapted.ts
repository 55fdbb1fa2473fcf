// Which messages were of another version, and how each was read: part of the output of `validate` and `lower`.
import { type OutsideMessage, problemAt } from "../persist/parse-message.ts";

interface AdaptedMessage {
  message: string;
  /** The adapters of every version from here … */
  from: number;
  /** … to here ran; a newer message is read as far as this version goes. */
  to: number;
  /** The parts that this version does not understand. They are kept, and a model reads their text at most. */
  unread?: string[];
}

/** Nothing if all messages are of the current version. */
export function adaptedAs(messages: readonly OutsideMessage[]): { adapted?: AdaptedMessage[] } {
  const adapted = messages.flatMap(({ message, adapted: how }): AdaptedMessage[] => {
    if (how === undefined) return [];
    const { from, to } = how;
    const unread = how.unread.map((index) => problemAt(["parts", index], "").path);
    return [{ message: message.id, from, to, ...(unread.length > 0 && { unread }) }];
  });
  return adapted.length === 0 ? {} : { adapted };
}
