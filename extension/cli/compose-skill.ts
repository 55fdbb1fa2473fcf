// galley compose-skill: a compose request becomes a composition or the Composer's error. No model is asked.
import * as z from "zod/mini";
import { seedEstimator } from "../assemble/tokens/estimate.ts";
import { renderTemplate } from "../assemble/templates/template.ts";
import { compose } from "../skills/composer/compose.ts";
import { ComposeRequest } from "../skills/composer/request.ts";
import type { Outcome } from "./outcome.ts";

export async function composeSkill(input: unknown): Promise<Outcome> {
  const parsed = ComposeRequest.safeParse(input);
  if (!parsed.success) {
    const message = z.prettifyError(parsed.error);
    return { ok: false, failure: { stage: "compose", code: "invalid-request", message, retryable: false } };
  }
  const { ok, ...answer } = await compose(parsed.data, {
    tokensOf: (text) => seedEstimator.tokensIn(text),
    // A template that does not end is stopped with the process.
    render: (template, parameters) => Promise.resolve(renderTemplate(template, parameters)),
  });
  return { ok: true, value: answer, ...(!ok && { exit: 1 }) };
}
