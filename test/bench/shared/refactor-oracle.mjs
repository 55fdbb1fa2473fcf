// A model that knows the answer and says it in every way that models do: each style with noise of its own.
import { seeded } from "../../fakes/seeded.ts";

const OPENERS = [
  "Sure! Here is the updated code:",
  "Here's the refactored version:",
  "I've made the change you asked for.\n\nThe result:",
  "Certainly — this should do it:",
];
const CLOSERS = [
  "This keeps the behavior and reads better.",
  "Let me know if you want the other cases changed as well!",
  "**What changed**\n\n- The names are clearer.\n- One branch less.",
];

/** By name: what the model says of `{before, old, becomes, after, language}`, all lists of lines. */
export const styles = {
  bare: ({ becomes }) => becomes.join("\n"),
  fenced: (task) => fenced(task, task.becomes),
  "prose around": (task, chance) =>
    `${chance.pick(OPENERS)}\n\n${fenced(task, task.becomes)}\n\n${chance.pick(CLOSERS)}`,
  dedented: (task) => fenced(task, dedented(task.becomes)),
  "other line ends": (task) => fenced(task, task.becomes).replaceAll("\n", "\r\n"),
  "other indentation": (task) => fenced(task, reindented(task)),
  "whole file": (task, chance) =>
    `${chance.pick(OPENERS)}\n\n${fenced(task, [...task.before, ...task.becomes, ...task.after])}`,
  "lines around": (task, chance) => {
    const [above, below] = [1 + chance.below(4), 1 + chance.below(4)];
    return fenced(task, [...task.before.slice(-above), ...task.becomes, ...task.after.slice(0, below)]);
  },
  "three fences": (task, chance) =>
    `The code was:\n\n${fenced(task, task.old)}\n\nIt becomes:\n\n${fenced(task, task.becomes)}\n\nRun the tests:\n\n\`\`\`sh\nnpm test\n\`\`\`\n\n${chance.pick(CLOSERS)}`,
  "thinks aloud": (task) =>
    `<think>\nThe user wants\n\`\`\`\nnothing\n\`\`\`\n</think>\n\n${fenced(task, task.becomes)}`,
};

/** These must be refused: the code is not all there. */
export const refused = {
  elided: (task) => fenced(task, elided(task)),
  "cut off": (task) =>
    fenced(task, task.becomes)
      .split("\n")
      .slice(0, 1 + Math.max(1, Math.floor(task.becomes.length / 2)))
      .join("\n"),
  // In a text, sentences are what was asked for: such a task is passed over.
  "prose only": ({ language }, chance) =>
    language === "markdown" ? undefined : `You could give the values better names.\n\n${chance.pick(CLOSERS)}`,
};

export function chanceOf(task, style) {
  return seeded([...`${task.name} ${style}`].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7));
}

function fenced({ language }, lines) {
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`{3,}/g)].map(([run]) => run.length)));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${lines.join("\n")}\n${fence}`;
}

const blank = (line) => /^[ \t]*/.exec(line)[0];

function dedented(lines) {
  const said = lines.filter((line) => line.trim() !== "");
  const least = Math.min(...said.map((line) => blank(line).length));
  return lines.map((line) => line.slice(line.trim() === "" ? 0 : least));
}

/** Four columns for two, where the language does not care. */
function reindented({ becomes, language }) {
  if (/markdown|yaml/.test(language)) return becomes;
  return becomes.map((line) => line.replace(/^(?: {2})+/, (spaces) => spaces + spaces));
}

/** The middle of the old lines goes into a comment. */
function elided({ old, becomes, language }) {
  const third = Math.max(1, Math.floor(Math.min(old.length, becomes.length) / 3));
  const comment = /markdown|svelte/.test(language)
    ? "<!-- ... existing code ... -->"
    : /yaml/.test(language)
      ? "# ... rest unchanged ..."
      : language === "css"
        ? "/* ... existing code ... */"
        : "// ... existing code ...";
  return [...becomes.slice(0, third), `${blank(becomes[third] ?? "")}${comment}`, ...becomes.slice(becomes.length - 1)];
}
