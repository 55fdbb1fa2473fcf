// A skill to try and what may become of it, for the tests of its page.
import type { TryForm, TryPreview } from "../../extension/protocol/try-skill.ts";

export const field = (name: string, changes: Partial<TryForm["fields"][number]>): TryForm["fields"][number] => ({
  name,
  label: name,
  about: "",
  kind: "text",
  choices: [],
  required: false,
  initial: "",
  ...changes,
});

export const form: TryForm = {
  name: "release-notes",
  description: "Use it to write the notes of a release from what has changed since the last one.",
  version: "1.2.0",
  file: ".galley/skills/release-notes/SKILL.md",
  fields: [
    field("since", { label: "Since", required: true, about: "A tag or a commit" }),
    field("limit", { label: "At most", kind: "number", initial: "20" }),
    field("tone", {
      label: "Tone",
      kind: "choice",
      choices: [
        { label: "plain", value: '"plain"' },
        { label: "cheerful", value: '"cheerful"' },
      ],
      initial: '"plain"',
    }),
    field("links", { label: "With links", kind: "switch", initial: true }),
    field("sections", { label: "Sections", kind: "list", about: "In their order" }),
  ],
};

export const missing: Extract<TryPreview, { ok: false }> = {
  ok: false,
  faults: { since: "This field is required." },
  problem: "",
};

export const composed: Extract<TryPreview, { ok: true }> = {
  ok: true,
  prompt: `# Release notes\n\nWrite the notes of a release.\n\n# Request\n\nParameters:\n- limit: 20\n- since: "v1.1.0"\n\n${"Long lines are folded. ".repeat(12)}`,
  tokens: 1204,
  tools: "read, grep, bash in collect → write",
  artifacts: "style, example-1",
};
