// What some parts cost on their own, apart from the rest of the conversation.
import { acquire } from "../acquire/acquire.ts";
import { viewParts } from "../assemble/blocks.ts";
import { compose } from "../compose/compose.ts";
import type { Part } from "../message/part.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { estimatorOf } from "../turn/request/estimator.ts";
import type { Rooms } from "../turn/rooms.ts";

export async function weigh(
  { store, model, readFile, readContext, readResource }: Rooms,
  sessionId: string,
  parts: readonly Part[],
): Promise<number> {
  const facts = await acquire({ readFile, readContext, readResource, digest: contentId }, parts);
  const { message, contents } = compose(parts, facts, () => "");
  const views = viewParts(message, (id) => contents.get(id));
  const estimator = estimatorOf(store, model(sessionId));
  return views.reduce(
    (total, { block }) => total + (block === undefined ? 0 : estimator.tokens(estimator.measure(block))),
    0,
  );
}
