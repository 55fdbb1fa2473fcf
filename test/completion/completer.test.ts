// A whole key in a window that the test plays: what is asked, shown, told and counted, and what ends a request.
import { describe, expect, it, vi } from "vitest";
import type { Failure } from "../../extension/message/failure.ts";
import type { Model } from "../../extension/message/model.ts";
import type { Result } from "../../extension/message/result.ts";
import type { Answer } from "../../extension/pipelines/completion/flight.ts";
import type { Wanted } from "../../extension/pipelines/completion/hole.ts";
import type { Fim } from "../../extension/pipelines/completion/request.ts";
import { type Asked, Completer } from "../../extension/pipelines/completion/session/completer.ts";
import { rehearse } from "../../extension/pipelines/completion/session/rehearsal.ts";
import type { Status } from "../../extension/pipelines/completion/session/status.ts";

const model: Model = {
  ...{ provider: "ollama", id: "coder", context_window: 8_192, max_output: 1_024 },
  ...{ accepts: [], tools: false },
};

const facts: Asked["facts"] = {
  ...{ isOn: true, isTrusted: true, isSnoozed: false, provider: "ollama", isLanguageOn: true },
  ...{ cursors: 1, hasSelection: false, isRefactored: false, length: 100, isManual: false },
};

function asked(marked: string, given: Partial<Asked["facts"]> = {}, more: Partial<Asked> = {}): Asked {
  const place = { text: marked.replace("‸", ""), offset: marked.indexOf("‸") };
  const named = { document: "a.ts", path: "a.ts", language: "typescript", model, selected: undefined };
  return { ...named, ...place, facts: { ...facts, ...given }, ...more };
}

const failure = (code: string): Failure => ({ stage: "send", code, message: `It said ${code}.`, retryable: true });

interface Request {
  wanted: Wanted;
  signal: AbortSignal;
  grown: (output: string) => void;
  end: (answer: Answer<Failure>) => void;
}

