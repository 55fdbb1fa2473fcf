// A thread that does one job after the other, with a limit of time and memory. It is started on first use and ends when idle.
import { type ResourceLimits, Worker } from "node:worker_threads";

/** A thread that is not ready by then never will be. */
const START_MS = 10_000;

/** It costs memory to wait for more. */
const IDLE_MS = 30_000;

export interface ThreadLimits {
  memory: ResourceLimits;
  /** For one job, from the moment the thread is ready. */
  timeMs: number;
  /** What is said when it does not start, takes too long, or needs too much. */
  words: { start: string; time: string; memory: string };
}

export class Thread {
  readonly #file: string | URL;
  readonly #limits: ThreadLimits;
  #worker: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** The file says something once when it is ready, and once for every job. */
  constructor(file: string | URL, limits: ThreadLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  /**
   * Resolves with the thread's answer. Rejects with words for the user if a limit is met, the thread dies or the signal
   * aborts; the next job then starts a new thread.
   */
  do(job: unknown, signal?: AbortSignal): Promise<unknown> {
    const result = this.#last.then(() => this.#run(job, signal));
    // The caller gets the failure; the next job only waits for the end.
    this.#last = result.catch(() => undefined);
    return result;
  }

  dispose(): void {
    clearTimeout(this.#idle);
    this.#end();
  }

  async #run(job: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    clearTimeout(this.#idle);
    try {
      signal?.throwIfAborted();
      this.#worker ??= this.#start();
      const worker = await this.#worker;
      // It may have been stopped while the thread was starting.
      signal?.throwIfAborted();
      const { timeMs, words } = this.#limits;
      const answer = this.#answerOf(worker, timeMs, words.time, signal);
      worker.postMessage(job);
      const given = await answer;
      this.#idle = setTimeout(() => {
        this.#end();
      }, IDLE_MS).unref();
      return given;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  async #start(): Promise<Worker> {
    const { memory: resourceLimits, words } = this.#limits;
    // Nothing of this process is its business: no environment, no output.
    const worker = new Worker(this.#file, { resourceLimits, env: {}, stdin: false, stdout: true, stderr: true });
    // Ignore the death of a thread between two jobs, or after it was given up.
    worker.on("error", () => undefined).unref();
    await this.#answerOf(worker, START_MS, words.start);
    return worker;
  }

  /** The next thing it says. */
  #answerOf(worker: Worker, within: number, otherwise: string, signal?: AbortSignal): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const died = (error?: unknown): void => {
      const isMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isMemory || !(error instanceof Error) ? new Error(this.#limits.words.memory) : error);
    };
    const stop = (): void => {
      reject(new Error("Stopped."));
    };
    const timer = setTimeout(reject, within, new Error(otherwise));
    worker.once("message", resolve).once("error", died).once("exit", died);
    signal?.addEventListener("abort", stop, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      worker.off("message", resolve).off("error", died).off("exit", died);
    });
  }

  #end(): void {
    // A thread that did not start needs no end.
    this.#worker?.then((worker) => worker.terminate()).catch(() => undefined);
    this.#worker = undefined;
  }
}
