// What is remembered of an agent, and when it is forgotten.
import { describe, expect, it } from "vitest";
import { KnownAgents } from "../../extension/acp/known-agents.ts";

const setting = { id: "fake", name: "Fake", command: "fake", args: ["acp"], env: { KEY: "open sesame" } };
const said = { agentCapabilities: { loadSession: true } };

function memory(kept?: unknown): { agents: () => KnownAgents; kept: () => unknown } {
  let now = kept;
  const ports = {
    read: () => now,
    write: (known: unknown) => {
      now = known;
    },
  };
  return { agents: () => new KnownAgents(ports), kept: () => now };
}

describe("what an agent said of itself", () => {
  it("is known in another window, without what its environment holds", () => {
    const { agents, kept } = memory();
    agents().keep(setting, said);
    expect(agents().of(setting)).toEqual(said);
    expect(JSON.stringify(kept())).not.toContain("sesame");
  });

  it.each([{ command: "other" }, { args: ["acp", "--text"] }, { env: { KEY: "other" } }])(
    "is not what another says that is called so: %j",
    (other) => {
      const { agents } = memory();
      agents().keep(setting, said);
      expect(agents().of({ ...setting, ...other })).toBeUndefined();
      expect(agents().meetOnce({ ...setting, ...other })).toBe(true);
    },
  );

  it("holds whatever else the user says of it", () => {
    const { agents } = memory();
    agents().keep({ ...setting, textOnly: true }, said);
    expect(agents().of({ ...setting, name: "Other" })).toEqual(said);
  });

  it.each([undefined, { fake: { promptCapabilities: { image: true } } }, "?"])(
    "is nothing where %j is kept",
    (kept) => {
      expect(memory(kept).agents().of(setting)).toBeUndefined();
    },
  );

  it("is asked for once in a window: one that does not come up is left alone", () => {
    const { agents } = memory();
    const here = agents();
    expect([here.meetOnce(setting), here.meetOnce(setting)]).toEqual([true, false]);
    expect(agents().meetOnce(setting)).toBe(true);
    here.keep(setting, said);
    expect(agents().meetOnce(setting)).toBe(false);
  });
});
