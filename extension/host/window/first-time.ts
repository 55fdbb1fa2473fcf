// Decides whether Galley shows its walkthrough and its panel by itself: once, for a user who has just installed it.

export interface Installation {
  /** From a package, not under development or test. */
  isInstalled: boolean;
  /** The walkthrough was opened before, on any machine that shares the user's state. */
  wasOpened: boolean;
  /** Galley has stored something, or the user has selected a model: this is an update. */
  isUsed: boolean;
  /** VS Code's setting for walkthroughs of new extensions. */
  opensOnInstall: boolean;
}

export function isFirstTime({ isInstalled, wasOpened, isUsed, opensOnInstall }: Installation): boolean {
  return isInstalled && opensOnInstall && !wasOpened && !isUsed;
}
