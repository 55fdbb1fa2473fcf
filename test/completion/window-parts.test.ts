// Parts of the window that need no window: the stored counts, the pause, the patience, and the settings in package.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AskedChats } from "../../extension/host/completion/asked-chats.ts";
import { StoredCounts } from "../../extension/host/completion/counts.ts";
import { impatient } from "../../extension/host/completion/impatient.ts";
import { RememberedModel } from "../../extension/host/completion/remembered-model.ts";
import { Snooze } from "../../extension/host/completion/snooze.ts";
import { effectiveSetting } from "../../extension/host/settings/setting-rules.ts";
import type { Failure } from "../../extension/message/failure.ts";
import { runCompletion } from "../../extension/pipelines/completion/run.ts";
import { Completer } from "../../extension/pipelines/completion/session/completer.ts";
import { FIM_FAMILY_NAMES } from "../../extension/providers/fim-family.ts";
import { FimProbes } from "../../extension/send/fim/probes.ts";
import { wirePorts } from "../fakes/completion-ports.ts";
import type { Behaviour } from "../fakes/fim/exchange.ts";
import { fimServer } from "../fakes/fim/server.ts";
import { neutralPorts } from "../fakes/neutral-ports.ts";

function stored() {
  const state = new Map<string, unknown>();
  const port = {
    get: (key: string) => state.get(key) as never,
    update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
  };
  return { state, port };
}

describe("models that only converse", () => {
  it("are asked with every key if the user says so, each by itself, and what is stored otherwise counts as nothing", async () => {
    const { state, port } = stored();
    const chats = new AskedChats(port);
    await chats.set("a/one", true);
    await chats.set("a/two", true);
    await chats.set("a/one", false);
    expect(["a/one", "a/two"].map((model) => chats.has(model))).toEqual([false, true]);
    for (const key of state.keys()) state.set(key, "garbage");
    expect(chats.has("a/two")).toBe(false);
  });
});

describe("the counts", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function memento(): { state: Map<string, unknown>; counts: () => StoredCounts } {
    const { state, port } = stored();
    return { state, counts: () => new StoredCounts(port) };
  }

  it("of two windows are added up, and written a while after the key", () => {
    const { state, counts } = memento();
    const [one, other] = [counts(), counts()];
    one.count("a/b", "shown");
    other.count("a/b", "shown", "accepted");
    expect(state.size).toBe(0);
    expect(one.all["a/b"]?.shown).toBe(1);
    vi.runAllTimers();
    expect(one.all["a/b"]).toMatchObject({ shown: 2, accepted: 1 });
    expect(other.all).toEqual(one.all);
  });

  it("are written when the window closes, and gone when they are cleared", async () => {
    const { counts } = memento();
    const one = counts();
    one.count("a/b", "shown");
    one.dispose();
    expect(counts().all["a/b"]?.shown).toBe(1);
    await one.clear();
    expect(counts().all).toEqual({});
  });
});

describe("a pause", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("ends by its time or by the user, and a longer one replaces a shorter", () => {
    const ended = vi.fn();
    const snooze = new Snooze(ended);
    snooze.begin(5);
    snooze.begin(60);
    vi.advanceTimersByTime(59 * 60_000);
    expect(snooze.isOn).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(snooze.isOn).toBe(false);
    snooze.begin(5);
    snooze.end();
    expect(snooze.isOn).toBe(false);
    expect(ended).toHaveBeenCalledTimes(2);
  });
});

