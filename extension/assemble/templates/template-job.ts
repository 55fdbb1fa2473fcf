// The request to render templates, and its result.
import type { Result } from "../../message/result.ts";

export interface TemplateJob {
  templates: readonly string[];
  /** Plain data: a template reads it as `ctx`. */
  ctx: Readonly<Record<string, unknown>>;
  /** Instead of `ctx`: plain data a template reads by its own names. A name with the value `undefined` is declared, but absent. */
  data?: Readonly<Record<string, unknown>>;
  /** What `read_file()` and includes may name. Without it, nothing. */
  files?: TemplateFiles;
}

/** By the name that a template writes: the text, or why it was not read. */
export type TemplateFiles = Readonly<Record<string, Result<string, string>>>;

/** Why there is no text, and the line of the template that is to blame. */
export interface Misrendered {
  message: string;
  line?: number;
}

export type Rendered = Result<string, Misrendered>;

/** Never rejects: a rendering that takes too long or too much ends as a refusal. In the order of the job. */
export type RenderTemplates = (job: TemplateJob) => Promise<Rendered[]>;

/** Whether rendering would change the text. Plain text is not rendered. */
export function isTemplate(source: string): boolean {
  return /\{[{%#]/.test(source);
}
