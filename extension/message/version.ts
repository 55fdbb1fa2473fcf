// Rows of any age become today's messages when they are read; rows are never rewritten.
import { AssistantMetadata, AssistantPart, SCHEMA_VERSION, UserMetadata } from "./message.ts";
import { parsePart, type Part } from "./part.ts";

/** Never throws: what cannot be understood is kept as it is and shown as unsupported. */
export function readPart(raw: unknown): Part {
  const parsed = parsePart(raw);
  return parsed.ok ? parsed.part : { type: "unknown", original: raw };
}

export function readAssistantPart(raw: unknown): AssistantPart {
  const parsed = AssistantPart.safeParse(raw);
  return parsed.success ? parsed.data : { type: "text", text: "[unsupported part]" };
}

export function readUserMetadata(raw: unknown): UserMetadata {
  const parsed = UserMetadata.safeParse(raw);
  return parsed.success ? parsed.data : { schema_version: SCHEMA_VERSION };
}

export function readAssistantMetadata(raw: unknown): AssistantMetadata {
  const parsed = AssistantMetadata.safeParse(raw);
  return parsed.success ? parsed.data : { schema_version: SCHEMA_VERSION, model: "unknown", finish: "interrupted" };
}
