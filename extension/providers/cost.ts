// Who is paid for what a model answers, in a few words: no price, which changes and which most providers do not tell.
import type { Model } from "../message/model.ts";
import { isThisMachine, isWebAddress } from "../text/web-address.ts";
import { isProvider, providerFacts } from "./provider.ts";
import * as words from "./words.ts";

/** Empty if Galley does not know. */
export function costWords({ provider, id, server }: Pick<Model, "provider" | "id" | "server">): string {
  if (!isProvider(provider)) return "";
  // Ollama runs these on its own machines. https://docs.ollama.com/cloud
  if (provider === "ollama" && /[-:]cloud$/.test(id)) return words.ollamaAccount;
  const address = server ?? providerFacts[provider].address ?? "";
  if (!isWebAddress(address)) return "";
  if (isThisMachine(address)) return words.freeHere;
  return server === undefined ? words.perToken : words.byServer;
}
