// What `activate` returns: the extension API, on a core that is loaded when it is first asked for something.
import type { Session } from "../../turn/session.ts";
import type { GalleyApi } from "./api.ts";
import type { Core, Shell } from "../core.ts";

type Registries = Pick<Shell, "registered" | "pins" | "contexts" | "events">;

export function toApi(core: () => Promise<Core>, { registered, pins, contexts, events }: Registries): GalleyApi {
  /** A program that names none means the conversation in the main pane, wherever the user is. */
  const named = async (id: string | undefined): Promise<Session> => {
    const loaded = await core();
    return loaded.session(id ?? loaded.panes.main.id);
  };
  return {
    apiVersion: 1,
    onEvent: events.event,
    registerCommand: (command) => registered.add(command),
    sessions: async () => (await core()).listSessions(),
    snapshot: async (id) => (await named(id)).snapshot(),
    addParts: async (parts, at = "caret") => (await core()).panes.main.draft.addParts(parts, at),
    submit: async (parts, options) => (await core()).submitOrThrow(parts, (await named(options?.sessionId)).id),
    registerContext: (kind, provider) => contexts.register(kind, provider),
    registerPin: (id, provider) => pins.register(id, provider),
    preview: async (parts) => (await core()).previewRequest(parts),
  };
}
