// The account of a turn: what its requests contain, stored and told before each is sent.
import type { Assembled } from "../../assemble/assemble.ts";
import type { Continued } from "../../assemble/continued.ts";
import { systemText } from "../../assemble/context.ts";
import type { Warning } from "../../lower/lowered.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { AssistantMetadata } from "../../message/message.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { readManifest, saveManifest, saveSystemPrompt } from "../../persist/manifests.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Emit } from "../events.ts";
import { keepSpecs } from "./offered-tools.ts";

export interface AccountPorts {
  store: Store;
  emit: Emit;
  /** Logs the account of a request that is about to be sent. */
  trace: (manifest: Manifest) => void;
}

/** A later request: what it omitted, what it costs, and whether it can go. */
type Later = Pick<Continued, "elided" | "estimate" | "failure">;

/** The account of a turn: stored with its first request, and told with each. */
export class TurnAccount {
  readonly #ports: AccountPorts;
  /** What later requests omitted, and what their wire could not take. */
  #elided: Manifest["elided"] = [];
  #warnings: readonly Warning[] = [];
  #round = 0;

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  /** Returns the metadata that every answer to this request has. */
  keepFirst({ context, manifest }: Assembled): Partial<AssistantMetadata> {
    const { store } = this.#ports;
    const system = systemText(context.layers);
    const digest = contentId(system);
    // In one transaction: the user is waiting for the first word.
    store.transaction(() => {
      saveSystemPrompt(store, digest, system);
      keepSpecs(store, manifest, context.tools);
      saveManifest(store, manifest);
    });
    this.#tell(manifest);
    const { body } = context;
    return { system_prompt_digest: digest, manifest_id: manifest.id, ...(body !== undefined && { body }) };
  }

  /** Stores what is new. A request repeats the warnings of those before it; one that failed does not go. */
  keepLater({ manifest }: Assembled, { elided, estimate, failure }: Later, warnings: readonly Warning[]): void {
    const fresh = newAmong(failure === undefined ? warnings : [], [...manifest.dropped, ...this.#warnings]);
    const hasNews = elided.length > this.#elided.length || fresh.length > 0;
    if (hasNews) this.#elided = elided;
    this.#warnings = [...this.#warnings, ...fresh];
    const now = {
      ...manifest,
      elided: [...manifest.elided, ...this.#elided],
      dropped: [...manifest.dropped, ...this.#warnings],
    };
    if (hasNews) this.#save(now);
    this.#tell({ ...now, estimate, actual: null });
  }

  /** With what the first answer cost, which is known by now. */
  #save(manifest: Manifest): void {
    const { store } = this.#ports;
    const { actual } = readManifest(store, manifest.id) ?? manifest;
    saveManifest(store, { ...manifest, actual });
  }

  #tell(manifest: Manifest): void {
    const { session_id, message_id } = manifest;
    this.#ports.trace(manifest);
    this.#ports.emit({ type: "manifest", session_id, message_id, round: (this.#round += 1), manifest });
  }
}

/** Two pictures of one name have two equal warnings: each known one stands for one of them. */
function newAmong(warnings: readonly Warning[], known: Warning[]): Warning[] {
  return warnings.filter(({ what, why }) => {
    const at = known.findIndex((one) => one.what === what && one.why === why);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}
