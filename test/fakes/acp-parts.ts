// One message for every kind of part and every state it can be in, for the lowering to agents.
import { assemble } from "../../extension/assemble/assemble.ts";
import type { Context } from "../../extension/assemble/context.ts";
import { agentModel } from "../../extension/message/agents/acp-model.ts";
import type { Manifest } from "../../extension/message/manifest.ts";
import type { UserMessage } from "../../extension/message/message.ts";
import type { Model } from "../../extension/message/model.ts";
import type { Part } from "../../extension/message/part.ts";
import type { Snapshot } from "../../extension/message/snapshot.ts";
import { modelOf, PDF, png, WAV } from "./context.ts";

const CODE = "one\ntwo";

const contents = new Map([
  ["code", CODE],
  ["listing", "a.ts\nb.ts"],
  ["picture", png()],
  ["pdf", PDF],
  ["stored", "stored words"],
]);

const textSnapshot = (more: Partial<Extract<Snapshot, { state: "text" }>> = {}): Snapshot => ({
  state: "text",
  content_id: "code",
  language: "typescript",
  unsaved: false,
  clamped: false,
  ...more,
});

const file = (path: string, range?: { start: number; end: number }): Part => ({
  type: "file-ref",
  ref: { kind: "path", path, ...(range !== undefined && { range }) },
});

const attached = (name: string, mime: string, data?: string, size = 12): Part => ({
  type: "file-attachment",
  name,
  mime,
  size,
  ...(data !== undefined && { data }),
});

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const RANGE = { start: 3, end: 4 };
const bytes = { unit: "byte" as const, start: 0, end: 7 };

export const partCases: Record<string, { part: Part; snapshot?: Snapshot }> = {
  text: { part: { type: "text", text: "  Look at this.\n" } },
  "file, whole": { part: file("src/a b#1.ts"), snapshot: textSnapshot() },
  "file, a range": { part: file("src/a.ts", RANGE), snapshot: textSnapshot({ range: RANGE }) },
  "file, one line": {
    part: file("src/a.ts", { start: 3, end: 3 }),
    snapshot: textSnapshot({ range: { start: 3, end: 3 } }),
  },
  "file, a range of bytes": {
    part: { type: "file-ref", ref: { kind: "path", path: "log.txt", range: bytes } },
    snapshot: textSnapshot({ range: bytes }),
  },
  "file, unsaved": { part: file("src/a.ts"), snapshot: textSnapshot({ unsaved: true }) },
  "file, too large": { part: file("data.csv"), snapshot: { state: "large", size: 9_000_000 } },
  "file, a picture": {
    part: file("shot.png"),
    snapshot: { state: "binary", size: 33, mime: "image/png", content_id: "picture" },
  },
  "file, a PDF": {
    part: file("spec.pdf"),
    snapshot: { state: "binary", size: 14, mime: "application/pdf", content_id: "pdf" },
  },
  "file, binary": { part: file("a.out"), snapshot: { state: "binary", size: 5 } },
  "file, gone": { part: file("gone.ts"), snapshot: { state: "unavailable", reason: "it does not exist" } },
  "file, outside": { part: file("/else/where.ts"), snapshot: textSnapshot() },
  folder: {
    part: file("src"),
    snapshot: textSnapshot({ content_id: "listing", folder: { listed: 2, cut: 0, is_more: false } }),
  },
  link: { part: { type: "file-ref", ref: { kind: "url", url: "https://example.org/a?b#c" } } },
  "content id": { part: { type: "file-ref", ref: { kind: "content-id", id: "x", name: "old.txt" } } },
  "attachment, a picture": { part: attached("shot.png", "image/png", png()) },
  "attachment, a sound": { part: attached("hum.wav", "audio/wav", WAV) },
  "attachment, a film": { part: attached("film.mp4", "video/mp4", base64("film")) },
  "attachment, a PDF": { part: attached("spec.pdf", "application/pdf", PDF) },
  "attachment, text": { part: attached("notes é.txt", "text/plain", base64("words")) },
  "attachment, stored text": {
    part: { type: "file-attachment", name: "kept.txt", mime: "text/plain", size: 12, content_id: "stored" },
  },
  "attachment, too much text": { part: attached("big.log", "text/plain", base64("words"), 900_000) },
  "attachment, an archive": { part: attached("a.zip", "application/zip", base64("PK")) },
  "attachment, a descriptor": { part: attached("disk.iso", "application/octet-stream") },
  "attachment, gone": {
    part: { type: "file-attachment", name: "lost.txt", mime: "text/plain", size: 12, content_id: "lost" },
  },
  "command, as it became": {
    part: {
      type: "command",
      id: "/review",
      args: { raw: "", positional: [], named: {} },
      outcome: "text",
      result_parts: [{ type: "text", text: "Review it." }],
    },
  },
  "command, an action": {
    part: { type: "command", id: "/new", args: { raw: "", positional: [], named: {} }, outcome: "action" },
  },
  "mention of a file": {
    part: { type: "mention", target: { kind: "file", path: "src/a.ts", range: RANGE } },
    snapshot: textSnapshot({ range: RANGE }),
  },
  "mention of a symbol": {
    part: { type: "mention", target: { kind: "symbol", name: "run", path: "src/a.ts", range: RANGE } },
  },
  "mention of a skill": { part: { type: "mention", target: { kind: "skill", name: "review" } } },
  "mention of a context": { part: { type: "mention", target: { kind: "context", name: "selection" } } },
  "mention of a resource": { part: { type: "mention", target: { kind: "resource", server: "s", uri: "demo://1" } } },
  "editor context": {
    part: { type: "editor-context", kind: "cursor", source: "src/a.ts", payload: { line: 3 }, emitted_at: 0 },
  },
  "skill invocation": {
    part: { type: "skill-invocation", name: "review", version: "1", body: "Be thorough.", record: "r" },
  },
  unknown: { part: { type: "unknown", original: { type: "hologram", text: "seen" } } },
};

export function agentContext(
  parts: readonly { part: Part; snapshot?: Snapshot }[],
  model: Model = agentModel(modelOf("acp")),
): { context: Context; manifest: Manifest } {
  const snapshots = Object.fromEntries(parts.flatMap(({ snapshot }, at) => (snapshot ? [[String(at), snapshot]] : [])));
  const turn: UserMessage = {
    id: "msg_1",
    role: "user",
    parts: parts.map(({ part }) => part),
    metadata: { schema_version: 1, snapshots },
  };
  const { context, manifest } = assemble({
    session_id: "ses_1",
    history: [],
    turn,
    layers: [],
    pins: [],
    model,
    load: (id) => contents.get(id),
    attachments: {
      inlineTextBytes: 64 * 1024,
      accepts: model.accepts,
      stored: (id) => (contents.has(id) ? { mime: "text/plain", size: 12 } : undefined),
      bytes: (id) => (contents.has(id) ? base64(contents.get(id) ?? "") : undefined),
    },
    digest: (text) => `${text.length}`,
    now: 0,
    newId: () => "manifest",
  });
  return { context, manifest };
}
