// The code of an answer that is meant for the target: bare or one of its blocks, which may also show usage or the old code.
import { isStrong } from "../../../apply/line-kind.ts";
import { type Answer, type CodeBlock, countFences, hasFence, widestBlock } from "./code-blocks.ts";
import { isProse, isSentence, isTextLanguage, withoutRemarks } from "./prose.ts";

export interface Code {
  lines: string[];
  /** It stood in the answer without a fence. */
  isBare: boolean;
  /** Its fence is not closed. */
  isOpen: boolean;
}

export interface Wanted {
  /** The lines of the target; empty for text that is put in. */
  target: readonly string[];
  document: readonly string[];
  language: string | undefined;
}

/** Blocks that contain nearly as much of the target as the best one: the first of them is taken. */
const NEARLY = 0.75;

/** `undefined` if the answer has no code. */
export function chooseCode(answer: Answer, wanted: Wanted): Code | undefined {
  const { target, language } = wanted;
  const isText = isTextLanguage(language) || isProse(target);
  const blocks = answer.blocks.filter((block) => !block.isShell || isShellLanguage(language));
  if (isText || hasFence(target)) return nestedCode(answer, blocks, wanted, isText);
  if (blocks.length === 0) return bareCode(answer, wanted, isText);
  return bestOf([...blocks.map(codeOf), ...joined(blocks, target)], wanted, blocks);
}

/** Fences may belong to the text itself: those around all of it say that they do not. */
function nestedCode(answer: Answer, blocks: readonly CodeBlock[], wanted: Wanted, isText: boolean): Code | undefined {
  const { target, language } = wanted;
  const bare = bareCode(answer, wanted, isText);
  const [own, said] = [countFences(target), countFences(answer.lines)];
  if (said === 0 || (own > 0 && own === said && !isFramed(answer, target))) return bare;
  const around = blocks.filter((block) => isTextLanguage(block.language) || isSameLanguage(block.language, language));
  if (isText && around.length === 0 && isTextLanguage(language))
    return bare ?? bestOf(blocks.map(codeOf), wanted, blocks);
  const widest = own > 0 && around.length < 2 ? widestBlock(answer) : undefined;
  const codes = [...(around.length > 0 ? around : blocks), ...(widest === undefined ? [] : [widest])].map(codeOf);
  return codes.length === 0 ? bare : bestOf(codes, wanted, around.length > 0 ? around : blocks);
}

/** Its first fence is one that the target does not have. */
function isFramed({ lines }: Answer, target: readonly string[]): boolean {
  const first = lines.find((line) => hasFence([line])) ?? "";
  return !target.some((line) => line.trim() === first.trim());
}

function isShellLanguage(language: string | undefined): boolean {
  return (
    language !== undefined &&
    /^(?:shellscript|bash|sh|zsh|fish|powershell|ps1|bat|dockerfile|makefile)$/i.test(language)
  );
}

function codeOf({ lines, isOpen }: CodeBlock): Code {
  return { lines, isOpen, isBare: false };
}

/** Blocks that each bring a part of the target, in its order, are one answer. */
function joined(blocks: readonly CodeBlock[], target: readonly string[]): Code[] {
  if (blocks.length < 2 || target.length === 0) return [];
  const known = new Map(target.map((line, at) => [line.trim(), at]));
  let last = -1;
  for (const { lines } of blocks) {
    const places = lines.flatMap((line) => (isStrong(line.trim()) ? (known.get(line.trim()) ?? []) : []));
    if (places.length === 0 || Math.min(...places) <= last) return [];
    last = Math.max(...places);
  }
  const lines = blocks.flatMap((block, at) => (at === 0 ? block.lines : ["", ...block.lines]));
  return [{ lines, isBare: false, isOpen: blocks.at(-1)?.isOpen ?? false }];
}

