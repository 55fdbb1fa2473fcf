// What Galley says about providers and models: what a model takes, and what a profile may not set.

// Providers
export const customServer = "Custom Server";
export const lmStudio = "LM Studio";

// What a model takes, in the list of models
export const tokens = (count: string): string => `${count} tokens`;
export const assumedTokens = (count: string): string => `${count} tokens (assumed)`;
export const images = "images";
export const pdf = "PDF";
export const audio = "audio";
export const video = "video";
export const textOnly = "text only";
export const tools = "tools";
export const thinks = "thinks";

// Who is paid for an answer, in the list of models
export const freeHere = "free, runs on this machine";
export const perToken = "billed per token";
export const byServer = "billed by its server";
export const ollamaAccount = "uses your Ollama account";

// What is wrong with a request field of a profile, after its name
export const tooDeep = "is nested too deeply";
export const mustBeList = "must be a list";
export const listTooLong = (limit: number): string => `must be a list of at most ${limit}`;
export const mustBeTable = "must be a table";
export const invalidName = "is not a valid name";
export const notAllowed = (table: string, fields: readonly string[]): string =>
  `cannot be set by a profile; ${table} can contain ${fields.join(", ")}`;
export const mustBe = {
  number: "must be a number",
  integer: "must be a whole number",
  flag: "must be true or false",
  text: (limit: number): string => `must be a text of at most ${limit} characters`,
  label: (limit: number): string => `must be a text of at most ${limit} characters that is not a URL`,
  word: "must be one word",
  scalar: "must be a number, a text, true or false",
  oneOf: (values: readonly string[]): string => `must be ${values.join(" or ")}`,
};
