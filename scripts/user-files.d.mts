// The types of user-files.mjs, for the tests.
import type { ServerOptions } from "./server.mjs";

export function writeUserFiles(data: string, options: ServerOptions): void;
export function removeUserFiles(data: string): void;
