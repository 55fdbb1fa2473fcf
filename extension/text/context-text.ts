// What a context or a resource holds, as text that a person reads.
import type { ContextPart } from "../message/resolved.ts";
import * as words from "./words.ts";

export function contextText(part: ContextPart): string {
  switch (part.type) {
    case "editor-context":
      return typeof part.payload === "string" ? part.payload : JSON.stringify(part.payload, null, 2);
    case "file-attachment":
      return words.attachment(part.name, part.mime, part.size);
    case "file-ref":
      return "";
    default:
      return part satisfies never;
  }
}
