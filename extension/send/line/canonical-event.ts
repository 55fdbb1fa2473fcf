// One server-sent event, rewritten in the one form that every SDK reads: its name, its data in one line, LF.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What a server says when nothing follows. */
const DONE = "[DONE]";

export interface CanonicalEvent {
  bytes: Uint8Array<ArrayBuffer>;
  /** It is `[DONE]`. */
  isDone: boolean;
}

/**
 * `undefined` for an event without data, which only keeps the connection open. `isNamed`: Anthropic's SDK passes over an
 * event without a name, and gateways leave names out; the data begin with them.
 */
export function canonicalEvent(event: Uint8Array, isNamed: boolean): CanonicalEvent | undefined {
  const lines = decoder
    .decode(event)
    .split(/\r\n|\r|\n/)
    .map(toField);
  const data = valuesOf(lines, "data").join(" ").trim();
  // llama.cpp tells an error in a line of its own kind.
  const error = valuesOf(lines, "error").join(" ").trim();
  if (data === "" && error === "") return undefined;
  if (data === DONE) return { bytes: encoder.encode(`data: ${DONE}\n\n`), isDone: true };
  if (data === "") return { bytes: encoder.encode(`event: error\ndata: ${wrapped(error)}\n\n`), isDone: false };
  const name = valuesOf(lines, "event").at(-1) ?? (isNamed ? nameIn(data) : undefined);
  const named = name === undefined ? "" : `event: ${name}\n`;
  return { bytes: encoder.encode(`${named}data: ${data}\n\n`), isDone: false };
}

function wrapped(error: string): string {
  try {
    return JSON.stringify({ error: JSON.parse(error) as unknown });
  } catch {
    return JSON.stringify({ error: { message: error } });
  }
}

function toField(line: string): { field: string; value: string } {
  const at = line.indexOf(":");
  return at < 0 ? { field: line, value: "" } : { field: line.slice(0, at), value: line.slice(at + 1).trim() };
}

function valuesOf(lines: readonly { field: string; value: string }[], wanted: string): string[] {
  return lines.filter(({ field }) => field === wanted).map(({ value }) => value);
}

function nameIn(data: string): string {
  return /^\{\s*"type":\s*"(\w+)"/.exec(data)?.[1] ?? "message";
}
