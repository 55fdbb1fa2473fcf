// What a profile adds to a turn: its system prompt and its request options, rendered with the values of the turn.
import type { Model } from "../../message/model.ts";
import { isTable } from "../../text/merge-json.ts";
import { overlayMisfit } from "../../providers/overlay.ts";
import { lineOf, type ProfileProblem, templateLine } from "./profile.ts";
import type { ResolvedProfile } from "./resolve-profiles.ts";
import {
  isTemplate,
  type Misrendered,
  type Rendered,
  type RenderTemplates,
  type TemplateFiles,
} from "../templates/template-job.ts";
import type { Result } from "../../message/result.ts";
import * as words from "./words.ts";

/** What templates read as `ctx`. It holds no clock and no file content, so that the result stays the same. */
export interface ProfileContext {
  agent: { name: string; description: string };
  model: { provider: string; id: string; name: string; context_window: number; max_output: number };
  workspace: { folders: readonly string[] };
  session: { id: string };
}

/** What templates of a body read besides: they are no part of the system text, so they may change with every turn. */
interface BodyContext extends ProfileContext {
  base: string;
  /** The profile's prompt, rendered. */
  system_prompt: string;
  /** The paths of the files in play. */
  files: readonly string[];
}

export type RenderedProfile = Result<{ system: string; body: Record<string, unknown> }, ProfileProblem>;

export function contextOf(
  { name, description }: ResolvedProfile,
  model: Model,
  folders: readonly string[],
  conversationId: string,
): ProfileContext {
  const { provider, id, context_window, max_output } = model;
  return {
    agent: { name, description },
    model: { provider, id, name: model.name ?? id, context_window, max_output },
    workspace: { folders },
    session: { id: conversationId },
  };
}

export async function renderProfile(
  agent: ResolvedProfile,
  ctx: ProfileContext,
  render: RenderTemplates,
  /** The paths of the files in play, for the body. */
  files: readonly string[] = [],
): Promise<RenderedProfile> {
  let base = "";
  for (const { text, of } of agent.prompts) {
    const rendered = await renderOne(text, { ...ctx, base }, render, of.files);
    if (!rendered.ok) return refused(of, ["system_prompt"], rendered.failure);
    base = rendered.value;
  }
  const body = await renderBody(agent, { ...ctx, base: "", system_prompt: base, files }, render);
  if (!body.ok) return body;
  // A template can produce any table, so its result is checked against the same list as the written body.
  const misfit = overlayMisfit(body.value, agent.body_for, "rendered");
  if (misfit === undefined) return { ok: true, value: { system: base, body: body.value } };
  const { file, text } = agent;
  const reason = words.invalidField(misfit.path, misfit.reason);
  return { ok: false, failure: { file, line: lineOf(text, misfit.path), reason } };
}

/** Each string of a body renders to JSON. A string that renders to nothing is left out together with its key. */
async function renderBody(
  agent: ResolvedProfile,
  ctx: BodyContext,
  render: RenderTemplates,
): Promise<Result<Record<string, unknown>, ProfileProblem>> {
  const visit = async (table: Readonly<Record<string, unknown>>, path: string[]): Promise<Record<string, unknown>> => {
    const entries: [string, unknown][] = [];
    for (const [key, value] of Object.entries(table)) {
      const at = [...path, key];
      if (isTable(value)) entries.push([key, await visit(value, at)]);
      else if (typeof value !== "string") entries.push([key, value]);
      else {
        const rendered = await renderOne(value, ctx, render);
        const json = rendered.ok ? toJson(value, rendered.value) : rendered;
        if (!json.ok) throw new BadField(at, json.failure);
        if (json.value !== undefined) entries.push([key, json.value]);
      }
    }
    return Object.fromEntries(entries);
  };
  try {
    return { ok: true, value: await visit(agent.body, ["body"]) };
  } catch (error) {
    if (error instanceof BadField) return refused(agent, error.path, error.why);
    throw error;
  }
}

class BadField extends Error {
  readonly path: string[];
  readonly why: Misrendered;

  constructor(path: string[], why: Misrendered) {
    super(why.message);
    this.path = path;
    this.why = why;
  }
}

function toJson(source: string, text: string): Result<unknown, Misrendered> {
  if (text.trim() === "") return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    const made = shortened(text);
    const message = isTemplate(source) ? words.templateNotJson(made) : words.textNotJson(made);
    return { ok: false, failure: { message } };
  }
}

async function renderOne(
  source: string,
  ctx: object,
  render: RenderTemplates,
  files?: TemplateFiles,
): Promise<Rendered> {
  if (!isTemplate(source)) return { ok: true, value: source };
  const [rendered] = await render({ templates: [source], ctx: { ...ctx }, ...(files !== undefined && { files }) });
  return rendered ?? { ok: false, failure: { message: words.notRendered } };
}

function refused(
  { file, text }: { file: string; text: string },
  path: string[],
  { message, line }: Misrendered,
): Result<never, ProfileProblem> {
  return {
    ok: false,
    failure: { file, line: templateLine(text, path, line), reason: words.templateFailed(path, message) },
  };
}

/** Quotes, backslashes, line breaks, marks of templates and of JSON: what a name may hold. */
const HOSTILE = "\"'\\\n\t{{ x }}{% y %}}],:\u2028é😀\u0000";

const QUIET: ProfileContext = {
  agent: { name: "agent", description: "description" },
  model: { provider: "provider", id: "model", name: "Model", context_window: 100_000, max_output: 4_000 },
  workspace: { folders: ["folder"] },
  session: { id: "session" },
};

/** Renders a profile before its first use: with usual values, without folders, and with strings that break unquoted JSON. */
export async function tryOut(agent: ResolvedProfile, render: RenderTemplates): Promise<ProfileProblem | undefined> {
  const empty = { ...QUIET, workspace: { folders: [] } };
  for (const ctx of [QUIET, empty, withHostileStrings(QUIET)]) {
    const spoken = await renderProfile(agent, ctx, render, ctx.workspace.folders);
    if (!spoken.ok) return spoken.failure;
  }
  return undefined;
}

function withHostileStrings({ model, ...ctx }: ProfileContext): ProfileContext {
  return {
    ...ctx,
    agent: { name: HOSTILE, description: HOSTILE },
    model: { ...model, provider: HOSTILE, id: HOSTILE, name: HOSTILE },
    workspace: { folders: [HOSTILE, HOSTILE] },
    session: { id: HOSTILE },
  };
}

/** A profile with templates cannot be used where none may be rendered. */
export function needsTemplates({ prompts, body }: ResolvedProfile): boolean {
  const inBody = (value: unknown): boolean =>
    typeof value === "string" ? isTemplate(value) : isTable(value) && Object.values(value).some(inBody);
  return prompts.some(({ text }) => isTemplate(text)) || inBody(body);
}

function shortened(text: string): string {
  const characters = Array.from(text.replace(/[\s\u0000-\u001f]+/g, " ").trim());
  return characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : characters.join("");
}
