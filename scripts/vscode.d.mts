// The types of vscode.mjs, for the tests.
export const cache: string;
export function prepareVsCode(): void;
export function freshFolder(kind: string): string;
export function copySample(folder: string): string;
