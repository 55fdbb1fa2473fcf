// Renders templates in a thread of its own, with a limit of time and memory. The thread is started on first use.
import { Worker } from "node:worker_threads";
import type { Rendered, RenderTemplates, TemplateJob } from "../assemble/template-job.ts";

/** For one job, from the moment its thread is ready. */
const TIME_MS = 1_000;

/** A thread that is not ready by then never will be. */
const START_MS = 10_000;

/** It costs memory to wait for more. */
const IDLE_MS = 30_000;

const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

export class TemplateThread {
  readonly #file: string | URL;
  #worker: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** The file is `template-worker`, built or as source. */
  constructor(file: string | URL) {
    this.#file = file;
  }

  /** One job after the other. */
  readonly render: RenderTemplates = (job) => {
    const result = this.#last.then(() => this.#run(job));
    this.#last = result;
    return result;
  };

  dispose(): void {
    clearTimeout(this.#idle);
    this.#end();
  }

  async #run(job: TemplateJob): Promise<Rendered[]> {
    clearTimeout(this.#idle);
    try {
      this.#worker ??= start(this.#file);
      const rendered = await ask(await this.#worker, job);
      this.#idle = setTimeout(() => {
        this.#end();
      }, IDLE_MS).unref();
      return rendered;
    } catch (error) {
      this.#end();
      const message = error instanceof Error ? error.message : String(error);
      return job.templates.map(() => ({ ok: false, message }));
    }
  }

  #end(): void {
    this.#worker?.then((worker) => worker.terminate()).catch(() => undefined);
    this.#worker = undefined;
  }
}

async function start(file: string | URL): Promise<Worker> {
  // Nothing of this process is theirs: no environment, no output.
  const worker = new Worker(file, { resourceLimits: MEMORY, env: {}, stdin: false, stdout: true, stderr: true });
  // One that dies between two jobs, or after it was given up, is nobody's news.
  worker.on("error", () => undefined).unref();
  await answerOf(worker, START_MS, "the thread that renders templates does not start");
  return worker;
}

async function ask(worker: Worker, job: TemplateJob): Promise<Rendered[]> {
  const answer = answerOf(worker, TIME_MS, `it takes longer than ${TIME_MS / 1_000} second`);
  worker.postMessage(job);
  return (await answer) as Rendered[];
}

/** The next thing it says. Rejects when it dies, or says nothing for that long. */
function answerOf(worker: Worker, within: number, otherwise: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const died = (error?: unknown): void => {
    const isMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    reject(isMemory || !(error instanceof Error) ? new Error("it takes too much memory") : error);
  };
  const timer = setTimeout(reject, within, new Error(otherwise));
  worker.once("message", resolve).once("error", died).once("exit", died);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", resolve).off("error", died).off("exit", died);
  });
}
