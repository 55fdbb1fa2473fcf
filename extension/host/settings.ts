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

/** Larger attachments leave the database for files of their own. */
export const attachmentLimits = (): AttachmentLimits => ({
  inlineBytes: read("attachments.inlineBytes", 1024 * 1024),
  sessionInlineBytes: read("attachments.sessionInlineBytes", 20 * 1024 * 1024),
});
