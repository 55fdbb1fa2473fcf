// Galley's settings, read when they are needed.
import * as vscode from "vscode";
import type { AttachmentLimits } from "../persist/attachments.ts";

function read<Value>(key: string, fallback: Value): Value {
  return vscode.workspace.getConfiguration("galley").get<Value>(key, fallback);
}

/** `provider/model`. */
export const modelSetting = (): string => read("model", "loopback/loopback");

/** Files larger than this go as a descriptor. */
export const fileRefInlineBytes = (): number => read("fileRef.inlineBytes", 64 * 1024);

/** Text attachments larger than this go as a descriptor. */
export const inlineTextBytes = (): number => read("attachments.inlineTextBytes", 64 * 1024);

/** What becomes of a picture of the workspace that is dropped or chosen. */
export const droppedImage = (): "ref" | "attachment" => read<"ref" | "attachment">("drop.image", "ref");

/** A paste of more lines than this is folded. */
export const pasteChipLines = (): number => read("paste.chipLines", 60);

/** Larger attachments leave the database for files of their own. */
export const attachmentLimits = (): AttachmentLimits => ({
  inlineBytes: read("attachments.inlineBytes", 1024 * 1024),
  sessionInlineBytes: read("attachments.sessionInlineBytes", 20 * 1024 * 1024),
});
