// Context → the body of Gemini's generateContent; the model's name goes in the address, not in the body.
import type {
  Content,
  FunctionDeclaration,
  GenerateContentConfig,
  GenerationConfig,
  Part,
  Tool,
} from "@google/genai/web";
import { type Block, type Context, type MediaBlock, systemText } from "../assemble/context.ts";
import { bareMime, type Model } from "../message/model.ts";
import type { Lowered, Warning } from "./lowered.ts";
import { admitMedia, limits } from "./media.ts";
import { asWords, inputObject, leaveOut, offeredTools, reasonToOmit } from "./tools.ts";
import * as words from "./words.ts";

export interface GeminiRequest {
  model: string;
  contents: Content[];
  systemInstruction?: Content;
  tools?: Tool[];
  generationConfig: GeminiGeneration;
  safetySettings?: NonNullable<GenerateContentConfig["safetySettings"]>;
  serviceTier?: NonNullable<GenerateContentConfig["serviceTier"]>;
}

/** What a request may say of how the answer is made, and no option of the library that sends it. */
export type GeminiGeneration = Pick<
  GenerationConfig,
  | ("maxOutputTokens" | "temperature" | "topP" | "topK" | "seed" | "stopSequences" | "presencePenalty")
  | ("frequencyPenalty" | "responseLogprobs" | "logprobs" | "responseMimeType" | "responseJsonSchema")
  | ("mediaResolution" | "thinkingConfig")
>;

export function lowerGemini(context: Context, model: Model): Lowered<GeminiRequest> {
  const { media, warnings } = admitMedia(context, model, limits.gemini);
  const declarations = offeredTools(context, model, warnings).map(
    ({ name, description, input_schema }): FunctionDeclaration => ({
      name,
      description,
      parametersJsonSchema: input_schema,
    }),
  );
  const system = systemText(context.layers);
  const contents = context.messages.map(({ role, blocks }): Content => ({
    role: role === "user" ? "user" : "model",
    parts: toParts(
      blocks.map((block) => asWords(block, model)),
      model,
      media,
      warnings,
    ),
  }));
  const request: GeminiRequest = {
    model: model.id,
    contents: contents.filter(({ parts = [] }) => parts.length > 0),
    ...(system !== "" && { systemInstruction: { role: "user", parts: [{ text: system }] } }),
    ...(declarations.length > 0 && { tools: [{ functionDeclarations: declarations }] }),
    generationConfig: {
      maxOutputTokens: model.max_output,
      ...(model.reasoning !== undefined && { thinkingConfig: { includeThoughts: true } }),
    },
  };
  return { request, warnings };
}

/** A signature goes on the part that follows the thought, as it came. */
function toParts(
  blocks: readonly Block[],
  model: Model,
  media: ReadonlyMap<MediaBlock, string>,
  warnings: Warning[],
): Part[] {
  const parts: Part[] = [];
  let signature: string | undefined;
  for (const block of blocks) {
    if (block.type === "reasoning") {
      const why = reasonToOmit(block, model) ?? (block.signature === undefined ? words.notFromGemini : undefined);
      if (why === undefined) signature = block.signature;
      else leaveOut(block, why, warnings);
      continue;
    }
    parts.push({ ...toPart(block, media), ...(signature !== undefined && { thoughtSignature: signature }) });
    signature = undefined;
  }
  if (signature !== undefined) parts.push({ text: "", thoughtSignature: signature });
  return parts;
}

function toPart(block: Exclude<Block, { type: "reasoning" }>, media: ReadonlyMap<MediaBlock, string>): Part {
  switch (block.type) {
    case "text":
      return { text: block.text };
    case "media": {
      const data = media.get(block);
      return data === undefined ? { text: block.text } : { inlineData: { mimeType: bareMime(block.mime), data } };
    }
    case "tool-call":
      return { functionCall: { id: block.id, name: block.name, args: inputObject(block.input) } };
    case "tool-result": {
      const response = block.is_error ? { error: block.text } : { output: block.text };
      return { functionResponse: { id: block.id, name: block.name, response } };
    }
    default:
      return block satisfies never;
  }
}
