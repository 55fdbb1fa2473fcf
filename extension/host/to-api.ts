// What `activate` returns: the extension API, on a core that is loaded when it is first asked for something.
import type { GalleyApi } from "./api.ts";
import type { Core, Shell } from "./core.ts";

type Registries = Pick<Shell, "registered" | "pins" | "contexts" | "events">;

export function toApi(core: () => Promise<Core>, { registered, pins, contexts, events }: Registries): GalleyApi {
  return {
    apiVersion: 1,
    onEvent: events.event,
    registerCommand: (command) => registered.add(command),
    sessions: async () => (await core()).listSessions(),
    snapshot: async (id) => (await core()).session(id).snapshot(),
    addParts: async (parts, at = "caret") => (await core()).draft.addParts(parts, at),
    submit: async (parts, options) => (await core()).submitOrThrow(parts, options?.sessionId),
    registerContext: (kind, provider) => contexts.register(kind, provider),
    registerPin: (id, provider) => pins.register(id, provider),
    preview: async (parts) => (await core()).previewRequest(parts),
  };
}
