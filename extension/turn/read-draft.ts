// Prepares a draft for the first stage: stores its attachments and finds the commands it may give.
import type { Caller } from "../compose/catalog.ts";
import type { FileAttachment, Part } from "../message/part.ts";
import type { Result } from "../message/result.ts";
import { type AttachmentLimits, storeAttachments } from "../persist/contents/attachments.ts";
import type { Outgoing } from "./gather.ts";
import type { Emit } from "./events.ts";
import { latePromptFailure, type LatePromptPorts } from "./late-prompt.ts";
import { keepRefusal } from "../skills/run/refused-skill.ts";
import type { SamplingPorts } from "../pipelines/sampling.ts";
import { type CatalogPorts, preparedCatalog } from "./request/prepared-catalog.ts";
import { plannerOf, type SkillRecordPorts, skillRecords } from "./skill-ports.ts";

export interface DraftPorts extends LatePromptPorts, CatalogPorts, SamplingPorts, SkillRecordPorts {
  attachmentLimits: () => AttachmentLimits;
  emit: Emit;
}

export interface ReadDraft {
  outgoing: Outgoing;
  /** Records a skill that could not be composed, with the reason. */
  keepRefusal: () => void;
}

export async function readDraft(
  ports: DraftPorts,
  conversationId: string,
  parts: readonly Part[],
  signal: AbortSignal | undefined,
  source?: Caller["source"],
): Promise<Result<ReadDraft>> {
  const limits = ports.attachmentLimits();
  const stored = await storeAttachments(ports.store, conversationId, parts, limits);
  // An attachment inside another part is stored, however small.
  const store = <Kind extends Part>(made: readonly Kind[]): Promise<(Kind | FileAttachment)[]> =>
    storeAttachments(ports.store, conversationId, made, { ...limits, inlineBytes: 0 });
  const tell = (words: string): void => {
    ports.emit({ type: "preparing", session_id: conversationId, words });
  };
  const late = await latePromptFailure(ports, conversationId, stored, signal);
  if (late !== undefined) return { ok: false, failure: late };
  const plan = plannerOf(ports, conversationId, { signal, tell });
  const { catalog, invoked } = await preparedCatalog(ports, conversationId, stored, plan, source);
  const refusal = (): void => {
    keepRefusal(skillRecords(ports), conversationId, invoked);
  };
  return {
    ok: true,
    value: { outgoing: { parts: stored, catalog, sent: { store, signal } }, keepRefusal: refusal },
  };
}
