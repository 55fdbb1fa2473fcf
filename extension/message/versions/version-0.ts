// The parts as the first sketches of Galley wrote them (`schema_version: 0`), and how they read today.
import * as z from "zod/mini";
import type { KnownPart } from "../part.ts";

const Part0 = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), value: z.string() }),
  /** `lines` is `[first, last]`, 1-based. */
  z.object({ type: z.literal("file"), path: z.string(), lines: z.optional(z.tuple([z.int(), z.int()])) }),
  z.object({ type: z.literal("attachment"), filename: z.string(), mimeType: z.string(), base64: z.string() }),
  z.object({ type: z.literal("command"), name: z.string(), args: z.string() }),
  z.object({ type: z.literal("skill"), name: z.string() }),
  z.object({ type: z.literal("context"), kind: z.string(), data: z.json(), at: z.int() }),
]);

/** Returns anything that is not a part of version 0 unchanged. */
export function partFromVersion0(raw: unknown): unknown {
  const parsed = Part0.safeParse(raw);
  return parsed.success ? toVersion1(parsed.data) : raw;
}

function toVersion1(part: z.infer<typeof Part0>): KnownPart {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.value };
    case "file": {
      const [start, end] = part.lines ?? [];
      const range = start === undefined || end === undefined ? {} : { range: { start, end } };
      return { type: "file-ref", ref: { kind: "path", path: part.path, ...range } };
    }
    case "attachment": {
      const padding = /={0,2}$/.exec(part.base64)?.[0].length ?? 0;
      const size = (part.base64.length / 4) * 3 - padding;
      return { type: "file-attachment", name: part.filename, mime: part.mimeType, size, data: part.base64 };
    }
    case "command": {
      const positional = part.args.split(/\s+/).filter((word) => word !== "");
      return { type: "command", id: `/${part.name}`, args: { raw: part.args, positional, named: {} } };
    }
    case "skill":
      return { type: "mention", target: { kind: "skill", name: part.name } };
    case "context":
      return { type: "editor-context", kind: part.kind, payload: part.data, emitted_at: part.at };
    default:
      return part satisfies never;
  }
}
