// The types of unseen.mjs, for the tests.
export const SEEN: string;
export function beUnseen(): void;
