// Promises as tests: each is attacked in the short form of the drill, and every attack fails.
import { describe, expect, it } from "vitest";
import type { PromiseName } from "./attack.ts";
import { loadAttacks, runAttack } from "./run-attacks.ts";

export async function testPromises(promises: readonly PromiseName[]): Promise<void> {
  const attacks = await loadAttacks();
  describe.each(promises)("%s", (promise) => {
    const own = attacks.filter((attack) => attack.promise === promise);

    it("is attacked", () => {
      expect(own).not.toEqual([]);
    });

    it.each(own.map((attack) => [`${attack.attacker}: ${attack.tries}`, attack] as const))(
      "%s",
      async (_name, attack) => {
        const { broken, tried } = await runAttack(attack, false);
        expect(broken).toBeUndefined();
        expect(tried).toBeGreaterThan(0);
      },
      120_000,
    );
  });
}
