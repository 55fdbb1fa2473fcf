// The requests for a list: bounded in bytes, values and time, and never led to another host.
import { hiding } from "../../message/secrets/secrets.ts";
import { JsonMeter } from "../../stream/json-meter.ts";
import { readBounded } from "../../stream/read-bounded.ts";
import type { Access } from "../access.ts";
import type { Refused } from "../line/line.ts";
import { redirectOf } from "../line/redirect.ts";
import * as words from "./words.ts";

/** For all requests of a list together. */
const PATIENCE_MS = 5_000;

/** The longest lists there are have a tenth of it. */
const LIST_BYTES = 8 * 1024 * 1024;
const LIST_WEIGHT = { members: 60_000, items: 200_000, depth: 100 };
const REFUSAL_CHARACTERS = 20_000;

/** Where the models are listed. */
export interface Source {
  address: string;
  key: string | undefined;
  /** Rejects with a `Refusal`, a `NoList`, or as the network does. */
  ask: (url: string, init?: RequestInit) => Promise<unknown>;
  /** `undefined` if the request fails. Rejects only when the user stops. */
  tryToAsk: (url: string, init?: RequestInit) => Promise<unknown>;
}

export class Refusal extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.body);
    this.refused = refused;
  }
}

/** The server answers with something other than a list. */
export class NoList extends Error {}

export function sourceOf(address: string, access: Access, user?: AbortSignal): Source {
  const within = AbortSignal.timeout(PATIENCE_MS);
  const signal = user ? AbortSignal.any([user, within]) : within;
  const hide = hiding(access.key);
  const ask: Source["ask"] = async (url, init = {}) => {
    // Followed, a redirect would take the key to another host.
    const response = await access.fetch(url, { ...init, signal, redirect: "manual" });
    const { status } = response;
    const redirect = redirectOf(response, url);
    if (redirect !== undefined) throw new Refusal({ status, body: "", redirect });
    const text = await readText(response);
    const answer = response.ok && !isWebPage(text) ? parseJson(text) : undefined;
    if (answer === undefined || isError(answer))
      throw new Refusal({ status, body: hide(text.slice(0, REFUSAL_CHARACTERS)) });
    return answer;
  };
  const tryToAsk: Source["tryToAsk"] = async (url, init) => {
    try {
      return await ask(url, init);
    } catch (error) {
      if (user?.aborted === true) throw error;
      return undefined;
    }
  };
  return { address, key: access.key, ask, tryToAsk };
}

/** Rejects when it is more than can be read. */
async function readText({ body, ok }: Response): Promise<string> {
  const { bytes, isWhole } = await readBounded(body, { bytes: LIST_BYTES, ms: PATIENCE_MS });
  if (ok && !isWhole) throw new Error(words.incomplete);
  if (ok && !new JsonMeter(LIST_WEIGHT).add(bytes)) throw new Error(words.tooManyValues);
  return new TextDecoder().decode(bytes);
}

function isWebPage(text: string): boolean {
  return /^\s*</.test(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoList("no JSON");
  }
}

/** LM Studio, and gateways, put an error behind a good status. */
function isError(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return false;
  return answer.error !== null && answer.error !== false;
}
