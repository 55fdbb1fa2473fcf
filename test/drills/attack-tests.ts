// Promises as tests: each is attacked in the short form of the drill, and every attack fails.
import { describe, expect, it } from "vitest";
import type { PromiseName } from "./attack.ts";
import { canRun, loadAttacks, runAttack } from "./run-attacks.ts";

export async function testPromises(promises: readonly PromiseName[]): Promise<void> {
  const attacks = await loadAttacks();
  describe.each(promises)("%s", (promise) => {
    const own = attacks.filter((attack) => attack.promise === promise);

    it("is attacked", () => {
      expect(own).not.toEqual([]);
    });

    for (const attack of own)
      it.skipIf(!canRun(attack))(
        `${attack.attacker}: ${attack.tries}`,
        async () => {
          const { broken, tried } = await runAttack(attack, false);
          expect(broken).toBeUndefined();
          expect(tried).toBeGreaterThan(0);
        },
        120_000,
      );
  });
}
