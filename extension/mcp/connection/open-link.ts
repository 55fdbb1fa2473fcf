// Opens a connection with the library, which is loaded on first use.
import type { OpenLink } from "./link.ts";

export const openLink: OpenLink = async (name, options, ports) => {
  const { openWithLibrary } = await import("./mcp-link.ts");
  return openWithLibrary(name, options, ports);
};
