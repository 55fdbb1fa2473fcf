// write: a new file, or the whole of one.
import * as z from "zod/mini";
import { defineTool, refuse } from "./define.ts";
import { findPlace, writeNeeds } from "./locate.ts";
import type { DocumentText, Ports } from "./ports.ts";
import type { Outcome, Tool } from "./tool.ts";
import { counted } from "../text/counted.ts";

const WriteInput = z.object({ path: z.string(), content: z.string() });

/** Larger ones are not shown, and not written. */
export const MOST_BYTES = 4 * 1024 * 1024;

export function writeTool({ files, documents }: Pick<Ports, "files" | "documents">): Tool {
  return defineTool({
    name: "write",
    description: "Create a file or replace its whole content. To change part of a file, use edit.",
    input: WriteInput,
    harmless: false,
    async prepare({ path: typed, content }, about) {
      if (Buffer.byteLength(content) > MOST_BYTES) return refuse("The content is larger than 4 MB. Write it in parts.");
      const meant = await findPlace(files, typed);
      if (!meant.ok) return refuse(meant.failure);
      const place = meant.value;
      const { path, kind } = place;
      if (kind === "folder" || /[/\\]$/.test(typed)) return refuse(`${path} is a folder. Specify a file in it.`);
      if (place.size > MOST_BYTES) return refuse(`${path} is larger than 4 MB and cannot be replaced.`);
      const old = kind === "missing" ? undefined : await documents.text(place);
      if (old?.ok === false) return refuse(`${path}: ${old.failure}.`);
      const after = old === undefined ? content : withBreaks(content, old.value.eol);
      const run = async (): Promise<Outcome> => {
        const written = await documents.replace(place, old?.value.text, after, about);
        if (!written.ok) return refuse(`Could not write ${path}: ${written.failure}.`);
        const lines = after === "" ? 0 : after.replace(/\r?\n$/, "").split("\n").length;
        const unsaved = old?.value.unsaved === true ? NOT_SAVED : "";
        return {
          ok: true,
          output: `${old === undefined ? "Created" : "Replaced"} ${path}, ${counted(lines, "line")}.${unsaved}`,
        };
      };
      const title = `${old === undefined ? "Create" : "Replace"} ${path}`;
      const preview = { type: "diff", path, before: old?.value.text ?? "", after } as const;
      return { ok: true, call: { title, needs: writeNeeds(place), preview, changes: true, run } };
    },
  });
}

/** What the editor holds is the user's to save. */
export const NOT_SAVED = " The file has unsaved changes in the editor. They are kept, and the file was not saved.";

type Eol = DocumentText["eol"];

/** A file keeps the line ends it has, unless the model wrote some on purpose. */
export function withBreaks(text: string, eol: Eol): string {
  return eol === "\r\n" && !text.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}
