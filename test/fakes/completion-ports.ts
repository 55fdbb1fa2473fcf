// The ports of a completion with one server, wherever its model is said to be.
import type { RunPorts } from "../../extension/pipelines/completion/run.ts";
import { prepare, type WirePorts } from "../../extension/turn/wire.ts";
import { neutralPorts } from "./neutral-ports.ts";

export function wirePorts(baseUrl: string, network: typeof fetch): RunPorts {
  const { agents, wait } = neutralPorts();
  const wire: WirePorts = {
    ...{ agents, wait },
    languageModel: { send: () => Promise.reject(new Error("not this one")) },
    access: (provider) => Promise.resolve({ provider, name: "The Server", baseUrl, fetch: network }),
  };
  return {
    access: wire.access,
    prepare: (context, model) => prepare(context, model, wire),
    digest: (text) => `digest of ${text.length}`,
    newId: () => "manifest",
    now: () => 0,
  };
}
