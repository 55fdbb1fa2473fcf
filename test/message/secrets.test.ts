// Secrets that are told once are found again in every form, however a text is cut into pieces.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hiding, Secrets } from "../../extension/message/secrets/secrets.ts";
import {
  argumentValues,
  addressValues,
  hiddenAddress,
  hiddenArguments,
  valuesOf,
} from "../../extension/message/secrets/server-secrets.ts";
import { Journal } from "../../extension/send/line/journal.ts";

const secret = fc
  .string({ minLength: 8, maxLength: 60, unit: "grapheme" })
  .filter((text) => text.trim() === text && new Set(text).size > 4 && !"[hidden]".includes(text));

const forms: ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => new URLSearchParams({ x: text }).toString().slice(2),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(JSON.stringify({ text })),
  (text) => Buffer.from(text).toString("base64"),
  (text) => Buffer.from(text).toString("base64url"),
  (text) => Buffer.from(`user:${text}`).toString("base64"),
  (text) => Buffer.from(`u:${text}:more`).toString("base64"),
];

function expectNone(text: string, value: string): void {
  expect(text).not.toContain(value);
  for (const form of forms.slice(0, 7)) expect(text).not.toContain(form(value));
}

describe("secrets", () => {
  it("are hidden in every form, and nothing else is", () => {
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 5 }), fc.nat(8), fc.string(), (values, at, around) => {
        const secrets = new Secrets(values);
        for (const value of values)
          expectNone(secrets.hide(`${around} ${(forms[at] ?? String)(value)} ${around}`.replace(around, "")), value);
        expect(secrets.hide("nothing here")).toBe("nothing here");
      }),
    );
  });

  it("are not found in what is said of them shortly", () => {
    expect(hiding("1")("1 of 10")).toBe("1 of 10");
    expect(hiding(undefined)("words")).toBe("words");
  });

  it("one that begins another leaves nothing of it behind", () => {
    expect(new Secrets(["abcd", "abcdefgh"]).hide("x abcdefgh abcd y")).toBe("x [hidden] [hidden] y");
  });
});

describe("the journal", () => {
  it("has no secret in any piece, however the answer was cut", () => {
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 3 }),
        fc.array(fc.oneof(fc.string(), fc.nat(100)), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 }),
        (values, said, sizes) => {
          const journal = new Journal();
          journal.secrets.add(values);
          const text = said
            .map((one) =>
              typeof one === "string" ? one : (forms[one % 7] ?? String)(values[one % values.length] ?? ""),
            )
            .join("");
          const recording = journal.begin({ provider: "p", method: "POST", url: "https://x", headers: {}, body: text });
          const bytes = new TextEncoder().encode(text);
          let at = 0;
          for (let count = 0; at < bytes.length; count += 1) {
            const size = sizes[count % sizes.length] ?? 1;
            recording.piece(bytes.slice(at, at + size));
            at += size;
          }
          recording.ended("end");
          const [entry] = journal.entries();
          const kept = entry?.pieces.map((piece) => piece.text).join("") ?? "";
          for (const value of values) {
            expectNone(kept, value);
            expectNone(entry?.body ?? "", value);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("keeps every other piece as it came", () => {
    const journal = new Journal();
    journal.secrets.add(["sk-secret-key"]);
    const recording = journal.begin({ provider: "p", method: "POST", url: "https://x", headers: {}, body: "" });
    for (const text of ["one ", "two sk-sec", "ret-key three", " s"]) recording.piece(new TextEncoder().encode(text));
    recording.ended("end");
    expect(journal.entries()[0]?.pieces.map(({ text }) => text)).toEqual(["one ", "two ", "[hidden] three", " ", "s"]);
  });

  it("does not show the beginning of a secret that was cut off", () => {
    const journal = new Journal();
    journal.secrets.add(["sk-secret-key"]);
    const recording = journal.begin({ provider: "p", method: "POST", url: "https://x", headers: {}, body: "" });
    recording.piece(new TextEncoder().encode("two sk-secret-ke"));
    recording.ended("error");
    expect(
      journal
        .entries()[0]
        ?.pieces.map(({ text }) => text)
        .join(""),
    ).toBe("two [hidden]");
  });

  it("has no user, key or token of an address, nor the value of a header that holds a secret", () => {
    const journal = new Journal();
    journal.secrets.add(["value-of-mine"]);
    journal.begin({
      provider: "p",
      method: "POST",
      url: "https://me:hush@example.com/v1?key=abc&alt=sse",
      headers: { "x-custom": "value-of-mine", accept: "*/*" },
      body: "",
    });
    expect(journal.entries()[0]).toMatchObject({
      url: "https://example.com/v1?key=[hidden]&alt=sse",
      headers: { "x-custom": "[hidden]", accept: "*/*" },
    });
  });
});

describe("what a server is given", () => {
  it("is secret whatever it is called, in variables, arguments, headers and addresses", () => {
    fc.assert(
      fc.property(secret, fc.stringMatching(/^[A-Z_]{1,12}$/), (value, name) => {
        const word = encodeURIComponent(value);
        const all = [
          ...valuesOf({ [name]: value }),
          ...argumentValues([`--${name.toLowerCase()}=${value}`]),
          ...argumentValues([value]),
        ];
        const secrets = new Secrets(all);
        expectNone(secrets.hide(JSON.stringify([value, `x=${value}`])), value);
        const address = `https://user:${word}@example.com/mcp?${name}=${word}`;
        const found = new Secrets(addressValues(address));
        expectNone(found.hide(`${address} ${value}`), value);
        expect(hiddenAddress(address)).toBe(`https://[hidden]@example.com/mcp?${name}=[hidden]`);
      }),
    );
  });

  it("is shown by its names alone", () => {
    expect(hiddenArguments(["-y", "--api-key", "abc", "--token=abc", "-pabc", "server"])).toEqual([
      "-y",
      "--api-key",
      "[hidden]",
      "--token=[hidden]",
      "[hidden]",
      "[hidden]",
    ]);
    expect(hiddenAddress("https://mcp.example.com/s/0123456789abcdef/mcp")).toBe("https://mcp.example.com/[hidden]");
    expect(hiddenAddress("no address")).toBe("[hidden]");
  });

  it("a folder of the workspace is no secret", () => {
    expect(valuesOf({ ROOT: "/home/me/project" }, ["/home/me/project"])).toEqual([]);
  });
});
