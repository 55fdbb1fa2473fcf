// The sources of suggestions, in the order in which the list shows them.
import { setTimeout } from "node:timers/promises";
import type { FileIndex } from "../files/file-index.ts";
import type { RecentFiles } from "../files/recent-files.ts";
import type { SuggestSource } from "./ask-sources.ts";
import { contextSource } from "./contexts.ts";
import { conversationSource } from "./conversations.ts";
import { entitySource } from "./entities.ts";
import type { SuggestNeeds } from "./needs.ts";
import { placeSource } from "./places.ts";
import { resourceSource } from "./resources.ts";
import { skillFileSource, skillSource } from "./skills.ts";
import { documentSymbols, workspaceSymbols } from "./symbols.ts";

type Named = Omit<SuggestNeeds, "workspaceState" | "pathAt" | "completeValues">;

/** Names that begin with the typed text come before files. Titles of conversations do not: any path may begin so. */
export function sourcesOf(
  index: FileIndex,
  recent: RecentFiles,
  { skills, contexts, entities, resources, conversations, focusedConversation }: Named,
): SuggestSource[] {
  return [
    resourceSource(resources, "begun"),
    contextSource(contexts, "begun"),
    skillSource(skills, "begun"),
    placeSource(index, recent),
    workspaceSymbols("@"),
    documentSymbols,
    workspaceSymbols("#"),
    contextSource(contexts, "all"),
    resourceSource(resources, "all"),
    skillSource(skills, "all"),
    skillFileSource(skills),
    conversationSource(conversations, focusedConversation),
    entitySource(entities, (ms, signal) => setTimeout(ms, undefined, { signal })),
  ];
}
