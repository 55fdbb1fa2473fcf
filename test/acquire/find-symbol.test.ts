import { describe, expect, it } from "vitest";
import { acquire } from "../../extension/acquire/acquire.ts";
import { findSymbol, type SymbolsRead } from "../../extension/acquire/symbols/find-symbol.ts";
import type { SymbolNode } from "../../extension/acquire/symbols/symbol.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { SymbolFact } from "../../extension/message/symbol-fact.ts";

const node = (name: string, start: number, end: number, children: SymbolNode[] = []): SymbolNode => ({
  name,
  kind: "function",
  range: { start, end },
  children,
});
const find = (symbols: SymbolNode[], name: string, start: number, end: number): SymbolFact =>
  findSymbol({ state: "read", symbols }, { name, path: "src/a.ts", range: { start, end } });

describe("a mentioned symbol", () => {
  it("that has moved is found at its new lines, also inside another one", () => {
    const symbols = [node("Uploader", 10, 40, [node("send", 20, 30)])];
    const found = { state: "found", range: { start: 20, end: 30 } };
    expect(find(symbols, "send", 1, 5)).toEqual(found);
    expect(find(symbols, "Uploader.send", 1, 5)).toEqual(found);
    expect(find(symbols, "app.Uploader.send", 1, 5)).toMatchObject({ state: "gone" });
  });

  it("that was renamed or deleted is gone", () => {
    expect(find([node("sendAll", 1, 5)], "send", 1, 5)).toEqual({
      state: "gone",
      reason: "the symbol is not in its file anymore",
    });
    expect(find([], "send", 1, 5)).toMatchObject({ state: "gone" });
  });

  it("is the one nearest to its old place where several have its name", () => {
    const symbols = [node("A", 1, 20, [node("run", 2, 4)]), node("B", 30, 60, [node("run", 50, 55)])];
    expect(find(symbols, "run", 45, 50)).toEqual({ state: "found", range: { start: 50, end: 55 } });
    expect(find(symbols, "run", 3, 5)).toEqual({ state: "found", range: { start: 2, end: 4 } });
    expect(find(symbols, "A.run", 45, 50)).toEqual({ state: "found", range: { start: 2, end: 4 } });
  });

  it("is found whether a list shows its parameters or not, and a name that is only a pair of brackets stays a name", () => {
    expect(find([node("send", 3, 4)], "send()", 1, 2)).toMatchObject({ state: "found" });
    expect(find([node("send(int, String) : void", 3, 4)], "send", 1, 2)).toMatchObject({ state: "found" });
    expect(find([node("(anonymous)", 3, 4)], "other", 1, 2)).toMatchObject({ state: "gone" });
  });

  it("whose file cannot be asked keeps the reason", () => {
    const unchecked: SymbolsRead = { state: "unchecked", reason: "too slow" };
    expect(findSymbol(unchecked, { name: "send", path: "a", range: { start: 1, end: 1 } })).toEqual(unchecked);
  });
});

describe("the symbols of a draft", () => {
  const mention = (name: string): KnownPart => ({
    type: "mention",
    target: { kind: "symbol", name, path: "src/a.ts", range: { start: 1, end: 2 } },
  });
  const base = { readFile: () => Promise.reject(new Error("no files")), digest: String };

  it("are read once for a file, those in a command's result included", async () => {
    const asked: string[] = [];
    const readSymbols = (path: string): Promise<SymbolsRead> => {
      asked.push(path);
      return Promise.resolve({ state: "read", symbols: [node("a", 5, 6), node("b", 7, 8)] });
    };
    const args = { raw: "", positional: [], named: {} };
    const command: KnownPart = { type: "command", id: "/x", args, outcome: "text", result_parts: [] };
    const given = { ...command, result_parts: [mention("b")] } as KnownPart;
    const { symbols } = await acquire({ ...base, readSymbols }, [mention("a"), given]);
    expect(asked).toEqual(["src/a.ts"]);
    expect([...symbols.values()].map((fact) => fact.state === "found" && fact.range.start)).toEqual([5, 7]);
  });

  it("that cannot be read because the provider throws are not checked", async () => {
    const readSymbols = (): Promise<SymbolsRead> => Promise.reject(new Error("it broke"));
    const { symbols } = await acquire({ ...base, readSymbols }, [mention("a")]);
    expect([...symbols.values()]).toEqual([{ state: "unchecked", reason: "it broke" }]);
  });
});
