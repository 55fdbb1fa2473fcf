// What servers have said about filling in, for as long as the window is open: each is asked once for a model.
import type { Result } from "../../message/result.ts";
import type { FimFamilyName } from "../../providers/fim-family.ts";
import type { Access } from "../access.ts";
import { type ProbedFim, probeFim } from "./probe.ts";

export class FimProbes {
  readonly #known = new Map<string, Promise<Result<ProbedFim>>>();

  /** A failure is not remembered: the server may be started, or the key set, by the next time. */
  probe(access: Access, model: string, family?: FimFamilyName): Promise<Result<ProbedFim>> {
    const key = JSON.stringify([access.provider, access.baseUrl ?? "", model, family ?? ""]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = probeFim(access, model, family).then((answer) => {
      if (!answer.ok) this.#known.delete(key);
      return answer;
    });
    this.#known.set(key, asked);
    return asked;
  }

  /** After the settings or the server have changed. */
  forget(): void {
    this.#known.clear();
  }
}
