// What the library asks when a server wants a sign-in: who we are, and what is kept of it, in the secret storage only.
import { randomUUID } from "node:crypto";
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import * as z from "zod/mini";
import type { LinkPorts, Secrets } from "./link.ts";
import { signInKey } from "./sign-in-key.ts";

/** What the library gave us to keep it gets back as it was; only that it is an object is ours to say. */
const Kept = z.object({
  redirect: z.optional(z.string()),
  client: z.optional(z.looseObject({ client_id: z.string() })),
  tokens: z.optional(z.looseObject({ access_token: z.string(), token_type: z.string() })),
});
type Kept = z.infer<typeof Kept>;
type OpenBrowser = LinkPorts["openBrowser"];

export class SignInProvider implements OAuthClientProvider {
  readonly #key: string;
  readonly #secrets: Secrets;
  readonly #open: OpenBrowser | undefined;
  readonly expectedState = randomUUID();
  #kept: Kept;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  private constructor(key: string, secrets: Secrets, kept: Kept, open?: OpenBrowser) {
    this.#key = key;
    this.#secrets = secrets;
    this.#kept = kept;
    this.#open = open;
  }

  static async load(url: URL, secrets: Secrets): Promise<SignInProvider> {
    const key = signInKey(url.href);
    return new SignInProvider(key, secrets, parseKept(await secrets.get(key)));
  }

  /** The one that may open the browser, and comes back to this address. */
  from(redirect: string, open: OpenBrowser): SignInProvider {
    // A client that was registered for another address would not be let back in.
    const kept = this.#kept.redirect === redirect ? this.#kept : {};
    return new SignInProvider(this.#key, this.#secrets, { ...kept, redirect }, open);
  }

  get isSignedIn(): boolean {
    return this.#kept.tokens !== undefined;
  }

  /** Of the address that is registered. */
  get port(): number | undefined {
    const { redirect } = this.#kept;
    return redirect === undefined ? undefined : Number(new URL(redirect).port);
  }

  get redirectUrl(): string {
    return this.#kept.redirect ?? "http://127.0.0.1/callback";
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Galley",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }

  state(): string {
    return this.expectedState;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#kept.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    return this.#keep({ ...this.#kept, client: { ...client } });
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#kept.tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    return this.#keep({ ...this.#kept, tokens: { ...tokens } });
  }

  /** Without somebody who wants to sign in nothing opens: the connection fails, and the state says why. */
  async redirectToAuthorization(url: URL): Promise<void> {
    if (!/^https?:$/.test(url.protocol)) throw new Error("the address to sign in at is no web address");
    await this.#open?.(url.href, this.redirectUrl);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** Of this sign-in: the code is exchanged with the one that was asked for it. */
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    const { client, tokens, ...rest } = this.#kept;
    if (scope === "all") await this.#keep(rest);
    if (scope === "client") await this.#keep({ ...rest, ...(tokens && { tokens }) });
    if (scope === "tokens") await this.#keep({ ...rest, ...(client && { client }) });
  }

  async #keep(kept: Kept): Promise<void> {
    this.#kept = kept;
    await this.#secrets.set(this.#key, JSON.stringify(kept));
  }
}

function parseKept(text: string | undefined): Kept {
  try {
    const kept = Kept.safeParse(JSON.parse(text ?? "{}"));
    return kept.success ? kept.data : {};
  } catch {
    return {};
  }
}
