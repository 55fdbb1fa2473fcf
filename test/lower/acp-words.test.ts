// What an agent is told in words: the conversation before it came, and the files beside a message.
import { expect, test } from "vitest";
import { toldHistory } from "../../extension/lower/acp-history.ts";
import { asOneText, withLines } from "../../extension/lower/acp-text.ts";
import { fileUri } from "../../extension/lower/file-uri.ts";
import { answer, media, png, text, thought, user } from "../fakes/context.ts";

/** A message whose words with their tags are so long. */
const ofLength = (length: number, letter: string) => user(text(letter.repeat(length - "<user>\n\n</user>".length)));

test("what was said before is told up to its limit, and the oldest is given up first", () => {
  const whole = toldHistory([ofLength(100_000, "a"), ofLength(100_000, "b")]);
  expect(whole.warnings).toEqual([]);
  expect(whole.text).toContain("aaa");
  const cut = toldHistory([ofLength(50, "x"), ofLength(100_001, "a"), ofLength(100_000, "b")]);
  expect(cut.text).not.toContain("aaa");
  expect(cut.text).toContain("bbb");
  expect(cut.warnings).toEqual([{ what: "history", why: "too long; the oldest 2 messages are omitted" }]);
});

test("pictures of before are told by their names, thoughts not at all, and both are in the account", () => {
  const { text: told, warnings } = toldHistory([
    user(media("a.png", "image/png", png())),
    answer(thought("pondered"), text("so")),
  ]);
  expect(told).toContain("[attachment: a.png]");
  expect(told).not.toContain("pondered");
  expect(warnings.map(({ why }) => why).toSorted()).toEqual([
    "earlier messages are sent as text; only the name and size are sent",
    "earlier reasoning is not sent",
  ]);
});

const words = (value: string) => ({ type: "text", text: value }) as const;

test("texts become one, with an empty line between two that do not meet at a blank", () => {
  const link = { type: "resource_link", name: "a", uri: "file:///a" } as const;
  expect(asOneText([words("a"), link, words(""), words("b"), words(" c\n"), words("d")], [])).toEqual([
    words("a\n\nb c\nd"),
  ]);
});

test("files stand in lines behind the last words, or alone", () => {
  const link = { type: "resource_link", name: "a", uri: "file:///a" } as const;
  expect(withLines([words("a"), words("b")], ["/x"])).toEqual([words("a"), words("b\n\nAttachments:\n- /x\n")]);
  expect(withLines([words("a"), link], ["/x"])).toEqual([words("a"), link, words("Attachments:\n- /x\n")]);
});

test("a backslash is a letter of a name where paths have slashes", () => {
  expect(fileUri("/a\\b.ts")).toBe("file:///a%5Cb.ts");
});
