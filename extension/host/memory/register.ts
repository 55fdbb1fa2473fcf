// Memories as a feature of the window: their view, their commands, and what a turn reads and writes of them.
import type * as vscode from "vscode";
import type { Listing, MemoryStore } from "../../memory/store.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { Memories } from "./memories.ts";
import { memoryCommands } from "./memory-commands.ts";
import type { MemoryNeeds } from "./needs.ts";

export interface Memory extends vscode.Disposable {
  readonly store: MemoryStore;
  /** As the files are now. Never rejects. */
  list: () => Promise<Listing>;
  readonly commands: CommandHandlers;
}

export function registerMemory(needs: MemoryNeeds): Memory {
  const memories = new Memories(needs.userStorage, needs.measureAll);
  return {
    store: memories.store,
    list: () => memories.list(),
    commands: memoryCommands(memories, needs),
    dispose: () => {
      memories.dispose();
    },
  };
}
