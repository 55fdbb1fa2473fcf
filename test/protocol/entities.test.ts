// Entities of other extensions in the list: what is asked, what is shown, and what a slow or broken provider changes.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ContextEntity, ContextProvider } from "../../extension/acquire/context-provider.ts";
import { findEntities, readRegistered } from "../../extension/host/context/registered/read-registered.ts";
import { askSources, type SuggestSource } from "../../extension/host/suggest/ask-sources.ts";
import { contextSource } from "../../extension/host/suggest/contexts.ts";
import { type EntityProvider, entitySource } from "../../extension/host/suggest/entities.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";

afterEach(() => void vi.useRealTimers());

const issues: ContextEntity[] = [
  { id: "7", label: "Crash on start", description: "open", icon: "warning" },
  { id: "8", label: "Crash on exit" },
];

function provider(name: string, find: NonNullable<ContextProvider["find"]>): EntityProvider & { asked: string[] } {
  const asked: string[] = [];
  const context: ContextProvider = {
    title: `the ${name}`,
    provide: () => undefined,
    find: (query, signal) => {
      asked.push(query);
      return find(query, signal);
    },
  };
  const ask = (query: string, signal: AbortSignal) => findEntities(context, query, signal);
  return { name, words: context.title, asked, find: ask };
}

function ask(table: SuggestSource[], query: string) {
  vi.useFakeTimers();
  let shown: { items: Suggestion[]; done: boolean } | undefined;
  const question = { type: "suggest", round: 1, trigger: "@", query } as const;
  askSources(table, question, (answer) => void (shown = answer), new AbortController().signal);
  return async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return shown;
  };
}

/** The user does not type on, so the pause is over at once. */
const from = (providers: EntityProvider[]) =>
  entitySource(
    () => providers,
    () => Promise.resolve(),
  );
const names = (answer: { items: Suggestion[] } | undefined) => answer?.items.map(({ name }) => name);
const never = () => new Promise<never>(() => undefined);

describe("a provider of entities", () => {
  it("gets what is typed behind its name, and its entities are mentions with their label", async () => {
    const tracker = provider("issues", () => issues);
    const after = ask([from([tracker])], "issues:crash");
    const answer = await after(200);
    expect(tracker.asked).toEqual(["crash"]);
    expect(answer?.items[0]).toMatchObject({ name: "Crash on start", detail: "open", icon: "warning" });
    expect(answer?.items[0]?.part).toEqual({
      type: "mention",
      target: { kind: "context", name: "issues", id: "7", label: "Crash on start" },
    });
    expect(answer?.items[1]).toMatchObject({ name: "Crash on exit", detail: "the issues" });
    expect(answer?.done).toBe(true);
  });

  it("is asked for what is typed without its name, too, and lists a few", async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ id: String(at), label: `Crash ${at}` }));
    const tracker = provider("issues", () => many);
    expect(names(await ask([from([tracker])], "cra")(200))).toHaveLength(5);
    const quiet = provider("issues", () => many);
    expect(names(await ask([from([quiet])], "src/a")(200))).toEqual([]);
    expect(quiet.asked).toEqual([]);
  });

  it("offers the whole context last where nothing is typed behind its name", async () => {
    const answer = await ask([from([provider("issues", () => issues)])], "issues:")(200);
    expect(names(answer)).toEqual(["Crash on start", "Crash on exit", "issues"]);
    expect(answer?.items.at(-1)?.part).toEqual({ type: "mention", target: { kind: "context", name: "issues" } });
  });

  it("that is chosen by its name lists its entities; one without entities is mentioned at once", async () => {
    const listed = [
      { name: "issues", words: "the issues", hasEntities: true },
      { name: "weather", words: "the weather", hasEntities: false },
    ];
    const answer = await ask([contextSource(() => listed, "all")], "")(0);
    expect(answer?.items.map(({ goes_on }) => goes_on)).toEqual(["issues:", undefined]);
  });

  it("that never answers or throws has a row that says so, and holds nothing else back", async () => {
    const slow = provider("slow", never);
    const broken = provider("broken", () => {
      throw new Error("no connection");
    });
    const table = [contextSource(() => [{ name: "open", words: "" }], "all"), from([slow, broken])];
    const after = ask(table, "op");
    expect(names(await after(150))).toEqual(["open"]);
    const [row] = (await ask([from([broken])], "broken:x")(200))?.items ?? [];
    expect(row).toMatchObject({ detail: "could not list: no connection; select to try again", goes_on: "broken:x" });
    const [late] = (await ask([from([slow])], "slow:x")(3_000))?.items ?? [];
    expect(late).toMatchObject({ detail: "could not list: it timed out; select to try again", icon: "warning" });
  });

  it("is told when its answer is late", async () => {
    vi.useFakeTimers();
    let ended: AbortSignal | undefined;
    const waiting = findEntities(
      {
        title: "",
        provide: () => undefined,
        find: (_query, signal) => {
          ended = signal;
          return never();
        },
      },
      "x",
      new AbortController().signal,
    );
    await vi.advanceTimersByTimeAsync(2_100);
    expect(await waiting).toEqual({ ok: false, failure: "it timed out" });
    expect(ended?.aborted).toBe(true);
  });
});

describe("a context of another extension", () => {
  const weather: ContextProvider = { title: "the weather", provide: () => ({ sky: "clear" }) };

  it("of the simple form is read as before, and has no entities", async () => {
    expect(await readRegistered(() => weather, "weather", 5)).toEqual({
      parts: [{ type: "editor-context", kind: "weather", payload: { sky: "clear" }, emitted_at: 5 }],
    });
    expect(await readRegistered(() => weather, "weather", 5, "7")).toMatchObject({ parts: [] });
    expect(await readRegistered(() => undefined, "weather", 5)).toMatchObject({ parts: [] });
  });

  it("resolves the entity that was chosen", async () => {
    const tracker: ContextProvider = {
      ...weather,
      find: () => issues,
      resolve: (id) => Promise.resolve(`issue ${id}`),
    };
    expect(await readRegistered(() => tracker, "issues", 5, "7")).toEqual({
      parts: [{ type: "editor-context", kind: "ref", source: "issues:7", payload: "issue 7", emitted_at: 5 }],
    });
  });
});
