// Copies of attachments under their own names, for tools and agents that open files by path.
import { constants, copyFile, rm, stat, writeFile } from "node:fs/promises";
import { attachmentPath } from "../places/safe-name.ts";
import { slashed } from "../places/locate.ts";
import { keepFilled } from "../write/keep-whole.ts";

/** A file with the bytes, or the bytes themselves. */
type CopySource = { file: string } | { bytes: Uint8Array };

export interface AttachmentCopies {
  /** With `/` between its names. */
  path: (contentId: string, name: string) => string;
  /** Makes the copy again if a program changed its size. Never rejects: a tool then says that the file is missing. */
  keep: (path: string, size: number, source: CopySource) => Promise<void>;
}

export function attachmentCopies(folder: string, platform: NodeJS.Platform): AttachmentCopies {
  return {
    path: (contentId, name) => slashed(attachmentPath(folder, contentId, name), platform),
    async keep(path, size, source) {
      try {
        const there = await stat(path).catch(() => undefined);
        if (there !== undefined && there.size !== size) await rm(path);
        // A copy, never a link: a program that writes to it must not change what is stored.
        await keepFilled(path, (unfinished) =>
          "file" in source
            ? copyFile(source.file, unfinished, constants.COPYFILE_FICLONE)
            : writeFile(unfinished, source.bytes, { flush: true }),
        );
      } catch {
        // The disk is full or refuses: the attachment itself is not affected.
      }
    },
  };
}
