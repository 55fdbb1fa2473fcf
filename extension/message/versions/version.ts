// Rows of any age become today's messages when they are read; rows are never rewritten.
import * as z from "zod/mini";
import { partFromVersion0 } from "./version-0.ts";
import { AssistantMetadata, AssistantPart, SCHEMA_VERSION, UserMetadata } from "../message.ts";
import { parsePart, type Part } from "../part.ts";
import * as words from "../words.ts";

/** The step from each version to the next: the first takes version 0 to 1. */
const steps: readonly ((raw: unknown) => unknown)[] = [partFromVersion0];

const Versioned = z.object({ schema_version: z.int().check(z.gte(0)) });

/** The version a message says it was written with; the current one if it says nothing. */
export function versionOf(metadata: unknown): number {
  const said = Versioned.safeParse(metadata);
  return said.success ? said.data.schema_version : SCHEMA_VERSION;
}

/** A part of an older version in today's shape. What is not of that version stays as it is. */
export function adaptPart(raw: unknown, version: number): unknown {
  return steps.slice(version).reduce((older, step) => step(older), raw);
}

/** Never throws: what cannot be understood, of a newer version or damaged, is kept as it is and shown as unsupported. */
export function readPart(raw: unknown, version: number = SCHEMA_VERSION): Part {
  const parsed = parsePart(adaptPart(raw, version));
  return parsed.ok ? parsed.value : { type: "unknown", original: raw };
}

export function readAssistantPart(raw: unknown): AssistantPart {
  const parsed = AssistantPart.safeParse(raw);
  return parsed.success ? parsed.data : { type: "text", text: words.unsupportedPart };
}

export function readUserMetadata(raw: unknown): UserMetadata {
  const parsed = UserMetadata.safeParse(raw);
  return parsed.success ? parsed.data : { schema_version: SCHEMA_VERSION };
}

export function readAssistantMetadata(raw: unknown): AssistantMetadata {
  const parsed = AssistantMetadata.safeParse(raw);
  return parsed.success ? parsed.data : { schema_version: SCHEMA_VERSION, model: "unknown", finish: "interrupted" };
}
