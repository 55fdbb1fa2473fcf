// The model that the user's own profiles name: a file of the project can add words to them, and choose no model for them.
import type { Profile } from "./profile.ts";

export interface NamedModel {
  provider: string;
  id: string;
}

interface Named {
  provider: string | undefined;
  model: string | undefined;
}

const NONE: Named = { provider: undefined, model: undefined };

/** Ignores the models that the project's files name: the user's or Galley's profile of the same name counts instead. */
export function ownModel(profile: Profile, all: readonly Profile[], before: readonly Profile[] = []): Named {
  if (before.includes(profile)) return NONE;
  const seen = [...before, profile];
  if (profile.source === "project") {
    const hidden = all.find(({ name, source }) => name === profile.name && source !== "project");
    return hidden === undefined ? NONE : ownModel(hidden, all, seen);
  }
  const parent = parentOf(profile, all);
  const base = parent === undefined ? NONE : ownModel(parent, all, seen);
  return { provider: profile.provider ?? base.provider, model: profile.model ?? base.model };
}

/** A profile that extends its own name extends the one it hides. */
export function parentOf(profile: Profile, all: readonly Profile[]): Profile | undefined {
  const after = profile.extends === profile.name ? all.indexOf(profile) + 1 : 0;
  return all.slice(after).find(({ name }) => name === profile.extends);
}
