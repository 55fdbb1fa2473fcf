// The tokens of some parts on their own, without the rest of the conversation.
import { acquire } from "../acquire/acquire.ts";
import { viewParts } from "../assemble/blocks.ts";
import { compose } from "../compose/compose.ts";
import type { Model } from "../message/model.ts";
import type { Part } from "../message/part.ts";
import { contentId } from "../persist/contents/blobs.ts";
import type { Store } from "../persist/database/store.ts";
import type { GatherPorts } from "../turn/gather.ts";
import { estimatorOf } from "../turn/request/estimator.ts";

export interface TokenPorts extends Omit<GatherPorts, "newId"> {
  store: Store;
  model: (conversationId: string) => Model;
}

export async function tokensInParts(
  { store, model, readFile, readContext, readResource, readSymbols }: TokenPorts,
  conversationId: string,
  parts: readonly Part[],
): Promise<number> {
  const facts = await acquire({ readFile, readContext, readResource, readSymbols, digest: contentId }, parts);
  const { message, contents } = compose(parts, facts, () => "");
  const views = viewParts(message, (id) => contents.get(id));
  const estimator = estimatorOf(store, model(conversationId));
  return views.reduce(
    (total, { block }) => total + (block === undefined ? 0 : estimator.tokens(estimator.measure(block))),
    0,
  );
}
