// An export from outside: whole and consistent, or the list of what is wrong with it and where.
import type * as z from "zod/mini";
import { Export } from "../../message/export.ts";
import { type Problem, problemAt } from "../parse-message.ts";
import { contentId } from "../contents/blobs.ts";
import { excessOf } from "./export-limits.ts";
import { expectedBy } from "../../text/issue-words.ts";
import type { Result } from "../../message/result.ts";
import * as words from "./words.ts";

export type ParsedExport = Result<Export, Problem[]>;

/** Parts are not judged here: what this version cannot read is kept, as it is on disk. */
export function parseExport(raw: unknown): ParsedExport {
  const excess = excessOf(raw);
  if (excess !== undefined) return { ok: false, failure: [problemAt([], excess)] };
  const parsed = Export.safeParse(raw);
  if (!parsed.success) return { ok: false, failure: parsed.error.issues.map(toProblem) };
  const problems = [
    ...repeated(
      parsed.data.messages.map(({ message }) => message.id),
      (index) => ["messages", index, "message", "id"],
    ),
    ...repeated(
      parsed.data.manifests.map(({ id }) => id),
      (index) => ["manifests", index, "id"],
    ),
    ...repeated(
      parsed.data.skill_invocations.map(({ id }) => id),
      (index) => ["skill_invocations", index, "id"],
    ),
    ...outOfOrder(parsed.data),
    ...strangers(parsed.data),
    ...falsified(parsed.data),
  ];
  return problems.length === 0 ? { ok: true, value: parsed.data } : { ok: false, failure: problems };
}

function toProblem(issue: z.core.$ZodIssue): Problem {
  return problemAt(issue.path, expectedBy(issue));
}

function repeated(ids: readonly string[], pathOf: (index: number) => PropertyKey[]): Problem[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated ? [problemAt(pathOf(index), words.duplicateId(id))] : [];
  });
}

function outOfOrder({ messages }: Export): Problem[] {
  let last = -Infinity;
  return messages.flatMap(({ message }, index) => {
    const isEarlier = message.created_at !== undefined && message.created_at < last;
    last = message.created_at ?? last;
    const path = ["messages", index, "message", "created_at"];
    return isEarlier ? [problemAt(path, words.outOfOrder)] : [];
  });
}

function strangers({ messages, manifests, skill_invocations }: Export): Problem[] {
  const ids = new Set(messages.map(({ message }) => message.id));
  const lost = (where: string, index: number, id: string): Problem[] =>
    ids.has(id) ? [] : [problemAt([where, index, "message_id"], words.noMessage)];
  return [
    ...manifests.flatMap(({ message_id }, index) => lost("manifests", index, message_id)),
    // A refused invocation belongs to no message.
    ...skill_invocations.flatMap(({ message_id }, index) =>
      message_id === "" ? [] : lost("skill_invocations", index, message_id),
    ),
  ];
}

/** A digest is a promise about the bytes. */
function falsified({ system_prompts, blobs }: Export): Problem[] {
  const texts = Object.entries(system_prompts).flatMap(([digest, text]) =>
    contentId(text) === digest ? [] : [problemAt(["system_prompts", digest], words.wrongDigest)],
  );
  const contents = blobs.flatMap(({ content_id, data, size }, index) => {
    const bytes = Buffer.from(data, "base64");
    const why =
      contentId(bytes) !== content_id
        ? words.wrongContent
        : bytes.length !== size
          ? words.wrongSize(bytes.length, size)
          : undefined;
    return why === undefined ? [] : [problemAt(["blobs", index], why)];
  });
  return [...texts, ...contents];
}
