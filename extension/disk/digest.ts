// What a file holds now, as the digest under which its text would be stored.
import { createHash } from "node:crypto";
import { openSame, type Spot } from "./places/same-file.ts";

/** `undefined` if the file does not exist; the reason, which equals no digest, if it cannot be read. Never rejects. */
export async function digestOf(spot: Spot): Promise<string | undefined> {
  const opened = await openSame(spot);
  if (!opened.ok)
    return opened.failure.code === "ENOENT" || opened.failure.code === "ENOTDIR" ? undefined : opened.failure.why;
  const hash = createHash("sha256");
  try {
    for await (const chunk of opened.value.file.createReadStream({ autoClose: false, highWaterMark: 1 << 18 }))
      hash.update(chunk as Uint8Array);
    return hash.digest("hex");
  } catch (error) {
    return String(error);
  } finally {
    await opened.value.file.close();
  }
}
