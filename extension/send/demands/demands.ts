// What a server demands of a request is learned from its refusal, met at once, and remembered.
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
  /** Its address, where the user has set it. */
  server: string | undefined;
}

/** By server and model. What one has refused once does not go to it again while Galley runs. */
const known = new Map<string, Set<object>>();

/** Sends anew after each demand that was not known. Each is met once, so that it comes to an end. */
export async function* meetDemands<Request extends { model: string }>(
  { request, demands, server }: Asked<Request>,
  talkOf: (request: Request) => Talk,
  converse: (talk: Talk) => AsyncGenerator<StreamEvent>,
): AsyncGenerator<StreamEvent> {
  const met = knownAt(`${server ?? ""} ${request.model}`);
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

function knownAt(key: string): Set<object> {
  const found = known.get(key) ?? new Set();
  known.set(key, found);
  return found;
}
