// Reads what the parts of a draft point at: one fact per distinct target.
import { reasonOf } from "../message/reason.ts";
import { type FileTarget, fileTargetsOf, targetKey } from "../message/file-target.ts";
import type { Part } from "../message/part.ts";
import type { FileFact, FileRead, Facts } from "./facts.ts";

export interface AcquirePorts {
  readFile: (target: FileTarget) => Promise<FileRead>;
  /** The content id of a text. */
  digest: (text: string) => string;
}

/** Never throws: a read that fails is a fact with its reason. */
export async function acquire(ports: AcquirePorts, parts: readonly Part[]): Promise<Facts> {
  const targets = new Map<string, FileTarget>();
  for (const { target } of fileTargetsOf(parts)) targets.set(targetKey(target), target);
  const read = async ([key, target]: [string, FileTarget]): Promise<[string, FileFact]> => [
    key,
    await readFact(ports, target),
  ];
  return { files: new Map(await Promise.all(Array.from(targets, read))) };
}

async function readFact(ports: AcquirePorts, target: FileTarget): Promise<FileFact> {
  try {
    const file = await ports.readFile(target);
    return file.state === "text" ? { ...file, content_id: ports.digest(file.text) } : file;
  } catch (error) {
    return { state: "unavailable", reason: reasonOf(error) };
  }
}
