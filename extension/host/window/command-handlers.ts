// What a feature does for each of its commands: the id of package.json, and what runs with whatever it was called with.

export type CommandHandlers = Readonly<Record<string, (...args: unknown[]) => unknown>>;
