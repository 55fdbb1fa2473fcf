// The thread in which templates are rendered. Whoever started it stops it when it takes too long.
import { parentPort } from "node:worker_threads";
import { renderTemplate } from "../assemble/template.ts";
import type { TemplateJob } from "../assemble/template-job.ts";

parentPort?.on("message", ({ templates, ctx, data }: TemplateJob) => {
  parentPort?.postMessage(templates.map((source) => renderTemplate(source, data ?? { ctx })));
});
parentPort?.postMessage("ready");
