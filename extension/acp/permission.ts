// A request for permission as a call that Galley's rules and its user understand.
import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Need, Preview, ReadyCall } from "../tools/tool.ts";
import { faceOf } from "./tool-face.ts";

export function permissionCall(
  { toolCallId, ...told }: ToolCallUpdate,
  shownPath: (path: string) => string,
): { tool: string; call: ReadyCall } {
  const { name, input } = faceOf({ ...told, id: toolCallId }, shownPath);
  const title = told.title ?? name;
  const needs = needsOf(told, input, title, shownPath);
  const preview = previewOf(told, input, shownPath);
  const run = (): ReturnType<ReadyCall["run"]> => Promise.resolve({ ok: true, output: "" });
  return { tool: name, call: { title, needs, changes: true, run, ...(preview && { preview }) } };
}

type Told = Omit<ToolCallUpdate, "toolCallId">;

function needsOf(
  { kind, content, locations }: Told,
  input: Record<string, unknown>,
  title: string,
  shownPath: (path: string) => string,
): Need[] {
  const changed = (content ?? []).flatMap((one) => (one.type === "diff" ? [one.path] : []));
  const paths = [...new Set(changed.length > 0 ? changed : (locations ?? []).map(({ path }) => path))].map(shownPath);
  const word = (key: string): string | undefined => {
    const value = input[key];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  if (kind === "execute") return [{ permission: "bash", pattern: word("command") ?? title }];
  if (changed.length > 0 || kind === "edit" || kind === "delete" || kind === "move")
    return paths.length === 0
      ? [{ permission: "write", pattern: title }]
      : paths.map((path) => ({ permission: "write", pattern: path }));
  if (kind === "fetch") return [{ permission: "fetch", pattern: hostOf(word("url")) ?? title }];
  if (kind === "read" && paths.length > 0)
    return paths.map((path) => ({ permission: isOutside(path) ? "outside" : "read", pattern: path }));
  return [{ permission: "other", pattern: title }];
}

/** Paths of the workspace are shown without their beginning. */
function isOutside(path: string): boolean {
  return /^(\/|[a-z]:)/i.test(path);
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}

function previewOf(
  { kind, content, rawInput }: Told,
  input: Record<string, unknown>,
  shownPath: (path: string) => string,
): Preview | undefined {
  const diff = content?.find((one) => one.type === "diff");
  if (diff !== undefined)
    return { type: "diff", path: shownPath(diff.path), before: diff.oldText ?? "", after: diff.newText };
  const { command } = input;
  if (kind === "execute" && typeof command === "string") return { type: "text", text: command };
  if (rawInput === undefined || rawInput === null) return undefined;
  return { type: "text", text: JSON.stringify(rawInput, null, 2) };
}
