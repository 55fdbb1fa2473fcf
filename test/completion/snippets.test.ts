import { describe, expect, it } from "vitest";
import { chooseSnippets, type Source } from "../../extension/pipelines/completion/snippets/choose.ts";
import { identifiersIn, overlap } from "../../extension/pipelines/completion/snippets/identifiers.ts";

const filler = (count: number, name: string): string =>
  Array.from({ length: count }, (_, line) => `const ${name}${line} = other${line}();`).join("\n");

const around = {
  path: "src/cart.ts",
  prefix: "import { priceOf, Discount } from './prices';\nfunction totalOf(cart: Cart) {\n  return priceOf(cart, ",
  suffix: ");\n}\n",
};

const prices: Source = {
  path: "src/prices.ts",
  text: "export interface Discount { percent: number }\nexport function priceOf(cart: Cart, discount: Discount) {\n  return cart.total;\n}\n",
};
const unrelated: Source = {
  path: "src/colors.ts",
  text: "export const red = rgb(255, 0, 0);\nexport const blue = rgb(0, 0, 255);\n",
};

describe("names in code", () => {
  it("are words that are not of the language itself, and not too short", () => {
    expect([...identifiersIn("const total = sum(a, items); return größe")]).toEqual(["total", "sum", "items", "größe"]);
  });

  it("overlap by what is shared of all", () => {
    expect(overlap(new Set(["abc", "def"]), new Set(["abc", "ghi"]))).toBeCloseTo(1 / 3);
    expect(overlap(new Set(), new Set(["abc"]))).toBe(0);
  });
});

describe("snippets", () => {
  it("come from files that share names with the caret's surroundings", () => {
    expect(chooseSnippets(around, [unrelated, prices])).toMatchObject([{ path: "src/prices.ts", start: 1, end: 4 }]);
  });

  it("never come from the document itself", () => {
    expect(chooseSnippets(around, [{ path: "src/cart.ts", text: prices.text }])).toEqual([]);
  });

  it("are windows of 50 lines", () => {
    const text = `${filler(120, "x")}\n${prices.text}${filler(60, "y")}`;
    expect(chooseSnippets(around, [{ path: "a.ts", text }])).toMatchObject([{ start: 101, end: 150 }]);
  });

  it("leave out what is nearly the caret's own surroundings, and what is nearly another snippet", () => {
    const copy = { path: "src/old-cart.ts", text: around.prefix + around.suffix };
    const twin = { path: "src/prices-copy.ts", text: prices.text };
    expect(chooseSnippets(around, [copy, prices, twin]).map(({ path }) => path)).toHaveLength(1);
  });

  it("have an order that does not depend on that of the tabs", () => {
    const more = { path: "src/another.ts", text: "export const cart: Cart = load();\npriceOf(cart, noDiscount);\n" };
    const one = chooseSnippets(around, [prices, more, unrelated]);
    expect(chooseSnippets(around, [unrelated, more, prices])).toEqual(one);
    expect(one.map(({ path }) => path)).toEqual(["src/another.ts", "src/prices.ts"]);
  });

  it("stay the same from key to key within a word", () => {
    const sources = [
      prices,
      unrelated,
      { path: "z.ts", text: "function cartOf(user: User): Cart { return user.cart; }" },
    ];
    const texts = ["d", "di", "dis", "disc", "disco"].map((typed) =>
      JSON.stringify(chooseSnippets({ ...around, prefix: around.prefix + typed }, sources)),
    );
    expect(new Set(texts).size).toBe(1);
  });

  it("prefer what was changed lately", () => {
    const twin = { path: "src/a-prices.ts", text: prices.text.replace("cart.total", "cart.sum") };
    const one = chooseSnippets(around, [prices, { ...twin, edited: [2] }], { count: 1, bytes: 9_999 });
    const other = chooseSnippets(around, [{ ...prices, edited: [3] }, twin], { count: 1, bytes: 9_999 });
    expect([one[0]?.path, other[0]?.path]).toEqual(["src/a-prices.ts", "src/prices.ts"]);
  });

  it("keep to their number and size", () => {
    const many = Array.from({ length: 20 }, (_, at) => ({
      path: `src/p${at}.ts`,
      text: `export function priceOf${at}(cart: Cart, discount${at}: Discount) {}\n${filler(10, `v${at}_`)}\npriceOf(totalOf)`,
    }));
    const chosen = chooseSnippets(around, many, { count: 3, bytes: 1_500 });
    expect(chosen.length).toBeLessThanOrEqual(3);
    expect(chosen.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_500);
  });
});
