// galley complete: the request that a completion at a place would send; with --finish, what an answer becomes there.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { isIgnored, rootLayers, withRulesOf } from "../disk/ignore-rules.ts";
import { languageOf } from "../disk/language.ts";
import { resolveInside } from "../disk/places/resolve.ts";
import { FIM_FORMATS } from "../lower/fim/hole.ts";
import { Model } from "../message/model.ts";
import type { Result } from "../message/result.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { offsetAt, positionAt } from "../pipelines/completion/caret.ts";
import { finish } from "../pipelines/completion/finish/finish.ts";
import { completionRequest, type Fim } from "../pipelines/completion/request.ts";
import type { Source } from "../pipelines/completion/snippets/choose.ts";
import { isSecretFile } from "../pipelines/completion/snippets/secret-file.ts";
import { FIM_FAMILY_NAMES, fimFamilyNamed } from "../providers/fim-family.ts";
import { reasonOf } from "../text/reason.ts";
import type { DetailedFailure, Outcome } from "./outcome.ts";
import { fail, wireOf } from "./request.ts";
import * as words from "./words.ts";

const Position = z.object({ line: z.int().check(z.gte(1)), character: z.int().check(z.gte(0)) });

const Format = z.enum(FIM_FORMATS);

const Recent = z.object({
  path: z.string(),
  text: z.optional(z.string()),
  /** Lines from 1 that were changed lately. */
  edited: z.optional(z.array(z.int())),
});

const Wanted = z.object({
  workspace: z.string(),
  model: z.extend(Model, { fim: z.optional(Format), family: z.optional(z.string()) }),
  path: z.string().check(z.minLength(1)),
  text: z.optional(z.string()),
  position: Position,
  format: z.optional(Format),
  recent: z._default(z.array(z.union([z.string(), Recent])), []),
});

export async function complete(input: unknown, folder: string): Promise<Outcome> {
  const parsed = Wanted.safeParse(input);
  if (!parsed.success) return fail("invalid-scenario", z.prettifyError(parsed.error));
  const { workspace, model, path, position, format, recent } = parsed.data;
  const root = resolve(folder, workspace);
  const fim = fimOf(format ?? model.fim ?? "chat", model.family);
  if (!fim.ok) return fim;
  const text = parsed.data.text ?? (await readText(root, path));
  if (typeof text !== "string") return fail("unreadable", words.notOpened(path, text.reason));
  const offset = offsetAt(text, position);
  if (offset === undefined) return fail("no-place", words.noPlace(position.line, position.character));
  const { sources, dropped } = await readRecent(root, recent);
  const wanted = { path, language: languageOf(path), text, offset, sources };
  const { request, warnings, ...built } = completionRequest(wanted, model, fim.value, {
    lowerChat: (context, of) => wireOf(of)(context, of, (inside) => resolve(root, inside)),
    digest: contentId,
    now: 0,
    newId: () => "manifest",
  });
  const manifest = built.manifest();
  return {
    ok: true,
    value: { request, manifest: { ...manifest, dropped: [...manifest.dropped, ...dropped] }, warnings },
  };
}

function fimOf(format: Fim["format"], named: string | undefined): Result<Fim, DetailedFailure> {
  const family = named === undefined ? undefined : fimFamilyNamed(named);
  if (named !== undefined && family === undefined)
    return fail("unknown-family", words.unknownFamily(named, FIM_FAMILY_NAMES));
  if (format === "tokens" && family === undefined) return fail("no-family", words.noFamily(FIM_FAMILY_NAMES));
  return { ok: true, value: { format, ...(family !== undefined && { family }) } };
}

async function readText(root: string, path: string): Promise<string | { reason: string }> {
  const full = await resolveInside(root, path);
  if (full === undefined) return { reason: words.outsideWorkspace };
  return readFile(full, "utf8").catch((error: unknown) => ({ reason: reasonOf(error) }));
}

interface ReadSources {
  sources: Source[];
  dropped: { what: string; why: string }[];
}

/** The rules of automatic context: nothing from ignored or secret files. */
async function readRecent(root: string, recent: z.infer<typeof Wanted>["recent"]): Promise<ReadSources> {
  const ignoreFiles = [".gitignore", ".ignore", ".galleyignore"];
  const layers = await withRulesOf(root, "", ignoreFiles, rootLayers([]));
  const sources: Source[] = [];
  const dropped: ReadSources["dropped"] = [];
  for (const one of recent) {
    const { path, text, edited = [] } = typeof one === "string" ? { path: one } : one;
    const isOut = isIgnored(path.replace(/^\/+/, ""), layers) || isSecretFile(path);
    const read = isOut ? { reason: words.leftOut } : (text ?? (await readText(root, path)));
    if (typeof read === "string") sources.push({ path, text: read, edited });
    else dropped.push({ what: path, why: read.reason });
  }
  return { sources, dropped };
}

const Answered = z.object({
  text: z.string(),
  position: Position,
  output: z.string(),
  language: z.optional(z.string()),
  multiline: z.optional(z.boolean()),
});

export function finishCompletion(input: unknown): Outcome {
  const parsed = Answered.safeParse(input);
  if (!parsed.success) return fail("invalid-scenario", z.prettifyError(parsed.error));
  const { text, position, output, language, multiline } = parsed.data;
  const offset = offsetAt(text, position);
  if (offset === undefined) return fail("no-place", words.noPlace(position.line, position.character));
  const amount = multiline === undefined ? undefined : multiline ? "block" : "line";
  const finished = finish({ text, offset, language, amount }, output);
  if ("nothing" in finished) return { ok: true, value: finished };
  const [start, end] = [positionAt(text, finished.start), positionAt(text, finished.end)];
  return { ok: true, value: { insert: finished.insert, replace: { start, end } } };
}
