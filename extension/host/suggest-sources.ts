// Who suggests besides files and symbols: contexts, resources, skills and conversations, those that are begun by name first.
import { conversationSource } from "./conversations.ts";
import type { Core } from "./core.ts";
import { contextSource } from "./suggest-contexts.ts";
import { resourceSource } from "./suggest-resources.ts";
import { skillSource } from "./suggest-skills.ts";

export function registerSources({ suggest, contexts, offers, skills, store, panes }: Core): void {
  const names = (): Core["contexts"]["names"] => contexts.names;
  suggest.register(contextSource(names, "begun"), "first");
  suggest.register(contextSource(names, "all"));
  suggest.register(resourceSource(offers.resources, "begun"), "first");
  suggest.register(resourceSource(offers.resources, "all"));
  suggest.register(skillSource(() => skills.listing.skills));
  suggest.register(conversationSource(store, () => panes.focused.id));
}
