// The context that goes with a message although the user did not name it.
import { describe, expect, it } from "vitest";
import { type AutomaticPorts, findAlways, findAutomatic } from "../../extension/acquire/automatic.ts";
import { CONTEXT_NAMES } from "../../extension/acquire/context.ts";
import type { Policy } from "../../extension/acquire/policy.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { ContextPart } from "../../extension/message/resolved.ts";

const first: ContextPart = { type: "file-ref", ref: { kind: "path", path: "a.ts", range: { start: 1, end: 2 } } };
const second: ContextPart = { type: "file-ref", ref: { kind: "path", path: "a.ts", range: { start: 7, end: 8 } } };
const open: ContextPart = { type: "editor-context", kind: "open", payload: "a.ts", emitted_at: 5 };
const text: KnownPart = { type: "text", text: "why?" };

function ports(policies: Partial<Record<string, Policy>>): AutomaticPorts & { reads: string[] } {
  const reads: string[] = [];
  const contexts: Partial<Record<string, ContextPart[]>> = { selection: [first, second], open: [open] };
  return {
    reads,
    names: () => CONTEXT_NAMES,
    policyOf: (name) => policies[name] ?? "never",
    readAutomatic: (name) => {
      reads.push(name);
      const parts = contexts[name];
      return parts === undefined ? Promise.reject(new Error("no terminal")) : Promise.resolve(parts);
    },
    isKnownCommand: (id) => id === "/review",
  };
}

describe("what goes with a message that shows no offers", () => {
  it("is what the policy always sends; what asks waits for the user and is not read", async () => {
    const asked = ports({ selection: "ask", open: "always" });
    expect(await findAlways(asked, [text])).toEqual([{ name: "open", mode: "always", parts: [open] }]);
    expect(asked.reads).toEqual(["open"]);
  });

  it("is nothing for a command, which gets only what the user gives it", async () => {
    expect(await findAlways(ports({ open: "always" }), [{ type: "text", text: "/review now" }])).toEqual([]);
    expect(await findAlways(ports({ open: "always" }), [{ type: "text", text: "/unknown now" }])).toHaveLength(1);
  });

  it("leaves out a context that cannot be read, and keeps the others", async () => {
    const found = await findAlways(ports({ terminal: "always", open: "always" }), [text]);
    expect(found.map(({ name }) => name)).toEqual(["open"]);
  });
});

describe("context that the draft contains", () => {
  it("is not added again: as the part itself, as a mention of the file, or by its name", async () => {
    const mention: KnownPart = {
      type: "mention",
      target: { kind: "file", path: "a.ts", range: { start: 1, end: 2 } },
    };
    const named: KnownPart = { type: "mention", target: { kind: "context", name: "selection" } };
    const partsWith = async (draft: KnownPart[]): Promise<ContextPart[]> =>
      (await findAutomatic(ports({ selection: "always", open: "always" }), draft)).flatMap(({ parts }) => parts);
    expect(await partsWith([first, text])).toEqual([second, open]);
    expect(await partsWith([mention, text])).toEqual([second, open]);
    expect(await partsWith([named, text])).toEqual([open]);
    expect(await partsWith([{ ...open, emitted_at: 1 }, text])).toEqual([first, second]);
    expect(await partsWith([first, second, open, text])).toEqual([]);
  });
});
