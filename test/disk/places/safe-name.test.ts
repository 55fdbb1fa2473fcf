// Names of attachments as files that Windows, macOS and Linux take.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { attachmentPath, safeName } from "../../../extension/disk/places/safe-name.ts";

test.each([
  ["a b.txt", "a b.txt"],
  ["Straße – 日本.png", "Straße – 日本.png"],
  ['12:30 what? *new* <a>|"b".txt', "12_30 what_ _new_ _a___b_.txt"],
  ["CON", "_CON"],
  ["nul.txt", "_nul.txt"],
  ["Com1.tar.gz", "_Com1.tar.gz"],
  ["LPT² .log", "_LPT² .log"],
  ["console.log", "console.log"],
  ["end. . ", "end"],
  ["..", "_"],
  ["", "_"],
  [" ", "_"],
  ["a\u0000b\u001b[0m\u0085.md", "a_b_[0m_.md"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\me\\NUL", "_NUL"],
  ["folder/", "folder"],
  ["half \ud83d.txt", "half \ufffd.txt"],
  [".gitignore", ".gitignore"],
])("%j becomes %j", (given, name) => {
  expect(safeName(given)).toBe(name);
});

test("a long name is cut before its ending, not inside a character", () => {
  const short = safeName(`${"ü😀".repeat(60)}.tar.gz`);
  expect(short).toMatch(/^(ü😀)+ü?\.gz$/);
  expect(Buffer.byteLength(short)).toBeLessThanOrEqual(100);
  expect(Buffer.byteLength(safeName(`a.${"😀".repeat(60)}`))).toBeLessThanOrEqual(100);
  expect(safeName(`${"x".repeat(99)} ${"y".repeat(30)}`)).toBe("x".repeat(99));
});

test("whatever the name, the file can be made on every system, and a safe name stays as it is", () => {
  const sign = fc.constantFrom(
    "a",
    "Z",
    ".",
    ":",
    "?",
    "*",
    "<",
    ">",
    "|",
    '"',
    "/",
    "\\",
    " ",
    "\u0000",
    "\t",
    "\u{1f600}",
    "é",
    "CON",
    "nul",
    "com1",
    "\ud800",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(sign, { maxLength: 90 }).map((all) => all.join("")),
      ),
      (given) => {
        const name = safeName(given);
        expect(name).toMatch(/^[^<>:"|?*/\\\p{Cc}]+$/u);
        expect(name).not.toMatch(/[.\s]$|^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(100);
        expect(safeName(name)).toBe(name);
      },
    ),
  );
});

test("two contents whose names become the same have two files", () => {
  const [one, other] = ["a".repeat(64), "b".repeat(64)];
  expect(attachmentPath("/kept", one, "x:y")).not.toBe(attachmentPath("/kept", other, "x?y"));
  expect(attachmentPath("/kept", one, "x:y")).toMatch(/[\\/]a{16}[\\/]x_y$/);
});
