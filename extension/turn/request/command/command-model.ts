// The model that the command of a turn names: only a file of the user's own chooses one, and only one that is set up.
import * as z from "zod/mini";
import type { Catalog, Command } from "../../../compose/catalog.ts";
import type { UserMessage } from "../../../message/message.ts";
import { type Model, modelKey } from "../../../message/model.ts";
import * as words from "../words.ts";

export interface CommandModelPorts {
  model: (conversationId: string) => Model;
  /** Every command that can be given now. */
  catalog: () => Catalog;
  /** The model of this name, if it is set up. Agents do not count. Never rejects. */
  setUpModel: (name: string) => Promise<Model | undefined>;
}

/** `model` answers the turn; without it the conversation's does. `words` say so to the user. */
export interface NamedModel {
  model?: Model;
  /** Set if the user should know it when the turn begins, not only before. */
  isMissing?: true;
  words: string;
}

/** `undefined` if the command names no model, or the one that answers anyway. */
export async function modelNamedBy(
  ports: CommandModelPorts,
  conversationId: string,
  { source, wants }: Pick<Command, "source" | "wants">,
): Promise<NamedModel | undefined> {
  const name = wants?.model;
  const current = ports.model(conversationId);
  if (name === undefined || name === modelKey(current) || name === current.id) return undefined;
  if (source !== "user") return { words: words.modelOfWorkspace(name) };
  const answers = current.name ?? current.id;
  // An agent keeps the conversation itself, so another model cannot answer in between.
  if (current.keeps_session === true) return { isMissing: true, words: words.modelBesideAgent(name, answers) };
  const model = await ports.setUpModel(name);
  if (model === undefined) return { isMissing: true, words: words.modelNotSetUp(name, answers) };
  return { model, words: words.modelAnswers(model.name ?? model.id) };
}

const Metadata = z.looseObject({ command: z.looseObject({ id: z.string(), model: z.string() }) });

/** Of a message that is sent. The command's file must still say so: a message from elsewhere chooses no model. */
export async function commandModel(
  ports: CommandModelPorts,
  conversationId: string,
  { metadata }: UserMessage,
): Promise<NamedModel | undefined> {
  const asked = Metadata.safeParse(metadata).data?.command;
  const command = asked && ports.catalog().byId.get(asked.id);
  if (command === undefined || command.wants?.model !== asked?.model) return undefined;
  return modelNamedBy(ports, conversationId, command);
}
