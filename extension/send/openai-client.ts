// OpenAI's SDK on a line: no retries, no patience and no environment of its own.
import type { OpenAI } from "openai";
import type { Access } from "./access.ts";
import type { Line } from "./line.ts";

const NEVER_MS = 24 * 3600 * 1000;

export async function openaiClient({ key, baseUrl }: Access, line: Line): Promise<OpenAI> {
  const { OpenAI } = await import("./sdk-openai.ts");
  return new OpenAI({
    apiKey: key ?? "none",
    organization: null,
    project: null,
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    fetch: line.fetch,
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: "off",
  });
}
