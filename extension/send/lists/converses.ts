// Models that do not converse, told by their names: for lists that tell no more than a name.

const EMBEDDING =
  /embed|retriev|minilm|paraphrase-|colbert|splade|(?:^|[-_/.])(?:bge|gte|e5|(?:nv|sig)?clip)(?:[-_/.:]|$)/i;
const RERANKING = /rerank/i;
const SPEECH =
  /whisper|transcri|speech|audio|realtime|orpheus|kokoro|parakeet|paraformer|cosyvoice|sambert|(?:^|[-_/.])(?:tts|stt|asr)(?:[-_/.:]|$)/i;
const MODERATION = /moderation|guard|shieldgemma/i;
const MEDIA =
  /image|dall-e|stable-diffusion|sdxl|nano-banana|seedream|cogview|cogvideo|lyria|(?:^|[-_/])(?:flux|sora|veo|wanx?)(?:[-_.\d]|$)/i;

const OTHERS = [EMBEDDING, RERANKING, SPEECH, MODERATION, MEDIA];

export function isConversationName(id: string): boolean {
  return !OTHERS.some((kind) => kind.test(id));
}
