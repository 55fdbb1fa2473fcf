// write: a new file, or the whole of one.
import * as z from "zod/mini";
import { defineTool, refuse } from "./define.ts";
import { findPlace, writeNeeds } from "./locate.ts";
import type { DocumentText, Ports } from "./ports.ts";
import type { Outcome, Tool } from "./tool.ts";
import * as words from "./words.ts";

const WriteInput = z.object({ path: z.string(), content: z.string() });

/** Tools neither replace nor edit larger files. */
export const MOST_BYTES = 4 * 1024 * 1024;

export function writeTool({ files, documents }: Pick<Ports, "files" | "documents">): Tool {
  return defineTool({
    name: "write",
    description: "Create a file or replace its whole content. To change part of a file, use edit.",
    input: WriteInput,
    harmless: false,
    async prepare({ path: typed, content }, about) {
      if (Buffer.byteLength(content) > MOST_BYTES) return refuse(words.contentTooLarge);
      const meant = await findPlace(files, typed);
      if (!meant.ok) return refuse(meant.failure);
      const place = meant.value;
      const { path, kind } = place;
      if (kind === "folder" || /[/\\]$/.test(typed)) return refuse(words.folderNotFile(path));
      if (place.size > MOST_BYTES) return refuse(words.tooLargeToReplace(path));
      const old = kind === "missing" ? undefined : await documents.text(place);
      if (old?.ok === false) return refuse(words.refused(path, old.failure));
      const after = old === undefined ? content : withBreaks(content, old.value.eol);
      const run = async (): Promise<Outcome> => {
        const written = await documents.replace(place, old?.value.text, after, about);
        if (!written.ok) return refuse(words.notWritten(path, written.failure));
        const lines = after === "" ? 0 : after.replace(/\r?\n$/, "").split("\n").length;
        const output = old === undefined ? words.created(path, lines) : words.replaced(path, lines, old.value.unsaved);
        return { ok: true, output };
      };
      const title = old === undefined ? words.createTitle(path) : words.replaceTitle(path);
      const preview = { type: "diff", path, before: old?.value.text ?? "", after } as const;
      return { ok: true, call: { title, needs: writeNeeds(place), preview, changes: true, run } };
    },
  });
}

type Eol = DocumentText["eol"];

/** A file keeps the line ends it has, unless the model wrote some on purpose. */
export function withBreaks(text: string, eol: Eol): string {
  return eol === "\r\n" && !text.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}
