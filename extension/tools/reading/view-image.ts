// view_image: a picture as the model sees it.
import * as z from "zod/mini";
import { defineTool, refuse } from "../define.ts";
import { kindOf } from "./file-kind.ts";
import { findMedia, type MediaPorts } from "./media.ts";
import type { Outcome, Tool } from "../tool.ts";
import * as words from "../words.ts";

export function viewImageTool(ports: MediaPorts): Tool {
  return defineTool({
    name: "view_image",
    description: "View an image (PNG, JPEG, GIF, WebP): a file or attachment:NAME.",
    input: z.object({ path: z.string() }),
    harmless: true,
    async prepare({ path }, { session_id }) {
      const source = await findMedia(ports, path, session_id);
      if (!source.ok) return refuse(source.failure);
      const { name, needs, load } = source.value;
      const run = async (): Promise<Outcome> => {
        const loaded = await load();
        if (!loaded.ok) return refuse(loaded.failure);
        const bytes = loaded.value;
        const kind = kindOf(bytes);
        if (kind.type !== "picture") return refuse(words.notImage(name));
        const media = { name, mime: kind.mime, bytes };
        return { ok: true, output: words.image(name, kind.mime, bytes.length), media };
      };
      return { ok: true, call: { title: words.viewTitle(name), needs, changes: false, run } };
    },
  });
}
