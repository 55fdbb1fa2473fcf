// One server and its state: off, starting, running, failed or waiting for a sign-in. Started by the first use.
import { reasonOf } from "../text/reason.ts";
import type { ServerConfig } from "./config/config.ts";
import type { Link, LinkPorts, ListKind, OpenLink } from "./connection/link.ts";
import type { ListedTool } from "./listed-tool.ts";
import type { Filled } from "./config/variables.ts";
import { type Purpose, WantedInputs } from "./config/wanted-inputs.ts";
import { counted } from "../text/counted.ts";
import * as words from "./words.ts";

export type ServerState =
  /** Not started, or stopped. `why`: the reason that it may not start. */
  | { kind: "off"; why?: string }
  | { kind: "starting" }
  | { kind: "running" }
  /** Not started again before `retry_at`, unless by the user. */
  | { kind: "failed"; reason: string; retry_at: number }
  | { kind: "sign-in" };

export interface ServerPorts extends Omit<LinkPorts, "closed" | "changed" | "log"> {
  open: OpenLink;
  /** Fills in the variables. Asks the user for missing values only with `mayAsk`. */
  fill: (config: ServerConfig, mayAsk: boolean) => Promise<Filled>;
  log: (server: string, line: string) => void;
  /** Called when the state or a list of a server has changed. */
  changed: (server: Server, what: "state" | ListKind) => void;
  /** Tells the user. The server does not repeat its last message. */
  tell: (server: Server, words: string) => void;
  now: () => number;
  /** Calls later. Returns a function that cancels the call. */
  after: (ms: number, call: () => void) => () => void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** A server that ran this long is healthy: the next failure counts as the first. */
const WELL_MS = 60_000;

/** After this many failures in a row the server is not restarted automatically; a caller that needs it still tries. */
const MOST_RESTARTS = 5;

/** The shortest time between two requests for a list that keeps changing. */
const RELIST_MS = 500;

export class Server {
  readonly config: ServerConfig;
  readonly #ports: ServerPorts;
  #state: ServerState = { kind: "off" };
  #link: Link | undefined;
  #tools: readonly ListedTool[] = [];
  #starting: Promise<Link | undefined> | undefined;
  #abort = new AbortController();
  #failures = 0;
  #runningSince = 0;
  #callOff: () => void = () => undefined;
  #relisting: (() => void) | undefined;
  /** The user has stopped it: only the user starts it again. */
  #isStopped = false;
  readonly #inputs = new WantedInputs();
  #told = "";

  constructor(config: ServerConfig, ports: ServerPorts) {
    this.config = config;
    this.#ports = ports;
  }