describe("a server on loopback", () => {
  const model = { provider: "ollama", id: "m", context_window: 8_192, max_output: 2_048, accepts: [], tools: false };
  const facts = {
    ...{ isOn: true, isTrusted: true, isSnoozed: false, provider: "ollama", isLanguageOn: true },
    ...{ cursors: 1, hasSelection: false, isRefactored: false, length: 10, isManual: true },
  };
  const asked = { document: "a", path: "a.ts", language: "typescript", model, selected: undefined, facts };

  function over(url: string): { completer: Completer; failures: Failure[] } {
    const failures: Failure[] = [];
    const ports = wirePorts(url, fetch);
    const probes = new FimProbes();
    const completer = new Completer({
      now: () => performance.now(),
      after: (_ms, call) => {
        call();
        return () => undefined;
      },
      isKept: () => Promise.resolve(true),
      probe: async (one) => probes.probe(await ports.access(one.provider), one.id),
      isChatAsked: () => false,
      sources: () => Promise.resolve([]),
      ask: async (...given) => (await runCompletion(given[0], given[1], given[2], ports, given[3], given[4])).answer,
      status: () => undefined,
      fail: (failure) => void failures.push(failure),
      shown: () => undefined,
    });
    return { completer, failures };
  }

  const never = new AbortController().signal;

  it("answers a key from the question how it fills in to the text that is shown", async () => {
    const server = await fimServer("ollama", { pieces: ["1", ";"] });
    const { completer } = over(server.url);
    expect(await completer.complete({ ...asked, text: "a = ", offset: 4 }, never)).toMatchObject({ insert: "1;" });
    expect(server.requests.map(({ path }) => path)).toEqual(["POST /api/show", "POST /api/generate"]);
  });

  it.each([401, 429, 500] as const)("that refuses with %i is told once, whatever is typed", async (status) => {
    const server = await fimServer("ollama", { pieces: [], status });
    const { completer, failures } = over(server.url);
    for (const name of ["a", "b", "c"])
      expect(await completer.complete({ ...asked, text: `${name} = `, offset: 4 }, never)).toBeUndefined();
    expect(failures).toHaveLength(1);
  });

  it("is asked by each of two windows for itself: neither knows the answers of the other, nor waits after its failures", async () => {
    const behaviour: Behaviour = { pieces: ["1;"] };
    const server = await fimServer("ollama", behaviour);
    const [one, other] = [over(server.url), over(server.url)];
    const typed = { ...asked, facts: { ...facts, isManual: false }, text: "a = ", offset: 4 };
    for (const { completer } of [one, other])
      expect(await completer.complete(typed, never)).toMatchObject({ insert: "1;" });
    const count = (): number => server.requests.filter(({ path }) => path === "POST /api/generate").length;
    expect(count()).toBe(2);
    behaviour.status = 500;
    await one.completer.complete({ ...typed, text: "b = " }, never);
    delete behaviour.status;
    expect(await one.completer.complete({ ...typed, text: "c = " }, never)).toBeUndefined();
    expect(await other.completer.complete({ ...typed, text: "c = " }, never)).toMatchObject({ insert: "1;" });
    expect(count()).toBe(4);
    expect([one.failures.length, other.failures.length]).toEqual([1, 0]);
  });

  it("that is not there is told once", async () => {
    const { completer, failures } = over("http://127.0.0.1:9");
    for (const name of ["a", "b"]) await completer.complete({ ...asked, text: `${name} = `, offset: 4 }, never);
    expect(failures).toHaveLength(1);
  });
});

describe("the chosen model", () => {
  it("is read once for many keys, and anew for another name or after a change", () => {
    const read: string[] = [];
    const models = new RememberedModel((key) => {
      read.push(key);
      return { provider: "ollama", id: key, context_window: 1, max_output: 1, accepts: [], tools: false };
    });
    for (const key of ["a", "a", "b", "b"]) expect(models.named(key).id).toBe(key);
    models.forget();
    models.named("b");
    expect(read).toEqual(["a", "b", "b"]);
  });
});

describe("a model that converses", () => {
  it("is asked once for a key, although a turn would try again", async () => {
    let count = 0;
    const broken: typeof fetch = () => {
      count += 1;
      return Promise.resolve(new Response("{}", { status: 500 }));
    };
    const { agents, wait } = neutralPorts();
    const { access, ...rest } = wirePorts("http://box.test/v1", broken);
    const languageModel = { send: () => Promise.reject(new Error("not this one")) };
    const ports = { ...rest, ...impatient({ agents, wait, access, languageModel }) };
    const model = { provider: "custom", id: "m", context_window: 8_192, max_output: 512, accepts: [], tools: false };
    const wanted = { path: "a.ts", language: "typescript", text: "a = ", offset: 4, sources: [] };
    const signal = new AbortController().signal;
    const ran = await runCompletion(wanted, model, { format: "chat" }, ports, signal, () => undefined);
    expect(ran.answer.ok).toBe(false);
    expect(count).toBe(1);
  });
});

describe("the settings", () => {
  interface Manifest {
    contributes: { configuration: { properties: Record<string, { enum?: string[]; default: unknown }> }[] };
  }
  const root = join(import.meta.dirname, "../..");
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const all = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties)) as Record<
    string,
    { enum?: string[]; default: unknown }
  >;

  it("name every family of models, and completion is off", () => {
    expect(all["galley.completion.family"]?.enum).toEqual(["auto", ...FIM_FAMILY_NAMES]);
    expect(all["galley.completion.enabled"]?.default).toBe(false);
  });

  it("of a workspace turn completion off and never on, and choose no model", () => {
    const enabled = (own: boolean, folder: boolean) =>
      effectiveSetting("galley.completion.enabled", { defaultValue: false, globalValue: own, workspaceValue: folder });
    expect([enabled(true, false), enabled(false, true), enabled(true, true)]).toEqual([false, false, true]);
    const chosen = { defaultValue: "", globalValue: "ollama/m", workspaceValue: "custom/evil" };
    expect(effectiveSetting("galley.completion.model", chosen)).toBe("ollama/m");
  });
});
