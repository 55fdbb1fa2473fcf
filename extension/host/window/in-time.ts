// Waits a short time for another extension or for VS Code, so that a missing answer does not hold a message back.
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
