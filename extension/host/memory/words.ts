// What Galley says about memories.
import type { Scope } from "../../memory/entry.ts";
import { counted } from "../../text/counted.ts";

// Groups of the view, and choices for a new memory
export const scopes = {
  user: { label: "User", choice: "available in all projects", tooltip: "Available in all projects" },
  project: { label: "Project", choice: "stored in .galley/memory; can be committed", tooltip: "In .galley/memory" },
} as const satisfies Record<Scope, { label: string; choice: string; tooltip: string }>;

// The view
export const openMemory = "Open Memory";
export const spokenMemory = (name: string, description: string): string => `${name}, ${description}`;
export const spokenMalformed = (name: string, reason: string): string => `${name}, could not be read: ${reason}`;

// A new memory
export const selectScope = "New Memory: Select Scope";
export const newMemory = {
  user: "New User Memory",
  project: "New Project Memory",
} as const satisfies Record<Scope, string>;
export const notePlaceholder = "Enter one sentence. You can add details in the file.";
export const saved = {
  user: (name: string): string => `Saved memory “${name}” for every project.`,
  project: (name: string): string => `Saved memory “${name}” for this project.`,
} as const satisfies Record<Scope, (name: string) => string>;
export const notSaved = (reason: string): string => `Could not save the memory: ${reason}.`;
export const saveNotUndone = (name: string, reason: string): string => `Could not undo saving “${name}”: ${reason}.`;

// Deleted memories
export const deletedOne = (name: string): string => `Deleted “${name}”.`;
export const deletedMany = (count: number): string => `Deleted ${counted(count, "memory")}.`;
export const notDeleted = (name: string, reason: string): string => `Could not delete “${name}”: ${reason}.`;
export const notRestored = (name: string, reason: string): string => `Could not restore “${name}”: ${reason}.`;
