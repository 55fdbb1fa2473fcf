// All configured servers: follow the configuration, and start together when a turn needs them.
import { createHash } from "node:crypto";
import type { McpConfig, ServerConfig } from "./config/config.ts";
import { Server, type ServerPorts } from "./server.ts";
import type { Purpose } from "./config/wanted-inputs.ts";

export interface ServersPorts extends Omit<ServerPorts, "fill"> {
  fill: (config: ServerConfig, inputs: McpConfig["inputs"], mayAsk: boolean) => ReturnType<ServerPorts["fill"]>;
  /** Why the server may not start now; `undefined` if it may. */
  hindrance: (config: ServerConfig) => string | undefined;
  /** The user has stopped the server, in this window or an earlier one. */
  isStopped: (name: string) => boolean;
}

/** How long a turn waits for starting servers, once for each start. */
const TURN_WAIT_MS = 10_000;

export class Servers {
  readonly #ports: ServersPorts;
  #config: McpConfig = { servers: [], inputs: [], faults: [] };
  #servers: readonly Server[] = [];
  /** Starts that a turn has waited for already. */
  readonly #waitedFor = new WeakSet<Promise<unknown>>();

  constructor(ports: ServersPorts) {
    this.#ports = ports;
  }

  /** In the order of the configuration. */
  get all(): readonly Server[] {
    return this.#servers;
  }

  get faults(): McpConfig["faults"] {
    return this.#config.faults;
  }

  get inputs(): McpConfig["inputs"] {
    return this.#config.inputs;
  }

  named(name: string): Server | undefined {
    return this.#servers.find((server) => server.name === name);
  }

  /** Keeps unchanged servers as they are, and restarts changed ones that ran. */
  apply(config: McpConfig): void {
    const before = new Map(this.#servers.map((server) => [server.name, server] as const));
    const inputsChanged = JSON.stringify(this.#config.inputs) !== JSON.stringify(config.inputs);
    this.#config = config;
    this.#servers = config.servers.map((wanted) => {
      const known = before.get(wanted.name);
      if (known !== undefined && configDigest(known.config) === configDigest(wanted) && !inputsChanged) {
        before.delete(wanted.name);
        return known;
      }
      return this.#make(wanted, known);
    });
    for (const gone of before.values()) if (!this.#servers.includes(gone)) void gone.stop();
    this.review();
  }

  /** Call when trust or the permissions to start servers have changed. */
  review(): void {
    for (const server of this.#servers) {
      const why = this.#ports.hindrance(server.config);
      if (why === undefined) server.release();
      else void server.hold(why);
    }
  }

  /** Starts the servers that are off. Returns every start that still runs. */
  start(purpose: Purpose): Promise<unknown>[] {
    return this.#servers.flatMap((server) => {
      const starting = server.use(purpose);
      return server.state.kind === "starting" ? [starting] : [];
    });
  }

  /** Starts the servers that are off, and waits a while for them. A server that hangs delays one turn, not each. */
  async ready(purpose: Purpose, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    const starting = this.start(purpose);
    const waiting = purpose === "typing" ? starting : starting.filter((one) => !this.#waitedFor.has(one));
    if (waiting.length === 0) return;
    // Waiting while the user types does not use up the wait of the turn.
    if (purpose === "sending") for (const one of waiting) this.#waitedFor.add(one);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const enough = (): void => {
      resolve(undefined);
    };
    const callOff = this.#ports.after(TURN_WAIT_MS, enough);
    signal?.addEventListener("abort", enough, { once: true });
    await Promise.race([Promise.all(waiting), promise]);
    signal?.removeEventListener("abort", enough);
    callOff();
  }

  rootsChanged(): void {
    for (const { link } of this.#servers) link?.rootsChanged();
  }

  kill(): void {
    for (const server of this.#servers) server.kill();
  }

  #make(config: ServerConfig, known: Server | undefined): Server {
    const server = new Server(config, {
      ...this.#ports,
      fill: (wanted, mayAsk) => this.#ports.fill(wanted, this.#config.inputs, mayAsk),
    });
    if (this.#ports.isStopped(config.name)) server.markStopped();
    else if (known?.state.kind === "running" || known?.state.kind === "starting")
      void known.stop().then(() => (this.#servers.includes(server) ? server.use() : undefined));
    return server;
  }
}

/** Identifies what the server runs: if it changes, the user is asked again. */
export function configDigest({ name, spec, origin }: ServerConfig): string {
  return createHash("sha256")
    .update(JSON.stringify([name, spec, origin]))
    .digest("hex")
    .slice(0, 32);
}
