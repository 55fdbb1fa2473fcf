// A request for permission as a call that Galley's rules and its user understand.
import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Need, Preview, ReadyCall } from "../tools/tool.ts";
import { changesIn, cut, faceOf, type FileChange } from "./tool-face.ts";

export function permissionCall(
  { toolCallId, ...told }: ToolCallUpdate,
  shownPath: (path: string) => string,
): { tool: string; call: ReadyCall } {
  const { name, input } = faceOf({ ...told, id: toolCallId }, shownPath);
  const title = told.title ?? name;
  const needs = needsOf(told, input, title, shownPath);
  const preview = previewOf(told, input, shownPath);
  const run = (): ReturnType<ReadyCall["run"]> => Promise.resolve({ ok: true, output: "" });
  return { tool: name, call: { title, needs, changes: true, unheard: true, run, ...(preview && { preview }) } };
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
  const [first, ...others] = changesIn(content, shownPath);
  if (first !== undefined && others.length === 0) return { type: "diff", ...first };
  if (first !== undefined) return { type: "text", text: [first, ...others].map(signed).join("\n\n") };
  const { command } = input;
  if (kind === "execute" && typeof command === "string") return { type: "text", text: cut(command) };
  if (rawInput === undefined || rawInput === null) return undefined;
  return { type: "text", text: cut(JSON.stringify(rawInput, null, 2)) };
}

/** One of several files: its name, and the lines that go and come. */
function signed({ path, before, after }: FileChange): string {
  const [was, is] = [linesOf(before), linesOf(after)];
  const most = Math.min(was.length, is.length);
  let head = 0;
  while (head < most && was[head] === is[head]) head += 1;
  let tail = 0;
  while (tail < most - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1;
  const gone = was.slice(head, was.length - tail).map((line) => `-${line}`);
  const come = is.slice(head, is.length - tail).map((line) => `+${line}`);
  return [path, ...gone, ...come].join("\n");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
