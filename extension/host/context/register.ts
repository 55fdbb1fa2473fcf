// The feature context: what the user mentions, what is added automatically, and the layers of a conversation.
import * as vscode from "vscode";
import { type AutomaticPorts, findAlways, findAutomatic, type FoundContext } from "../../acquire/automatic.ts";
import type { SymbolsRead } from "../../acquire/symbols/find-symbol.ts";
import type { Policy } from "../../acquire/policy.ts";
import type { KnownPart } from "../../message/part.ts";
import type { TurnEvent } from "../../turn/events.ts";
import { followIgnoreFiles } from "../files/kept-out.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { inTime } from "../window/in-time.ts";
import { contextCommands } from "./commands.ts";
import { Contexts } from "./contexts.ts";
import { Copied } from "./copied.ts";
import type { ContextNeeds } from "./needs.ts";
import { Policies } from "./policies.ts";
import { symbolsIn } from "./read/read-symbols.ts";
import { Reference } from "./reference.ts";
import type { RegisteredContexts } from "./registered/registered-contexts.ts";
import { followStored } from "./stored-key.ts";
import { Surroundings } from "./surroundings.ts";

export interface Context extends Pick<Contexts, "names" | "entities" | "read">, vscode.Disposable {
  readonly commands: CommandHandlers;
  readonly automatic: AutomaticContext;
  readonly surroundings: Pick<Surroundings, "read" | "instructions">;
  tell(event: TurnEvent): void;
  /** For a symbol that a message mentions. Never rejects. */
  readSymbols(path: string): Promise<SymbolsRead>;
  /** Where a pasted text was copied from, if Galley knows. */
  findSource(text: string): KnownPart | undefined;
}

/** Context that the user did not name: what is suggested or sent now, and the user's choice. */
interface AutomaticContext {
  names(): readonly string[];
  /** The contexts that may go with a draft, without what it contains already. */
  find(draft: readonly KnownPart[]): Promise<FoundContext[]>;
  /** What goes with a message that no input shows. A context that takes too long does not hold the message back. */
  partsFor(message: readonly KnownPart[]): Promise<KnownPart[]>;
  choosePolicy(name: string, policy: Policy): void;
  /** A policy or an ignore file has changed, or the user made Galley forget edits. */
  readonly onChange: vscode.Event<void>;
}

export function registerContext(needs: ContextNeeds, registered: RegisteredContexts): Context {
  const contexts = new Contexts(registered, needs);
  const policies = new Policies(needs.workspaceState);
  const surroundings = new Surroundings(needs);
  const reference = new Reference();
  const copied = new Copied();
  const ports: AutomaticPorts = {
    names: () => contexts.automatic.map(({ name }) => name),
    policyOf: (name) => policies.of(name),
    readAutomatic: (name) => contexts.readAutomatic(name),
    isKnownCommand: needs.isKnownCommand,
  };
  const alwaysFor = (message: readonly KnownPart[]): Promise<FoundContext[]> =>
    findAlways({ ...ports, readAutomatic: (name) => inTime(contexts.readAutomatic(name)) }, message);
  const changed = new vscode.EventEmitter<void>();
  const tellChange = (): void => {
    changed.fire();
  };
  const forgetEdits = (): void => {
    contexts.trail.clear();
    tellChange();
  };
  const all = [
    policies.onChange(tellChange),
    followIgnoreFiles(tellChange),
    contexts,
    policies,
    surroundings,
    copied,
    changed,
  ];
  return {
    commands: contextCommands(needs, { contexts, policies, reference, forgetEdits, alwaysFor }),
    get names() {
      return contexts.names;
    },
    get entities() {
      return contexts.entities;
    },
    read: (name, id) => contexts.read(name, id),
    automatic: {
      names: ports.names,
      find: (draft) => findAutomatic(ports, draft),
      partsFor: async (message) => (await alwaysFor(message)).flatMap(({ parts }) => parts),
      choosePolicy: (name, policy) => {
        policies.choose(name, policy);
      },
      onChange: changed.event,
    },
    surroundings,
    tell: followStored(needs.store),
    readSymbols: symbolsIn,
    findSource: (text) => reference.find(text) ?? copied.find(text),
    dispose: () => {
      for (const one of all) one.dispose();
    },
  };
}
