// The types of node24.mjs, for the tests.
export const root: string;
export function onNode24(): Promise<void>;
export function needsOwnNode(running: string): boolean;
