// What the host tells the inspector of a request that has everything in it.
import type { Inspection, SeenPart } from "../../extension/protocol/inspection.ts";

function part(changes: Partial<SeenPart>): SeenPart {
  return { group: "task", name: "", becomes: "text", tokens: 0, state: "new", text: "", ...changes };
}

const code = `File: src/net/backoff.ts (lines 12-30)
\`\`\`ts
export function jitter(base: number, attempt: number): number {
  const cap = Math.min(base * 2 ** attempt, 30_000);
  return Math.random() * cap;
}
\`\`\``;

export const seen: SeenPart[] = [
  part({
    group: "system",
    name: "agent.system",
    becomes: "system prompt",
    tokens: 1900,
    state: "same",
    text: "Be brief.",
    sources: [".galley/agents/review.toml"],
  }),
  part({
    group: "history",
    name: "history, 26 messages",
    becomes: "earlier messages",
    tokens: 14_200,
    state: "same",
    text: "── user ──\nWhy does it give up?",
  }),
  part({
    group: "pinned",
    name: "src/main.ts",
    becomes: "text, 40 lines",
    tokens: 2100,
    text: "import { upload } from './net/upload';",
    place: { path: "src/main.ts" },
  }),
  part({ name: "Explain the jitter in ", tokens: 8, text: "Explain the jitter in " }),
  part({
    name: "src/net/backoff.ts:12-30",
    becomes: "text, 7 lines",
    tokens: 180,
    text: code,
    place: { path: "src/net/backoff.ts", range: { start: 12, end: 30 } },
  }),
  part({
    name: "capture.psd",
    becomes: "descriptor",
    tokens: 25,
    problem: "The model cannot read it.",
    text: "[file capture.psd]",
  }),
];

export function inspection(changes: Partial<Inspection> = {}): Inspection {
  return {
    which: "next",
    title: "Explain the jitter",
    model: "Loopback",
    parts: seen,
    left_out: [{ what: "2 older messages", why: "They did not fit." }],
    estimate: 18_413,
    limit: 32_000,
    reserve: 4000,
    actual: null,
    difference: { first: false, same_bytes: 61_400, total_bytes: 70_200, diverges_at: "src/main.ts" },
    wire: JSON.stringify({ model: "loopback", messages: [{ role: "system", content: "Be brief." }] }, null, 2),
    manifest: JSON.stringify({ model: "loopback/loopback", estimate: 18_413, limit: 32_000 }, null, 2),
    ...changes,
  };
}