function played(probed: Result<Fim> = { ok: true, value: { format: "ollama-insert" } }) {
  const requests: Request[] = [];
  const statuses: Status[] = [];
  const [failures, shown]: string[][] = [[], []];
  const due = new Map<() => void, number>();
  const world = { now: 0, looked: 0, isKept: true as boolean | Promise<boolean>, isChatAsked: false, probed };
  const completer = new Completer({
    now: () => world.now,
    after: (ms, call) => {
      due.set(call, ms);
      return () => void due.delete(call);
    },
    isKept: () => Promise.resolve(world.isKept),
    probe: () => Promise.resolve(world.probed),
    isChatAsked: () => world.isChatAsked,
    sources: () => {
      world.looked += 1;
      return Promise.resolve([]);
    },
    ask: (wanted, _model, _fim, signal, grown) => {
      const { promise, resolve } = Promise.withResolvers<Answer<Failure>>();
      requests.push({ wanted, signal, grown, end: resolve });
      return promise;
    },
    status: (status) => void statuses.push(status),
    fail: ({ code }) => void failures?.push(code),
    shown: (key) => void shown?.push(key),
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  /** All that waits for its time is called. */
  const tick = async (): Promise<void> => {
    await settle();
    const calls = [...due.keys()];
    due.clear();
    for (const call of calls) call();
    await settle();
  };
  const never = new AbortController().signal;
  return {
    ...{ completer, requests, statuses, failures, shown, world, due, tick, settle },
    complete: (one: Asked, signal = never) => completer.complete(one, signal),
    /** Asks, and answers. */
    answer: async (one: Asked, output: string) => {
      const completing = completer.complete(one, never);
      await tick();
      world.now += 180;
      requests.at(-1)?.end({ ok: true, output });
      return completing;
    },
  };
}

describe("a key", () => {
  it("waits, asks once, and shows the answer with its model, its format and its time", async () => {
    const { answer, requests, statuses, shown } = played();
    expect(await answer(asked("const a = ‸;\n"), "1")).toEqual({
      insert: "1",
      start: 10,
      end: 10,
      model: "ollama/coder",
    });
    expect(requests).toHaveLength(1);
    expect(statuses.map(({ state }) => state)).toEqual(["probing", "working", "answered", "answered"]);
    expect(statuses.at(-1)).toEqual({ state: "answered", ms: 180 });
    expect(shown).toEqual(["ollama/coder"]);
  });

  it("reads at the same time whether its file and the others may be sent", async () => {
    const { complete, world, requests, tick } = played();
    const kept = Promise.withResolvers<boolean>();
    world.isKept = kept.promise;
    const completing = complete(asked("const a = ‸\n"));
    expect(world.looked).toBe(1);
    expect(requests).toHaveLength(0);
    kept.resolve(false);
    await tick();
    expect(await completing).toBeUndefined();
    expect(requests).toHaveLength(0);
  });

  it("that types what is shown keeps it without a request, a block as a block, and counts it once", async () => {
    const { answer, complete, requests, statuses, shown } = played();
    const block = "if (a) {\n    b();\n  }";
    await answer(asked("function f() {\n  ‸\n}\n"), block);
    expect(requests[0]?.wanted.amount).toBe("block");
    expect(await complete(asked("function f() {\n  if‸\n}\n"))).toMatchObject({ insert: " (a) {\n    b();\n  }" });
    expect(requests).toHaveLength(1);
    expect(statuses.at(-1)).toEqual({ state: "answered", ms: undefined });
    expect(shown).toHaveLength(1);
  });

  it("keeps the line ends of Windows", async () => {
    const { answer } = played();
    const shown = await answer(asked("function f() {\r\n  ‸\r\n}\r\n"), "if (a) {\n    b();\n  }");
    expect(shown?.insert).toBe("if (a) {\r\n    b();\r\n  }");
  });

  it("that the user asked with does not wait, also where completion is paused, off for the language, or lines are refactored", async () => {
    const { complete, requests, settle } = played();
    void complete(asked("a = ‸", { isManual: true, isSnoozed: true, isLanguageOn: false, isRefactored: true }));
    await settle();
    expect(requests).toHaveLength(1);
  });

  it("after an accepted text asks for a block again", async () => {
    const { completer, complete, requests, tick } = played();
    const place = asked("a();‸\n");
    completer.accepted("a.ts", place.offset);
    void complete(place);
    await tick();
    expect(requests[0]?.wanted.amount).toBe("block");
  });

  it("asks nothing where it is silent, and says why", async () => {
    const { complete, requests, statuses, world, tick } = played();
    const reasons = [
      asked("‸", { isOn: false }),
      asked("‸", { isTrusted: false }),
      asked("‸", { provider: undefined }),
      asked("‸", { provider: "acp" }),
      asked("‸", { isSnoozed: true }),
      asked("‸", { isLanguageOn: false }),
      asked("‸", { cursors: 2 }),
      asked("‸", { hasSelection: true }),
      asked("‸", { isRefactored: true }),
      asked("‸", { length: 50_000_000 }),
      asked("a ‸ = b"),
    ];
    for (const one of reasons) expect(await complete(one)).toBeUndefined();
    world.isKept = false;
    expect(await complete(asked("a = ‸"))).toBeUndefined();
    await tick();
    expect(requests).toHaveLength(0);
    expect(statuses.map((status) => status.state === "silent" && status.reason)).toEqual([
      ...["off", "untrusted", "no-model", "agent", "snoozed", "language", "cursors", "selection"],
      ...["refactoring", "too-large", "inside-line", "kept-out"],
    ]);
  });

  it("asks a model that only converses when the user asks, or has said so", async () => {
    const { complete, requests, statuses, world, tick } = played({ ok: true, value: { format: "chat" } });
    expect(await complete(asked("a = ‸"))).toBeUndefined();
    expect(statuses.at(-1)).toEqual({ state: "silent", reason: "on-demand" });
    void complete(asked("a = ‸", { isManual: true }));
    await tick();
    expect(requests).toHaveLength(1);
    world.isChatAsked = true;
    void complete(asked("b = ‸"));
    await tick();
    expect(requests).toHaveLength(2);
  });
});

describe("an answer without text", () => {
  it("says whether the model thought, or said nothing", async () => {
    const { complete, requests, statuses, tick } = played();
    const thinking = complete(asked("a = ‸"));
    await tick();
    requests[0]?.end({ ok: true, output: "", nothing: "only-reasoning" });
    expect(await thinking).toBeUndefined();
    expect(statuses.at(-1)).toEqual({ state: "silent", reason: "only-reasoning" });
    const silent = complete(asked("b = ‸"));
    await tick();
    requests[1]?.end({ ok: true, output: "" });
    expect(await silent).toBeUndefined();
    expect(statuses.at(-1)).toEqual({ state: "silent", reason: "empty" });
  });
});

describe("the list of suggestions", () => {
  const selected = { start: 0, end: 3, text: "console" };

  it("shows a text that goes on from the selected entry, from where that begins", async () => {
    const { answer } = played();
    expect(await answer(asked("con‸", {}, { selected }), "sole.log(1)")).toMatchObject({
      ...{ insert: "console.log(1)", start: 0, end: 3 },
    });
  });

  it("shows nothing that begins otherwise", async () => {
    const { answer, statuses } = played();
    expect(await answer(asked("con‸", {}, { selected }), "st x = 1")).toBeUndefined();
    expect(statuses.at(-1)).toEqual({ state: "silent", reason: "list" });
  });
});

describe("what ends a request", () => {
  it("the editor's word ends the call at once, and a request that has not left", async () => {
    const { complete, requests, tick, settle } = played();
    const stop = new AbortController();
    const completing = complete(asked("a = ‸"), stop.signal);
    await settle();
    stop.abort();
    expect(await completing).toBeUndefined();
    await tick();
    expect(requests).toHaveLength(0);
  });

  it("a request that has left is joined by the next key, and ended if none comes", async () => {
    const { complete, requests, tick, settle } = played();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = complete(asked("a = ‸"), one.signal);
    await tick();
    one.abort();
    expect(await first).toBeUndefined();
    const second = complete(asked("a = f‸"), other.signal);
    await tick();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.signal.aborted).toBe(false);
    requests[0]?.end({ ok: true, output: "foo()" });
    expect(await second).toMatchObject({ insert: "oo()" });
    const third = complete(asked("b = ‸"), other.signal);
    await tick();
    other.abort();
    await third;
    await tick();
    await settle();
    expect(requests[1]?.signal.aborted).toBe(true);
  });

  it("an answer that is not what was typed since is ended, and the place of the last key is asked for", async () => {
    const { complete, requests, statuses, tick } = played();
    const stop = new AbortController();
    const first = complete(asked("a‸"), stop.signal);
    await tick();
    stop.abort();
    await first;
    const second = complete(asked("a = ‸"));
    await tick();
    expect(requests).toHaveLength(1);
    requests[0]?.grown("bc()");
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(statuses.at(-1)).toEqual({ state: "ready" });
    await tick();
    expect(requests).toHaveLength(2);
    requests[1]?.end({ ok: true, output: "1;" });
    expect(await second).toMatchObject({ insert: "1;" });
  });

  it("an answer that arrives between two keys is there for the next", async () => {
    const { complete, requests, statuses, tick, settle } = played();
    const stop = new AbortController();
    const first = complete(asked("a = ‸"), stop.signal);
    await tick();
    stop.abort();
    await first;
    requests[0]?.end({ ok: true, output: "foo()" });
    await settle();
    expect(statuses.at(-1)).toMatchObject({ state: "answered" });
    expect(await complete(asked("a = f‸"))).toMatchObject({ insert: "oo()" });
    expect(requests).toHaveLength(1);
  });

  it("a cursor that goes elsewhere ends it at once, one that follows what is typed does not", async () => {
    const { completer, complete, requests, statuses, tick } = played();
    const completing = complete(asked("a = ‸\nb"));
    await tick();
    completer.moved(() => asked("a = x‸\nb"));
    expect(requests[0]?.signal.aborted).toBe(false);
    completer.moved(() => asked("a = \n‸b"));
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(await completing).toBeUndefined();
    expect(statuses.at(-1)).toEqual({ state: "ready" });
  });
});

describe("a change of the text", () => {
  const spotOf = (marked: string) => {
    const { document, text, offset } = asked(marked);
    return { document, text, offset };
  };

  it("ends a request that none of the places continues where the cursor can be", async () => {
    const { complete, completer, requests, tick } = played();
    void complete(asked("call‸"));
    await tick();
    completer.changed(() => [spotOf("call()‸"), spotOf("call(‸)")]);
    expect(requests[0]?.signal.aborted).toBe(false);
    completer.changed(() => undefined);
    expect(requests[0]?.signal.aborted).toBe(false);
    completer.changed(() => [spotOf("cal‸")]);
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it("is not looked at while no request has left", async () => {
    const { complete, completer, settle } = played();
    let looks = 0;
    const look = () => {
      looks += 1;
      return [];
    };
    completer.changed(look);
    void complete(asked("call‸"));
    await settle();
    completer.changed(look);
    expect(looks).toBe(0);
  });
});

describe("the rehearsal", () => {
  it.each(["ollama", "custom"])(
    "of a model of %s shows its texts, ends its last request, and sends nothing",
    async (provider) => {
      const fetched = vi.spyOn(globalThis, "fetch");
      expect(await rehearse(provider)).toEqual(Array.from({ length: 6 }, () => "list.map((one) => one + by);"));
      expect(fetched).not.toHaveBeenCalled();
      fetched.mockRestore();
    },
  );
});

describe("a server that fails", () => {
  it("is told once, left alone for longer each time, and asked again when the user asks", async () => {
    const { complete, requests, statuses, failures, world, tick } = played();
    const fail = async (code: string, given: Partial<Asked["facts"]> = {}): Promise<void> => {
      const completing = complete(asked("a = ‸", given));
      await tick();
      requests.at(-1)?.end({ ok: false, failure: failure(code) });
      expect(await completing).toBeUndefined();
    };
    await fail("server");
    expect(statuses.at(-1)).toMatchObject({ state: "failed" });
    for (let key = 0; key < 5; key += 1) await complete(asked("a = ‸"));
    expect(requests).toHaveLength(1);
    world.now += 2_001;
    await fail("server");
    world.now += 2_001;
    await complete(asked("a = ‸"));
    expect(requests).toHaveLength(2);
    await fail("rate-limit", { isManual: true });
    expect(requests).toHaveLength(3);
    expect(failures).toEqual(["server", "rate-limit"]);
  });

  it("has failed as long as it is left alone, for a window that rests", async () => {
    const { completer, complete, world } = played({ ok: false, failure: failure("unreachable") });
    await complete(asked("a = ‸"));
    expect(completer.failure?.code).toBe("unreachable");
    world.now += 2_001;
    expect(completer.failure).toBeUndefined();
  });

  it("when it is asked how it fills in, is told once too", async () => {
    const { complete, failures, requests } = played({ ok: false, failure: failure("unreachable") });
    await complete(asked("a = ‸"));
    await complete(asked("ab = ‸"));
    expect(failures).toEqual(["unreachable"]);
    expect(requests).toHaveLength(0);
  });

  it("is left alone for as long as it wants", async () => {
    const { complete, requests, world, tick } = played();
    const completing = complete(asked("a = ‸"));
    await tick();
    requests[0]?.end({ ok: false, failure: failure("rate-limit"), waitMs: 60_000 });
    await completing;
    world.now += 59_000;
    await complete(asked("a = ‸"));
    expect(requests).toHaveLength(1);
    world.now += 1_001;
    void complete(asked("a = ‸"));
    await tick();
    expect(requests).toHaveLength(2);
  });

  it("that several keys waited for has failed once", async () => {
    const { complete, requests, world, tick } = played({ ok: false, failure: failure("unreachable") });
    await Promise.all([complete(asked("a = ‸")), complete(asked("ab = ‸")), complete(asked("abc = ‸"))]);
    world.now += 2_001;
    world.probed = { ok: true, value: { format: "ollama-insert" } };
    void complete(asked("a = ‸"));
    await tick();
    expect(requests).toHaveLength(1);
  });

  it("is forgotten with another model", async () => {
    const { completer, complete, requests, world, tick } = played({ ok: false, failure: failure("unreachable") });
    await complete(asked("a = ‸"));
    completer.reset();
    world.probed = { ok: true, value: { format: "ollama-insert" } };
    void complete(asked("a = ‸"));
    await tick();
    expect(requests).toHaveLength(1);
  });
});
