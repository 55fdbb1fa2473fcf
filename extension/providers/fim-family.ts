// Families of models that fill in the middle: how their prompt is written, where they stop, and the tokens they keep.

interface Hole {
  prefix: string;
  suffix: string;
}

export interface FimFamily {
  prompt: (hole: Hole) => string;
  /** At most four: some servers refuse more. */
  stop: readonly string[];
  /** A text that contains one of these would be read as something else than text. */
  tokens: readonly string[];
  /** How another file is told before the prompt; without it, as comments in the prefix. */
  file?: (path: string, text: string) => string;
}

const piped: FimFamily = {
  prompt: ({ prefix, suffix }) => `<|fim_prefix|>${prefix}<|fim_suffix|>${suffix}<|fim_middle|>`,
  stop: ["<|endoftext|>", "<|fim_prefix|>", "<|file_sep|>", "<|fim_pad|>"],
  tokens: [
    "<|fim_prefix|>",
    "<|fim_suffix|>",
    "<|fim_middle|>",
    "<|fim_pad|>",
    "<|file_sep|>",
    "<|file_separator|>",
    "<|file_name|>",
    "<|repo_name|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|im_start|>",
    "<|im_end|>",
  ],
};

/** https://github.com/QwenLM/Qwen2.5-Coder: other files stand before the hole, each after a mark and its name. */
const qwen: FimFamily = { ...piped, file: (path, text) => `<|file_sep|>${path}\n${text}\n` };

const starcoder: FimFamily = {
  prompt: ({ prefix, suffix }) => `<fim_prefix>${prefix}<fim_suffix>${suffix}<fim_middle>`,
  stop: ["<|endoftext|>", "<fim_prefix>", "<file_sep>", "<fim_pad>"],
  tokens: [
    ...["<fim_prefix>", "<fim_suffix>", "<fim_middle>", "<fim_pad>"],
    ...["<file_sep>", "<repo_name>", "<filename>", "<reponame>", "<|endoftext|>"],
  ],
  file: (path, text) => `<file_sep>${path}\n${text}\n`,
};

const deepseek: FimFamily = {
  prompt: ({ prefix, suffix }) => `<｜fim▁begin｜>${prefix}<｜fim▁hole｜>${suffix}<｜fim▁end｜>`,
  stop: ["<｜end▁of▁sentence｜>", "<｜fim▁begin｜>", "<|EOT|>", "<｜fim▁end｜>"],
  tokens: [
    ...["<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"],
    ...["<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<|EOT|>"],
  ],
};

const codellama: FimFamily = {
  prompt: ({ prefix, suffix }) => `<PRE> ${prefix} <SUF>${suffix} <MID>`,
  stop: ["<EOT>", "<PRE>", "<SUF>", "<MID>"],
  tokens: ["<PRE>", "<SUF>", "<MID>", "<EOT>"],
};

const codestral: FimFamily = {
  prompt: ({ prefix, suffix }) => `[SUFFIX]${suffix}[PREFIX]${prefix}`,
  stop: ["</s>", "[PREFIX]", "[SUFFIX]", "[INST]"],
  tokens: ["[SUFFIX]", "[PREFIX]", "[INST]", "[/INST]", "[MIDDLE]"],
};

const FIM_FAMILIES = {
  "qwen-coder": qwen,
  codegemma: { ...piped, stop: ["<|file_separator|>", "<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"] },
  granite: { ...piped, stop: ["<|end_of_text|>", "<|endoftext|>", "<|fim_prefix|>", "<|fim_pad|>"] },
  starcoder,
  "granite-code": starcoder,
  "deepseek-coder": deepseek,
  codellama,
  codestral,
} as const satisfies Record<string, FimFamily>;

export type FimFamilyName = keyof typeof FIM_FAMILIES;

export const FIM_FAMILY_NAMES = Object.keys(FIM_FAMILIES).filter(isFimFamily);

function isFimFamily(name: string): name is FimFamilyName {
  return Object.hasOwn(FIM_FAMILIES, name);
}

export function fimFamily(name: FimFamilyName): FimFamily {
  return FIM_FAMILIES[name];
}

/** Other names of the families, as servers report them and people write them. The first match counts. */
const ALIASES: readonly (readonly [RegExp, FimFamilyName])[] = [
  [/qwen.{0,8}coder|^qwen-?[23]/, "qwen-coder"],
  [/codegemma/, "codegemma"],
  [/granite-?(?:code|[23])/, "granite-code"],
  [/granite/, "granite"],
  [/star-?coder/, "starcoder"],
  [/deepseek.{0,4}coder/, "deepseek-coder"],
  [/code-?llama/, "codellama"],
  [/codestral/, "codestral"],
];

/** The family a server or a setting names. `undefined` for one that is not known to fill in. */
export function fimFamilyNamed(name: string): FimFamilyName | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  if (isFimFamily(plain)) return plain;
  return ALIASES.find(([pattern]) => pattern.test(plain))?.[1];
}

/** The tokens of every family that no code has by chance. */
export const UNMISTAKABLE: readonly string[] = [
  ...new Set([...piped.tokens, ...starcoder.tokens, ...deepseek.tokens, "<|eot_id|>", "<|fim_end|>", "<|cursor|>"]),
];
