// OpenAI's SDK on a line, without the SDK's own retries, timeouts and environment variables.
import type { OpenAI } from "openai";
import { addressOf } from "../providers/provider.ts";
import type { Access } from "./access.ts";
import type { Line } from "./line/line.ts";
import { NO_KEY } from "./line/own-headers.ts";

const NEVER_MS = 24 * 3600 * 1000;

export async function openaiClient({ provider, key, baseUrl }: Access, line: Line): Promise<OpenAI> {
  const { OpenAI } = await import("./sdk/sdk-openai.ts");
  return new OpenAI({
    apiKey: key ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: addressOf(provider, baseUrl) ?? null,
    fetch: line.fetch,
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: "off",
  });
}
