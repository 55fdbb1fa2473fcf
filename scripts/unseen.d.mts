// The types of unseen.mjs, for the tests.
import type { Page } from "playwright-core";

export function beUnseen(): void;
export function whileSeen<T>(page: Page, take: () => Promise<T>): Promise<T>;
