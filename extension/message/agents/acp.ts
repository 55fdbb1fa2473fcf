// What an ACP agent declares of itself, as far as it decides what a prompt may hold and what becomes of agent sessions.
import * as z from "zod/mini";

const Flag = z.catch(z.optional(z.boolean()), undefined);

const PromptCapabilities = z.looseObject({ image: Flag, audio: Flag, embeddedContext: Flag });

const Offered = z.optional(z.nullable(z.looseObject({})));

const AgentCapabilities = z.looseObject({
  loadSession: Flag,
  promptCapabilities: z.optional(PromptCapabilities),
  sessionCapabilities: z.optional(z.nullable(z.looseObject({ resume: Offered, list: Offered }))),
  _meta: z.optional(z.unknown()),
});

export const AcpAgent = z.looseObject({
  /** Here, or among the agent's capabilities. */
  promptCapabilities: z.optional(PromptCapabilities),
  agentCapabilities: z.optional(AgentCapabilities),
  /** As it calls itself. */
  agentInfo: z.optional(z.nullable(z.looseObject({ name: z.string() }))),
  /** It reads nothing but text, whatever the protocol asks of it. */
  textOnly: z.optional(z.boolean()),
});
export type AcpAgent = z.infer<typeof AcpAgent>;

/** The first word of `acp/ID`. */
export const ACP = "acp";

/** Whose extension carries attachments beside the prompt. */
export const ATTACHMENTS_META = "sandboxagent.dev";

const Extensions = z.object({
  [ATTACHMENTS_META]: z.object({ extensions: z.looseObject({ attachments: z.unknown() }) }),
});

/** What a prompt to this agent may hold besides text and links. */
export interface AcpTakes {
  image: boolean;
  audio: boolean;
  embedded: boolean;
  /** Attachments also go beside the prompt. */
  attachments: boolean;
  textOnly: boolean;
}

export function acpTakes({ promptCapabilities, agentCapabilities, textOnly }: AcpAgent): AcpTakes {
  const prompt = promptCapabilities ?? agentCapabilities?.promptCapabilities;
  const meta = Extensions.safeParse(agentCapabilities?._meta);
  const extension = meta.success ? meta.data[ATTACHMENTS_META].extensions.attachments : undefined;
  return {
    image: prompt?.image === true,
    audio: prompt?.audio === true,
    embedded: prompt?.embeddedContext === true,
    attachments: extension !== undefined && extension !== null && extension !== false,
    textOnly: textOnly === true,
  };
}
