// Searches in a thread of its own, with a limit of time and memory. The thread is started on first use.
import { Worker } from "node:worker_threads";
import type { Matcher, Refused, Searched, SearchJob } from "../tools/ports.ts";

/** For the files of one job. */
const TIME_MS = 5_000;

/** A thread that is not ready by then never will be. */
const START_MS = 10_000;

/** It costs memory to wait for more. */
const IDLE_MS = 30_000;

const MEMORY = { maxOldGenerationSizeMb: 256, stackSizeMb: 4 };

const TOO_LONG =
  "The pattern takes too long: write it without repetitions inside of repetitions, or search fewer files.";

export class GrepThread implements Matcher {
  readonly #file: string | URL;
  #worker: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** The file is `grep-worker`, built or as source. */
  constructor(file: string | URL) {
    this.#file = file;
  }

  /** One job after the other. */
  readonly search: Matcher["search"] = (job, signal) => {
    const result = this.#last.then(() => this.#run(job, signal));
    this.#last = result;
    return result;
  };

  dispose(): void {
    clearTimeout(this.#idle);
    this.#end();
  }

  async #run(job: SearchJob, signal: AbortSignal): Promise<Searched | Refused> {
    clearTimeout(this.#idle);
    try {
      signal.throwIfAborted();
      this.#worker ??= start(this.#file);
      const answer = await ask(await this.#worker, job, signal);
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
      return answer;
    } catch (error) {
      this.#end();
      return { ok: false, why: error instanceof Error ? error.message : String(error) };
    }
  }

  #end(): void {
    this.#worker?.then((worker) => worker.terminate()).catch(() => undefined);
    this.#worker = undefined;
  }
}

async function start(file: string | URL): Promise<Worker> {
  // Nothing of this process is its business: no environment, no output.
  const worker = new Worker(file, { resourceLimits: MEMORY, env: {}, stdin: false, stdout: true, stderr: true });
  // One that dies between two jobs, or after it was given up, is nobody's news.
  worker.on("error", () => undefined).unref();
  await answerOf(worker, START_MS, "The thread that searches does not start.");
  return worker;
}

async function ask(worker: Worker, job: SearchJob, signal: AbortSignal): Promise<Searched | Refused> {
  // It may have been stopped while the thread was starting.
  signal.throwIfAborted();
  const answer = answerOf(worker, TIME_MS, TOO_LONG, signal);
  worker.postMessage(job);
  return (await answer) as Searched;
}

/** The next thing it says. Rejects when it dies, is not wanted any more, or says nothing for that long. */
function answerOf(worker: Worker, within: number, otherwise: string, signal?: AbortSignal): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const died = (): void => reject(new Error("The search takes too much memory: search fewer files."));
  const stop = (): void => reject(new Error("Stopped."));
  const timer = setTimeout(reject, within, new Error(otherwise));
  worker.once("message", resolve).once("error", died).once("exit", died);
  signal?.addEventListener("abort", stop, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    worker.off("message", resolve).off("error", died).off("exit", died);
  });
}
