// The types of chromium.mjs, for the tests.
export const chromiumFlags: string[];
export function chromium(): string;
export function quickChromium(): string;
export function chromiumPlaces(
  env?: Readonly<Record<string, string | undefined>>,
  platform?: NodeJS.Platform,
): string[];
