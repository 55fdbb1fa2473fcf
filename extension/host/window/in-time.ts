// The answer of another extension or of the window, or its failure: one that does not come must not hold the message back.
import * as words from "./words.ts";

const ANSWER_MS = 2_000;

export async function inTime<Answer>(asked: Answer | PromiseLike<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(words.timedOut));
  }, ANSWER_MS);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
  }
}
