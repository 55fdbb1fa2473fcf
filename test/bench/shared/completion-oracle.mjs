// A model that knows what is typed next: mostly right, sometimes longer, sometimes wrong, sooner or later, and now and then failing.
import { seeded } from "../../fakes/seeded.ts";

/** How many of a hundred answers; the rest is wrong from its first word on. */
const SHARES = { right: 60, longer: 15, partly: 15 };

/** Of a hundred requests: refused, broken off, and never answered. */
const FAULTS = { refused: 2, cut: 1, never: 1 };
const [SOONEST_MS, LATEST_MS] = [50, 1_500];

const WRONG = ["const result = await load(input, options);", "return undefined;", "if (value === null) continue;"];

/** How much of the text before the cursor must be the same. Near the start of a file, other things stand before it in a prompt. */
const TAIL = 200;

/** `{output, ms, fault}`: the same place is always answered in the same way, whichever provider asks. */
export function answerTo(trace, { prompt, options: { stop, num_predict } }) {
  const chance = seeded(hashOf(prompt.slice(-TAIL)));
  // The first few of a generator resemble the seed.
  for (let turn = 0; turn < 8; turn += 1) chance.below(2);
  const ms = Math.round(SOONEST_MS * (LATEST_MS / SOONEST_MS) ** (chance.below(1_000) / 1_000));
  const fault = pickFault(chance.below(100));
  return { ms, fault, output: limited(said(trace, prompt, chance), stop, num_predict) };
}

function said(trace, prompt, chance) {
  const next = nextIn(trace, prompt);
  const style = chance.below(100);
  const wrong = chance.pick(WRONG);
  if (next === undefined) return wrong;
  if (style < SHARES.right) return next;
  if (style < SHARES.right + SHARES.longer) return next + trace.text.slice(trace.offset, trace.offset + 200);
  if (style >= SHARES.right + SHARES.longer + SHARES.partly) return wrong;
  const words = next.match(/\s*(?:\w+|[^\w\s])/g) ?? [];
  return words.slice(0, 1 + chance.below(6)).join("") + wrong;
}

/** What the history has after the place. `undefined` if it never had what stands before the cursor: a slip. */
function nextIn({ text, offset, typed }, prompt) {
  const full = text.slice(0, offset) + typed;
  for (let at = offset; at <= full.length; at += 1)
    if (prompt.endsWith(full.slice(Math.max(0, at - TAIL), at))) return full.slice(at);
  return undefined;
}

/** As a server does: ended before a stop string, and by the number of tokens, which have about three signs. */
function limited(output, stop, tokens) {
  const cut = output.slice(0, 3 * tokens);
  const ends = stop.map((one) => cut.indexOf(one)).filter((at) => at !== -1);
  return ends.length === 0 ? cut : cut.slice(0, Math.min(...ends));
}

function pickFault(dice) {
  let most = 0;
  for (const [name, share] of Object.entries(FAULTS)) if (dice < (most += share)) return name;
  return undefined;
}

const hashOf = (text) => [...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.charCodeAt(0)) | 0, 7);
