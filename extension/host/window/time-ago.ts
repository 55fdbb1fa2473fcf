// How long ago something was, as lists say it.
import * as vscode from "vscode";

const MINUTE = 60_000;

export function timeAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} d ago`;
  return new Date(at).toLocaleDateString(vscode.env.language, { dateStyle: "medium" });
}
