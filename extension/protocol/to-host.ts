// Everything the webview may ask of the host; anything else is refused and logged.
import * as z from "zod/mini";
import { KnownPart } from "../message/part.ts";
import { Draft } from "./draft.ts";

export const ToHost = z.discriminatedUnion("type", [
  /** The input is painted and usable. */
  z.object({ type: z.literal("ready") }),
  /** Sent at most 150 ms after a change, so that the host has it within 300. */
  z.object({ type: z.literal("draft"), session_id: z.string(), draft: Draft }),
  /** Answered with `accepted`, or with `refused` and the parts back. */
  z.object({ type: z.literal("submit"), session_id: z.string(), draft: Draft }),
  z.object({ type: z.literal("stop"), session_id: z.string() }),
  /** Show the place a chip stands for. */
  z.object({ type: z.literal("open"), part: KnownPart }),
  /** A link in an answer. The host asks before it leaves the window. */
  z.object({ type: z.literal("link"), href: z.string() }),
  /** Something with the code of an answer. `info` is what follows its opening fence. */
  z.object({
    type: z.literal("code"),
    action: z.enum(["insert", "open", "apply"]),
    info: z.string(),
    text: z.string(),
  }),
  /** Something with a message: an answer is tried again by way of the message it answers. */
  z.object({
    type: z.literal("act"),
    action: z.enum(["retry", "edit", "branch"]),
    session_id: z.string(),
    message_id: z.string(),
  }),
  z.object({ type: z.literal("earlier"), session_id: z.string(), before: z.string() }),
  z.object({ type: z.literal("run"), command: z.enum(["new", "selectModel", "showLog"]) }),
  /** An error or a CSP violation inside the webview, for the log. */
  z.object({ type: z.literal("fault"), message: z.string() }),
]);
export type ToHost = z.infer<typeof ToHost>;
