// How long ago something was, as lists say it.
import * as vscode from "vscode";
import * as words from "./words.ts";

const MINUTE = 60_000;

export function timeAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return words.now;
  if (minutes < 60) return words.minutesAgo(minutes);
  if (minutes < 24 * 60) return words.hoursAgo(Math.floor(minutes / 60));
  if (minutes < 7 * 24 * 60) return words.daysAgo(Math.floor(minutes / (24 * 60)));
  return new Date(at).toLocaleDateString(vscode.env.language, { dateStyle: "medium" });
}
