// The types of chromium.mjs, for the tests.
export const chromiumFlags: string[];
export function chromium(): string;
