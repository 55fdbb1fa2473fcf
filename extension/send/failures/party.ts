// The provider that a failure is about.
import { isOwnServer, openAddress, originOf } from "../../providers/provider.ts";
import type { Access } from "../access.ts";
import * as words from "./words.ts";

export interface Party {
  /** "Anthropic". */
  name: string;
  model: string;
  baseUrl?: string;
  /** The host that is asked. */
  host?: string;
  /** The user has set its address. */
  isOwnServer: boolean;
  /** No key is sent, because there is none for this host. */
  isKeyless?: boolean;
}

export function partyOf({ name, provider, baseUrl, key }: Access, model: string): Party {
  const origin = originOf(provider, baseUrl);
  return {
    name,
    model,
    isOwnServer: isOwnServer(provider),
    isKeyless: key === undefined,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(origin !== undefined && { host: new URL(origin).host }),
  };
}

/** " at URL" where the user has set the address, else nothing. */
export function atAddress({ baseUrl }: Party): string {
  return baseUrl === undefined ? "" : words.place(openAddress(baseUrl));
}
