// The types of window-url.mjs, for the tests.
export interface WindowPlace {
  folder?: string;
  workspace?: string;
  development?: string;
  tests?: string;
}
export function pagePath(path: string, platform?: NodeJS.Platform): string;
export function windowUrl(origin: string, window: WindowPlace, platform?: NodeJS.Platform): string;