  get name(): string {
    return this.config.name;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Empty unless the server runs. */
  get tools(): readonly ListedTool[] {
    return this.#tools;
  }

  /** Set while the server runs. */
  get link(): Link | undefined {
    return this.#link;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Starts the server if it is off. Resolves with `undefined` if it does not run then. Never rejects. */
  use(purpose: Purpose = "typing"): Promise<Link | undefined> {
    if (this.#link !== undefined) return Promise.resolve(this.#link);
    if (this.#starting === undefined && !this.#mayStart(purpose)) return Promise.resolve(undefined);
    if (purpose === "sending") this.#inputs.allow(true);
    return this.#starting ?? this.#start(false);
  }

  #mayStart(purpose: Purpose): boolean {
    const state = this.#state;
    if (this.#isStopped || state.kind === "sign-in") return false;
    if (state.kind === "failed") return this.#ports.now() >= state.retry_at;
    if (state.kind !== "off" || state.why === undefined) return true;
    return state.why === this.#inputs.why && this.#inputs.isAskedFor(purpose);
  }

  /** By the user: forgets earlier failures and stops, and a sign-in may open the browser. */
  start(): Promise<Link | undefined> {
    this.#isStopped = false;
    this.#failures = 0;
    this.#told = "";
    this.#callOff();
    if (this.#link !== undefined) return Promise.resolve(this.#link);
    this.#inputs.allow(true);
    return this.#starting ?? this.#start(true);
  }

  /** By the user. Resolves when the server has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end({ kind: "off" });
  }

  async restart(): Promise<void> {
    await this.#end({ kind: "off" });
    await this.start();
  }

  /** Keeps the server off for a reason outside of it, such as missing trust. */
  async hold(why: string): Promise<void> {
    await this.#end({ kind: "off", why });
  }

  /** Clears the reason the server was kept off, unless it waits for an input. */
  release(): void {
    const { why } = this.#inputs;
    if (this.#state.kind === "off" && this.#state.why !== undefined && this.#state.why !== why)
      this.#set({ kind: "off", ...(why !== undefined && { why }) });
  }

  markStopped(): void {
    this.#isStopped = true;
  }

  /** The window closes: ends the server without waiting. */
  kill(): void {
    this.#callOff();
    this.#abort.abort();
    this.#link?.kill();
    this.#link = undefined;
  }

  #start(mayAsk: boolean): Promise<Link | undefined> {
    this.#callOff();
    this.#set({ kind: "starting" });
    const abort = (this.#abort = new AbortController());
    const starting = this.#open(mayAsk, abort.signal).finally(() => {
      if (this.#starting !== starting) return;
      this.#starting = undefined;
      this.#inputs.allow(false);
    });
    this.#starting = starting;
    return starting;
  }

  async #open(mayAsk: boolean, signal: AbortSignal): Promise<Link | undefined> {
    const isOver = (): boolean => signal.aborted;
    let opened: Link | undefined;
    try {
      const filled = await this.#inputs.fill((asks) => this.#ports.fill(this.config, asks));
      const { why } = this.#inputs;
      if (why !== undefined && !isOver()) this.#set({ kind: "off", why });
      if (why !== undefined || isOver()) return undefined;
      if (!filled.ok) throw new Error(filled.failure.reason);
      const result = await this.#ports.open(this.name, { spec: filled.value, mayAsk, signal }, this.#linkPorts(signal));
      if (result.ok) opened = result.value;
      else if ("reason" in result.failure) throw new Error(result.failure.reason);
      const tools = (await opened?.tools()) ?? [];
      if (isOver()) {
        await opened?.close();
        return undefined;
      }
      if (opened !== undefined) this.#run(opened, tools);
      else if (!result.ok && "signIn" in result.failure) this.#wantSignIn(result.failure.signIn.failed);
      return opened;
    } catch (error) {
      await opened?.close().catch(() => undefined); // The first failure is reported; closing adds nothing.
      if (!isOver()) this.#fail(reasonOf(error));
      return undefined;
    }
  }

  #run(link: Link, tools: readonly ListedTool[]): void {
    this.#link = link;
    this.#tools = tools;
    this.#runningSince = this.#ports.now();
    this.#ports.log(this.name, `running: ${link.about}, ${counted(tools.length, "tool")}`);
    this.#set({ kind: "running" });
  }

  #linkPorts(signal: AbortSignal): LinkPorts {
    return {
      ...this.#ports,
      log: (line) => {
        this.#ports.log(this.name, line);
      },
      closed: (reason, signedOut = false) => {
        if (!signal.aborted) this.#died(reason, signedOut);
      },
      changed: (kind) => {
        if (!signal.aborted) this.#listChanged(kind);
      },
    };
  }

  /** The server ended after it had run: restarts it, after a longer wait each time. */
  #died(reason: string, signedOut: boolean): void {
    if (this.#link === undefined) return;
    if (this.#ports.now() - this.#runningSince >= WELL_MS) {
      this.#failures = 0;
      this.#told = "";
    }
    // After a sign-out, the restart tells the user to sign in.
    this.#fail(reason, !signedOut);
    if (this.#failures > MOST_RESTARTS) return;
    this.#callOff = this.#ports.after(this.#waitMs(), () => void this.#start(false));
  }

  #fail(reason: string, isNews = true): void {
    this.#failures += 1;
    this.#forget();
    this.#ports.log(this.name, `failed: ${reason}`);
    this.#set({ kind: "failed", reason, retry_at: this.#ports.now() + this.#waitMs() });
    this.#tell(words.serverFailed(this.name, reason), isNews);
  }

  /** `failed`: why the user's attempt to sign in failed. */
  #wantSignIn(failed?: string): void {
    this.#forget();
    if (failed !== undefined) this.#ports.log(this.name, `sign-in failed: ${failed}`);
    this.#set({ kind: "sign-in" });
    this.#tell(words.signInRequired(this.name, failed));
  }

  #tell(message: string, isNews = true): void {
    if (isNews && this.#told !== message) this.#ports.tell(this, message);
    this.#told = message;
  }

  #waitMs(): number {
    return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, this.#failures - 1));
  }

  async #end(state: ServerState): Promise<void> {
    this.#callOff();
    this.#abort.abort();
    const link = this.#link;
    const starting = this.#starting;
    this.#starting = undefined;
    this.#inputs.allow(false);
    this.#forget();
    this.#set(state);
    await starting;
    await link?.close().catch((error: unknown) => {
      this.#ports.log(this.name, reasonOf(error));
    });
  }

  #forget(): void {
    this.#link = undefined;
    this.#tools = [];
    this.#relisting?.();
    this.#relisting = undefined;
  }

  #listChanged(kind: ListKind): void {
    if (kind !== "tools") this.#ports.changed(this, kind);
    else this.#relisting ??= this.#ports.after(RELIST_MS, () => void this.#relist());
  }

  async #relist(): Promise<void> {
    this.#relisting = undefined;
    const link = this.#link ?? (await this.#starting);
    if (link === undefined) return;
    try {
      const tools = await link.tools();
      if (this.#link !== link) return;
      this.#tools = tools;
      this.#ports.log(this.name, `its tools have changed: ${tools.length}`);
      this.#ports.changed(this, "tools");
    } catch (error) {
      // Keep the last list.
      this.#ports.log(this.name, `could not list its tools: ${reasonOf(error)}`);
    }
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#ports.changed(this, "state");
  }
}
