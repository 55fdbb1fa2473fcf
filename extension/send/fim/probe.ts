// How a server fills in the middle: it is asked once, and what it says is remembered. Never a guess from a name alone.
import * as z from "zod/mini";
import type { FimFormat } from "../../lower/fim/hole.ts";
import type { Failure } from "../../message/failure.ts";
import type { Result } from "../../message/result.ts";
import { type FimFamilyName, fimFamilyNamed } from "../../providers/fim-family.ts";
import { addressOf, originOf } from "../../providers/provider.ts";
import type { Access } from "../access.ts";
import { noAddressFailure } from "../failures/endings.ts";
import { networkFailure } from "../failures/network.ts";
import { partyOf } from "../failures/party.ts";
import { refusalFailure } from "../failures/refusal.ts";
import { NoList, Refusal, type Source, sourceOf } from "../lists/ask.ts";
import { told, Words } from "../lists/told.ts";
import { fimUrl } from "./send-fim.ts";

export interface ProbedFim {
  format: FimFormat;
  family?: FimFamilyName;
}

const CHAT: ProbedFim = { format: "chat" };

/** Never rejects. `family` is what the user has set for the model. */
export async function probeFim(
  access: Access,
  model: string,
  family: FimFamilyName | undefined,
  signal?: AbortSignal,
): Promise<Result<ProbedFim>> {
  const address = addressOf(access.provider, access.baseUrl) ?? "";
  const party = partyOf(access, model);
  if (access.provider !== "ollama" && access.provider !== "custom") return { ok: true, value: CHAT };
  if (originOf(access.provider, address) === undefined) return { ok: false, failure: noAddressFailure(party) };
  const source = sourceOf(address, access, signal);
  try {
    const value = await (access.provider === "ollama"
      ? probeOllama(source, model)
      : probeCustom(source, model, family));
    return { ok: true, value };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }

  function failureOf(error: unknown): Failure {
    return error instanceof Refusal ? refusalFailure(error.refused, party) : networkFailure(error, party);
  }
}

const Shown = z.object({ capabilities: Words });

/** https://docs.ollama.com/api/show */
async function probeOllama({ ask, address, key }: Source, model: string): Promise<ProbedFim> {
  const init = { method: "POST", headers: headersOf(key), body: JSON.stringify({ model }) };
  const { capabilities = [] } = Shown.parse(await ask(`${address}/api/show`, init));
  return capabilities.includes("insert") ? { format: "ollama-insert" } : CHAT;
}

/** The best format first. Rejects if the server cannot be reached. */
async function probeCustom(source: Source, model: string, family: FimFamilyName | undefined): Promise<ProbedFim> {
  if (await isLlama(source)) return { format: "llama-infill" };
  const entry = await modelEntry(source, model);
  if (entry.capabilities?.completion_fim === true) return { format: "mistral-fim" };
  if (isDeepseek(source.address) && (await readsSuffix(source, model))) return { format: "deepseek-fim" };
  const known = family ?? reportedFamily(entry);
  if (known !== undefined && (await answerTo(source, "tokens", { model })) !== undefined)
    return { format: "tokens", family: known };
  return CHAT;
}

/** `/props` answers, and the model has the tokens for it: without them the server refuses. */
async function isLlama(source: Source): Promise<boolean> {
  const root = source.address.replace(/\/+$/, "").replace(/\/v1$/, "");
  const props = await unlessRefused(() => source.ask(`${root}/props`, { headers: headersOf(source.key) }));
  const isProps = typeof props === "object" && props !== null && "default_generation_settings" in props;
  const own = { input_prefix: "", input_suffix: "", n_predict: 0 };
  return isProps && (await answerTo(source, "llama-infill", own)) !== undefined;
}

const Entry = z.object({
  id: told(z.string()),
  /** Mistral. */
  capabilities: told(z.object({ completion_fim: told(z.boolean()) })),
  /** What servers call the family: vLLM tells the model it loaded, LM Studio its architecture. */
  family: told(z.string()),
  arch: told(z.string()),
  root: told(z.string()),
});
type Entry = z.infer<typeof Entry>;

const List = z.object({ data: z.array(z.unknown()) });

async function modelEntry({ ask, address, key }: Source, model: string): Promise<Entry> {
  const list = List.safeParse(await unlessRefused(() => ask(`${address}/models`, { headers: headersOf(key) })));
  const entries = (list.data?.data ?? []).flatMap((one) => Entry.safeParse(one).data ?? []);
  return entries.find(({ id }) => id === model) ?? {};
}

function reportedFamily({ family, arch, root }: Entry): FimFamilyName | undefined {
  for (const name of [family, root?.split("/").at(-1), arch]) {
    const found = name === undefined ? undefined : fimFamilyNamed(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Its own address, or that of a proxy that keeps the name. */
function isDeepseek(address: string): boolean {
  return /deepseek/i.test(new URL(address).hostname) || /\/beta$/.test(address);
}

/** So many words after the cursor are many tokens, or they are not read. */
const WORDS_AFTER = 64;

const Counted = z.object({ usage: told(z.object({ prompt_tokens: told(z.number()) })) });

/** Compatible servers leave out what they do not know: what the server has counted says whether it knows a suffix. */
async function readsSuffix(source: Source, model: string): Promise<boolean> {
  const answer = await answerTo(source, "deepseek-fim", { model, suffix: "\nb".repeat(WORDS_AFTER) });
  const read = Counted.safeParse(answer).data?.usage?.prompt_tokens ?? Infinity;
  return answer !== undefined && read >= WORDS_AFTER / 2;
}

/** To the smallest request. `undefined` if it is refused. */
function answerTo(
  { ask, address, key }: Source,
  format: "deepseek-fim" | "tokens" | "llama-infill",
  own: object,
): Promise<unknown> {
  const small = format === "llama-infill" ? own : { ...own, prompt: "a", max_tokens: 1 };
  const init = { method: "POST", headers: headersOf(key), body: JSON.stringify({ ...small, stream: false }) };
  return unlessRefused(() => ask(fimUrl(address, format), init));
}

/** `undefined` where the server has no such place. A wrong key, a limit and a failing server are no answer to the question. */
async function unlessRefused(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoList) return undefined;
    const status = error instanceof Refusal && error.refused.redirect === undefined ? error.refused.status : undefined;
    if (status !== undefined && (status < 400 || [400, 404, 405, 415, 422, 501].includes(status))) return undefined;
    throw error;
  }
}

function headersOf(key: string | undefined): Record<string, string> {
  return { "content-type": "application/json", ...(key !== undefined && { authorization: `Bearer ${key}` }) };
}
