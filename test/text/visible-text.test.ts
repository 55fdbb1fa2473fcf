// Text to judge: nothing in it hides or turns, and what people write stays as it is.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasUnseen, visiblePieces, visibleText } from "../../extension/text/visible-text.ts";

/** Control signs, what turns the direction, and what has no width; joiners and selectors of emoji and scripts aside. */
const UNSEEN =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\u00a0\u2000-\u200a\u202f\u205f\u3000]|[\u{e0000}-\u{e0fff}]/u;

const sign = fc.constantFrom(
  ...Array.from("ab 1/#\n\t\r"),
  ...Array.from(
    "\u202e\u2066\u200b\u200c\u200d\u200e\u00ad\u00a0\u3000\u3164\ufe0f\ufe00\ufeff\u2028\u0007\u001b\ud800",
  ),
  ...["\u{e0041}", "👩", "💻", "❤", "م", "ی", "ש", "日", "क", "्"],
);
const text = fc.array(sign, { maxLength: 60 }).map((signs) => signs.join(""));

describe("visible text", () => {
  it("has no sign that cannot be seen, whatever it is made of", () => {
    fc.assert(
      fc.property(text, (given) => {
        const shown = visibleText(given).replaceAll("\r\n", "\n");
        expect(shown).not.toMatch(UNSEEN);
        expect(shown).not.toContain("\r");
        // A joiner or selector that stays stands in an emoji or between letters that it joins.
        expect(shown).not.toMatch(/(?<![\p{Extended_Pictographic}0-9#*])\ufe0f/u);
        expect(shown).not.toMatch(/(?<!\p{Extended_Pictographic}\ufe0f?|[\p{L}\p{M}])\u200d/u);
        expect(visibleText(shown)).toBe(shown);
      }),
      { numRuns: 2_000 },
    );
  });

  it("says everything that was written: marks stand only where signs were", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~\n\t]*$/), (given) => {
        const plain = given.replace(/\n(\s*\n){4,}/g, "\n").replace(/ {24,}/g, " ");
        expect(visibleText(plain)).toBe(plain);
        expect(hasUnseen(plain)).toBe(false);
      }),
    );
  });

  it.each(["שלום עולם", "مرحبا بالعالم", "می‌خواهم", "क्‍ष", "日本語　".trim(), "e\u0301", "👩‍💻 ❤️ 👍🏽 1️⃣ ©️ 🇩🇪", "a\r\nb"])(
    "leaves %j alone",
    (given) => {
      expect(visibleText(given)).toBe(given);
    },
  );

  it.each([
    ["ls \u202Etxt.exe", "ls ⟨U+202E⟩txt.exe"],
    ["a\u200B\u200B\u200Bb", "a⟨U+200B ×3⟩b"],
    ["a\u00A0b", "a⟨U+00A0⟩b"],
    ["ok\u{E0072}\u{E006D}", "ok⟨U+E0072⟩⟨U+E006D⟩"],
    [`ls${" ".repeat(300)}; rm`, "ls⟨300 spaces⟩ ; rm"],
    [`ls${"\n".repeat(300)}rm`, "ls\n⟨299 empty lines⟩\nrm"],
    ["a\rb", "a⟨U+000D⟩b"],
  ])("%j is shown as %j", (given, shown) => {
    expect(visibleText(given)).toBe(shown);
  });

  it("names each mark", () => {
    expect(visiblePieces("a\u202E\u{E0041}")).toEqual([
      { text: "a" },
      { text: "⟨U+202E⟩", mark: "U+202E changes the text direction" },
      { text: "⟨U+E0041⟩", mark: "U+E0041 invisible tag" },
    ]);
  });

  it("is few pieces, however many signs there are", () => {
    expect(visiblePieces("a\u200B".repeat(20_000)).length).toBeLessThanOrEqual(2_001);
  });
});

it("a command with unusual blanks can be judged, one with what hides cannot", () => {
  expect(hasUnseen("git commit -m 'ça\u00A0va 👩‍💻'")).toBe(false);
  for (const hidden of ["\u202E", "\u200B", "\u00AD", "\u{E0041}", "\u3164", "\x07", "\r", "\uFE0F"])
    expect(hasUnseen(`ls ${hidden}x`)).toBe(true);
});
