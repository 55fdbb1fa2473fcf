// The commands of the feature context.
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { Contexts } from "./contexts.ts";
import * as facts from "./facts-commands.ts";
import { addByteRange } from "./add-bytes.ts";
import { addStored } from "./add-stored.ts";
import type { MessageNeeds, StoredNeeds } from "./needs.ts";
import type { Policies } from "./policies.ts";
import { choosePolicies } from "./policy-commands.ts";
import type { Reference } from "./reference.ts";
import { tryAsk } from "./try-ask.ts";

interface CommandParts {
  contexts: Pick<Contexts, "read" | "automatic">;
  policies: Policies;
  reference: Reference;
  forgetEdits: () => void;
  /** The automatic context that goes with a message. */
  alwaysFor: facts.AlwaysFor;
}

export function contextCommands(
  needs: MessageNeeds & StoredNeeds,
  { contexts, policies, reference, forgetEdits, alwaysFor }: CommandParts,
): CommandHandlers {
  const { insertAtCaret: insert } = needs;
  return {
    "galley.addSelection": () => facts.addSelection(insert),
    "galley.addProblems": (argument) => facts.addProblems(insert, argument),
    "galley.addTerminalSelection": () => facts.addTerminalSelection(insert, contexts),
    "galley.addDiff": (argument) => facts.addDiff(insert, argument),
    "galley.addSymbol": () => facts.addSymbol(insert),
    "galley.addByteRange": (...args) => addByteRange(insert, args),
    "galley.addStored": () => addStored(insert, needs.store),
    "galley.addSearchResults": () => facts.addSearchResults(insert),
    "galley.sendWithSelection": (argument) => facts.sendWithSelection(needs, alwaysFor, argument),
    "galley.tryAsk": () => tryAsk(needs),
    "galley.copyReference": () => reference.choose(),
    "galley.copySymbolReference": () => reference.copySymbol(),
    "galley.copyProblemReference": () => reference.copyProblem(),
    "galley.choosePolicies": () => choosePolicies(policies, contexts.automatic, forgetEdits),
    "galley.forgetEdits": forgetEdits,
  };
}