function bestOf(codes: readonly Code[], wanted: Wanted, blocks: readonly CodeBlock[]): Code | undefined {
  const { target, language } = wanted;
  if (target.every((line) => line.trim() === "")) return forInsertion(codes, blocks, language);
  const said = target.map((line) => line.trim()).filter((words) => words !== "");
  const old = said.join("\n");
  const isOld = ({ lines }: Code): boolean =>
    lines
      .map((line) => line.trim())
      .filter((words) => words !== "")
      .join("\n") === old;
  const shared = codes.map((code) => ({ code, share: shareOf(code, said) }));
  // Models show the old code before the new.
  const fresh = shared.filter(({ code }) => !isOld(code));
  const related = fresh.some(({ share }) => share > 0) ? fresh : shared;
  const most = Math.max(...related.map(({ share }) => share));
  if (most === 0) return forInsertion(codes, blocks, language);
  return related.find(({ share }) => share >= (isNearlyWhole(most) ? NEARLY * most : most))?.code;
}

function isNearlyWhole(share: number): boolean {
  return share > 0.3;
}

/** How much of the target's lines it has; lines that many texts have count little. */
function shareOf({ lines }: Code, said: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of lines) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  let [both, all] = [0, 0];
  for (const words of said) {
    const weight = isStrong(words) ? 1 : 0.1;
    all += weight;
    const count = left.get(words) ?? 0;
    if (count > 0) both += weight;
    left.set(words, count - 1);
  }
  return all === 0 ? 0 : both / all;
}

/** No block has a line of the target: the first in its language, or else the longest. */
function forInsertion(
  codes: readonly Code[],
  blocks: readonly CodeBlock[],
  language: string | undefined,
): Code | undefined {
  if (isTextLanguage(language)) {
    const bare = codes.find(({ isBare }) => isBare);
    const [only] = blocks;
    return blocks.length === 1 && only !== undefined && isTextLanguage(only.language) ? codes[0] : (bare ?? codes[0]);
  }
  const named = blocks.findIndex((block) => block.language !== "" && isSameLanguage(block.language, language));
  const plain = codes.filter(({ isBare }) => !isBare).slice(0, Math.max(1, blocks.length));
  if (named >= 0) return codes[named];
  return plain.toSorted((one, other) => other.lines.length - one.lines.length)[0] ?? codes[0];
}

const SHORT: Readonly<Record<string, string>> = {
  js: "javascript",
  mjs: "javascript",
  jsx: "javascriptreact",
  ts: "typescript",
  tsx: "typescriptreact",
  py: "python",
  rb: "ruby",
  rs: "rust",
  cs: "csharp",
  "c++": "cpp",
  kt: "kotlin",
  golang: "go",
  yml: "yaml",
  sh: "shellscript",
  bash: "shellscript",
};

function isSameLanguage(named: string, language = ""): boolean {
  const plain = (name: string): string => (SHORT[name.toLowerCase()] ?? name.toLowerCase()).replace(/react$/, "");
  return plain(named) === plain(language);
}

function bareCode({ lines }: Answer, { document, target }: Wanted, isText: boolean): Code | undefined {
  const known = new Set(document.map((line) => line.trim()));
  const isKnown = (line: string): boolean => known.has(line.trim());
  const bare = withoutRemarks(lines, isText, isKnown);
  if (bare.isEmpty) return undefined;
  const said = bare.lines.filter((line) => line.trim() !== "");
  const isCode =
    isText || said.some((line) => isKnown(line) && isStrong(line.trim())) || said.some((line) => !isSentence(line));
  return isCode && !isRefusal(said, target) ? { lines: bare.lines, isBare: true, isOpen: false } : undefined;
}

/** A text that has nothing of the target and begins as one who declines does. */
function isRefusal(said: readonly string[], target: readonly string[]): boolean {
  const known = new Set(target.map((line) => line.trim()));
  return (
    /^(?:i['’]?m sorry|sorry|i (?:can['’]?t|cannot|don['’]?t|need|am unable)|could you|please (?:provide|share|clarify))/i.test(
      said[0]?.trim() ?? "",
    ) && !said.some((line) => known.has(line.trim()))
  );
}
