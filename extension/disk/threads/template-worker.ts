// The worker thread that renders templates. Its owner ends it if a template takes too long.
import { parentPort } from "node:worker_threads";
import { renderTemplate } from "../../assemble/templates/template.ts";
import type { TemplateJob } from "../../assemble/templates/template-job.ts";

parentPort?.on("message", ({ templates, ctx, data, files }: TemplateJob) => {
  parentPort?.postMessage(templates.map((source) => renderTemplate(source, data ?? { ctx }, files)));
});
parentPort?.postMessage("ready");
