// Who suggests besides files and symbols: contexts, resources, skills and conversations. All but conversations come before files
// when their name is begun; a title may begin as any path does.
import { conversationSource } from "../conversations/conversations.ts";
import type { Core } from "../core.ts";
import { contextSource } from "./contexts.ts";
import { resourceSource } from "./resources.ts";
import { skillSource } from "./skills.ts";

export function registerSources({ suggest, contexts, offers, skills, store, panes }: Core): void {
  const names = (): Core["contexts"]["names"] => contexts.names;
  const listed = (): Core["skills"]["listing"]["skills"] => skills.listing.skills;
  suggest.register(skillSource(listed, "begun"), "first");
  suggest.register(contextSource(names, "begun"), "first");
  suggest.register(contextSource(names, "all"));
  suggest.register(resourceSource(offers.resources, "begun"), "first");
  suggest.register(resourceSource(offers.resources, "all"));
  suggest.register(skillSource(listed, "all"));
  suggest.register(conversationSource(store, () => panes.focused.id));
}
