// The wires of the models with little patience: text at the cursor that comes late is of no use.
import type { RunPorts } from "../../pipelines/completion/run.ts";
import { prepare, type WirePorts } from "../../turn/wire.ts";

const FIRST_BYTE_MS = 30_000;

/** One attempt: after a failure the next key asks again, when its time has come. */
export function impatient(ports: WirePorts): Pick<RunPorts, "access" | "prepare"> {
  const access: WirePorts["access"] = async (provider) => {
    const given = await ports.access(provider);
    return { ...given, patience: { ...given.patience, firstByteMs: FIRST_BYTE_MS, attempts: 1 } };
  };
  return { access, prepare: (context, model) => prepare(context, model, { ...ports, access }) };
}
