// The model that answers a turn in place of the conversation's: the one that its command names, or that its skill prefers.
import type { UserMessage } from "../../message/message.ts";
import { modelKey } from "../../message/model.ts";
import { invocationsIn } from "../../skills/run/skill-parts.ts";
import { commandModel, type CommandModelPorts, type NamedModel } from "./command/command-model.ts";
import * as words from "./words.ts";

/** `undefined` if neither names a model. */
export async function turnModel(
  ports: CommandModelPorts,
  conversationId: string,
  message: UserMessage,
): Promise<NamedModel | undefined> {
  return (await commandModel(ports, conversationId, message)) ?? (await skillModel(ports, conversationId, message));
}

/** The skill's file must still say so: a message from elsewhere chooses no model, and a workspace chooses none at all. */
async function skillModel(
  ports: CommandModelPorts,
  conversationId: string,
  { parts }: UserMessage,
): Promise<NamedModel | undefined> {
  const { byId } = ports.catalog();
  const [preferred] = invocationsIn(parts).flatMap(({ name }) => {
    const prefers = byId.get(`/${name}`)?.prefers;
    return prefers === undefined ? [] : [{ skill: name, ...prefers }];
  });
  const current = ports.model(conversationId);
  if (preferred === undefined || [modelKey(current), current.id].includes(preferred.model)) return undefined;
  const { skill, model: wanted, isOwn } = preferred;
  const said = (why: (skill: string, model: string, answers: string) => string): NamedModel => ({
    isMissing: true,
    words: why(skill, wanted, current.name ?? current.id),
  });
  if (!isOwn) return said(words.skillOfWorkspace);
  // An agent keeps the conversation itself, so another model cannot answer in between.
  if (current.keeps_session === true) return said(words.skillBesideAgent);
  const model = await ports.setUpModel(wanted);
  if (model === undefined) return said(words.skillModelNotSetUp);
  return { model, words: words.skillModelAnswers(skill, model.name ?? model.id) };
}
