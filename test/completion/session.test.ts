import { describe, expect, it } from "vitest";
import { caretAt } from "../../extension/pipelines/completion/caret.ts";
import { surroundingsOf } from "../../extension/pipelines/completion/finish/closers.ts";
import { finishClean } from "../../extension/pipelines/completion/finish/finish.ts";
import { isLanguageOn, parseSwitches, withLanguage } from "../../extension/pipelines/completion/session/languages.ts";
import { besideSelected } from "../../extension/pipelines/completion/session/listed.ts";
import { ReadAhead } from "../../extension/pipelines/completion/session/read-ahead.ts";
import { counting, parseStatistics, sum } from "../../extension/pipelines/completion/session/statistics.ts";
import { changedLook, lookOf } from "../../extension/pipelines/completion/session/status.ts";
import { follow, isStillThere } from "../../extension/pipelines/completion/session/still-there.ts";
import { syntaxOf } from "../../extension/pipelines/completion/syntax.ts";

describe("the switches of languages", () => {
  it("are on where nothing is said, and `*` is for all others", () => {
    expect(isLanguageOn({}, "rust")).toBe(true);
    expect(isLanguageOn({ "*": false, rust: true }, "rust")).toBe(true);
    expect(isLanguageOn({ "*": false, rust: true }, "go")).toBe(false);
    expect(isLanguageOn({}, "constructor")).toBe(true);
  });

  it("change one language and keep the others", () => {
    expect(withLanguage({ "*": true, go: false }, "rust", false)).toEqual({ "*": true, go: false, rust: false });
    expect(parseSwitches({ go: false, rust: "no" })).toEqual({ go: false });
    expect(parseSwitches(["go"])).toEqual({});
  });
});

describe("what was read ahead", () => {
  const place = { text: "call(one, [two", offset: 14, language: "typescript" };

  it("is what would be read now, is taken once, and is for its place only", () => {
    const ahead = new ReadAhead();
    ahead.read(place);
    const around = ahead.take(place);
    expect(around).toEqual(surroundingsOf(caretAt(place.text, place.offset), syntaxOf(place.language)));
    expect(finishClean({ ...place, around }, "])")).toEqual(finishClean(place, "])"));
    expect(ahead.take(place)).toBeUndefined();
    for (const other of [{ text: "call(one, {two" }, { offset: 5 }, { language: "python" }]) {
      ahead.read(place);
      expect(ahead.take({ ...place, ...other })).toBeUndefined();
    }
  });
});

describe("the list of suggestions", () => {
  it("is not joined where it replaces what stands after the cursor", () => {
    const shown = { insert: "le", start: 5, end: 5 };
    expect(besideSelected("conso", 5, shown, { start: 0, end: 5, text: "console" })).toEqual({
      ...{ insert: "console", start: 0, end: 5 },
    });
    expect(besideSelected("consoxy", 5, shown, { start: 0, end: 7, text: "console" })).toBeUndefined();
  });
});

describe("the status", () => {
  const by = { model: "qwen2.5-coder:1.5b", format: "ollama-insert" } as const;

  it("says which model and format answer, and how long it took", () => {
    expect(lookOf({ state: "answered", ms: 180.4 }, by).text).toBe("qwen2.5-coder:1.5b · insert · 180 ms");
    expect(lookOf({ state: "answered", ms: undefined }, by).text).toBe("qwen2.5-coder:1.5b · insert · cached");
    expect(lookOf({ state: "ready" }, { model: "m", format: "tokens", family: "granite" }).text).toBe(
      "m · tokens · granite",
    );
  });

  it("says why nothing comes", () => {
    expect(lookOf({ state: "silent", reason: "on-demand" }, by).text).toBe("model does not fill in the middle");
    expect(lookOf({ state: "silent", reason: "snoozed" }, by)).toMatchObject({ text: "paused", icon: "bell-slash" });
    expect(lookOf({ state: "silent", reason: "kept-out" }, by).tooltip).toContain(
      "Galley completion (qwen2.5-coder:1.5b): file is ignored",
    );
    const failure = { stage: "send", code: "auth", message: "The key is wrong.", retryable: false } as const;
    expect(lookOf({ state: "failed", failure }, by)).toMatchObject({
      ...{ isWarning: true, text: "qwen2.5-coder:1.5b failed" },
    });
    expect(lookOf({ state: "failed", failure }, by).tooltip).toContain("The key is wrong.");
  });

  it("is drawn again only if it looks otherwise", () => {
    const changed = changedLook();
    const cached = { state: "answered", ms: undefined } as const;
    expect(changed(cached, by)?.text).toContain("cached");
    expect(changed(cached, by)).toBeUndefined();
    expect(changed({ state: "working" }, by)?.icon).toBe("loading~spin");
    expect(changed(cached, by)?.text).toContain("cached");
    expect(changed(cached, { ...by, model: "other" })?.text).toContain("other");
  });
});

describe("statistics", () => {
  it("count for each model, and two windows count into one table", () => {
    const one = counting(counting({}, "a/b", "shown"), "a/b", "shown", "accepted");
    expect(one["a/b"]).toMatchObject({ shown: 2, accepted: 1, looked30: 0 });
    const both = sum(one, counting({}, "c/d", "shown"));
    expect(sum(both, one)).toMatchObject({ "a/b": { shown: 4, accepted: 2 }, "c/d": { shown: 1 } });
  });

  it("that cannot be read are none; counts of an earlier version are filled up", () => {
    expect(parseStatistics("x")).toEqual({});
    expect(parseStatistics({ "a/b": { shown: -1 } })).toEqual({});
    expect(parseStatistics({ "a/b": { shown: 3 } })).toMatchObject({ "a/b": { shown: 3, there300: 0 } });
  });
});

describe("an accepted text", () => {
  it("is followed while the user writes before, after and in it", () => {
    const stretch = { start: 10, end: 20 };
    expect(follow(stretch, [{ offset: 0, length: 2, text: "abcd" }])).toEqual({ start: 12, end: 22 });
    expect(follow(stretch, [{ offset: 20, length: 0, text: "x" }])).toEqual(stretch);
    expect(follow(stretch, [{ offset: 12, length: 3, text: "" }])).toEqual({ start: 10, end: 17 });
    expect(follow(stretch, [{ offset: 8, length: 4, text: "" }])).toEqual({ start: 8, end: 16 });
    expect(
      follow(stretch, [
        { offset: 0, length: 0, text: "ab" },
        { offset: 15, length: 1, text: "" },
      ]),
    ).toEqual({ start: 12, end: 21 });
  });

  it("is still there after a formatter, and not after half of it is gone", () => {
    expect(isStillThere("if (a) {\n  b();\n}", "if (a) {\r\n\tb();\r\n}")).toBe(true);
    expect(isStillThere("one();\ntwo();\nthree();", "one();\n2;\n3;")).toBe(false);
    expect(isStillThere("one();", "")).toBe(false);
  });
});
