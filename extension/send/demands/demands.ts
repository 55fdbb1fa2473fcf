// What a server demands of a request is learned from its refusal, met at once, and remembered.
import type { Access } from "../access.ts";
import type { Talk } from "../converse.ts";
import type { StreamEvent } from "../event.ts";
import type { Refused } from "../line/line.ts";

export interface Demand<Request> {
  /** How servers say it. */
  words: RegExp;
  meet: (request: Request) => Request;
}

interface Asked<Request> {
  request: Request;
  /** Met in their order. */
  demands: readonly Demand<Request>[];
  access: Access;
}

/** Sends anew after each demand that was not known. Each is met once, so that it comes to an end. */
export async function* meetDemands<Request extends { model: string }>(
  { request, demands, access }: Asked<Request>,
  talkOf: (request: Request) => Talk,
  converse: (talk: Talk) => AsyncGenerator<StreamEvent>,
): AsyncGenerator<StreamEvent> {
  const met = metAt(access, request.model);
  for (;;) {
    const heard: { demand?: Demand<Request> | undefined } = {};
    const talk = talkOf(demands.filter((one) => met.has(one)).reduce((asked, { meet }) => meet(asked), request));
    const listening: Talk = async function* (line) {
      try {
        return yield* talk(line);
      } catch (error) {
        heard.demand = demands.find((one) => !met.has(one) && isHeard(one, line.refused));
        throw error;
      }
    };
    for await (const event of converse(listening)) {
      if (heard.demand !== undefined && (event.type === "failed" || event.type === "retrying")) break;
      heard.demand = undefined;
      yield event;
    }
    if (heard.demand === undefined) return;
    met.add(heard.demand);
  }
}

/** Templates of local models refuse with 500. */
function isHeard<Request>({ words }: Demand<Request>, refused: Refused | undefined): boolean {
  return refused !== undefined && [400, 422, 500].includes(refused.status) && words.test(refused.body);
}

/** The demands of this server for this model that are known already. */
function metAt({ baseUrl = "", demands = new Map<string, Set<object>>() }: Access, model: string): Set<object> {
  const key = `${baseUrl} ${model}`;
  const met = demands.get(key) ?? new Set();
  demands.set(key, met);
  return met;
}
