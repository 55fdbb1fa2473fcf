// A folder that is not on disk: its files are in memory, and a name that ends with `@` is a link.
import type { VirtualFolder } from "../../extension/disk/virtual-files.ts";

export function virtualFolder(
  files: Readonly<Record<string, string>>,
  unsaved: Record<string, string> = {},
): VirtualFolder {
  const isFolder = (path: string): boolean =>
    path === "." || Object.keys(files).some((file) => file.startsWith(`${path}/`));
  const bytes = (path: string): Uint8Array => Buffer.from(files[path] ?? "");
  return {
    uri: (path) => `memory:/docs/${path}`,
    stat: (path) => {
      const isLink = path.endsWith("@");
      if (files[path] !== undefined) return Promise.resolve({ kind: "file", isLink, size: bytes(path).length });
      return Promise.resolve(isFolder(path) ? { kind: "folder", isLink, size: 0 } : undefined);
    },
    bytes: (path) => Promise.resolve(bytes(path)),
    text: (path) => {
      const text = unsaved[path] ?? files[path] ?? "";
      return Promise.resolve({ text, unsaved: unsaved[path] !== undefined, eol: "\n" });
    },
    outline: () => Promise.resolve(Object.keys(files).join("\n")),
  };
}
