// OpenAI's list tells names only. https://platform.openai.com/docs/api-reference/models/list
import * as z from "zod/mini";
import { NoList, type Source } from "./ask.ts";
import type { Listed } from "./listed.ts";
import { Entries, Id, readEntries } from "./told.ts";

const CHATS = /^(gpt-|o\d|chatgpt|codex)/;
const OTHERS = /audio|realtime|tts|transcribe|image|search|embedding|instruct|moderation/;

const Answer = z.object({ data: Entries });
const Entry = z.object({ id: Id });

export async function listOpenai({ ask, address, key = "" }: Source): Promise<Listed[]> {
  const answer = Answer.safeParse(await ask(`${address}/models`, { headers: { authorization: `Bearer ${key}` } }));
  if (!answer.success) throw new NoList("no data");
  return readEntries(Entry, answer.data.data)
    .filter(({ id }) => CHATS.test(id) && !OTHERS.test(id))
    .map(({ id }) => ({ id, facts: {} }));
}
