// The types of packed-readme.mjs, for the tests.
export function packedReadme(text: string): string;
