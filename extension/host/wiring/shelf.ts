// What the Shelf needs, from the core.
import type { Core } from "../core.ts";
import { openPart } from "../panel/open-part.ts";
import type { EarlyShelf, ShelfNeeds } from "../shelf/needs.ts";

export function shelfNeeds(core: Core, early: EarlyShelf): ShelfNeeds {
  return {
    ...early,
    store: core.store,
    focusedConversation: () => core.panes.focused.id,
    hasSeveralPanes: () => core.panes.all.length > 1,
    measureAll: () => core.measure(),
    changed: (conversation) => core.changed(conversation),
    instructions: (conversation) => core.surroundings.instructions(conversation),
    followResources: (resources) => core.offers.follow(resources),
    focusedMessage: () => {
      const { takeIn, draft } = core.panes.focused;
      return {
        addFiles: (uris) => takeIn.addFiles(uris),
        addDropped: (taken) => takeIn.addDropped(taken),
        addParts: (parts) => draft.addParts(parts, "end"),
        removePart: (part, nth) => draft.removePart(part, nth),
      };
    },
    openPart: (part) => openPart(core, part),
  };
}
