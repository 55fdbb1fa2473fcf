// The library's provider for a sign-in: Galley's client data and tokens, stored only in the secret storage.
import { randomUUID } from "node:crypto";
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import * as z from "zod/mini";
import type { Secrets } from "./link.ts";
import { signInKey } from "./sign-in-key.ts";
import * as words from "./words.ts";

/** The library gets its own data back unchanged, so only the shape that Galley uses is checked. */
const Kept = z.object({
  /** The registered redirect address, and the local port behind it. */
  redirect: z.optional(z.string()),
  port: z.optional(z.number()),
  client: z.optional(z.looseObject({ client_id: z.string() })),
  tokens: z.optional(z.looseObject({ access_token: z.string(), token_type: z.string() })),
});
type Kept = z.infer<typeof Kept>;

export class SignInProvider implements OAuthClientProvider {
  readonly #key: string;
  readonly #secrets: Secrets;
  readonly #signsIn: boolean;
  readonly expectedState = randomUUID();
  /** As last read or stored. Another window may have stored something since. */
  #kept: Kept;
  /** The access token that was last to be renewed. */
  #renewed: string | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;
  /** The sign-in page, once the library knows it. The caller opens it. */
  page: string | undefined;

  /** `signsIn`: the stored data is about to be replaced, and is not read again. */
  private constructor(key: string, secrets: Secrets, kept: Kept, signsIn: boolean) {
    this.#key = key;
    this.#secrets = secrets;
    this.#kept = kept;
    this.#signsIn = signsIn;
  }

  static async load(url: URL, secrets: Secrets): Promise<SignInProvider> {
    const key = signInKey(url.href);
    return new SignInProvider(key, secrets, parseKept(await secrets.get(key)), false);
  }

  /** A provider for a sign-in that returns to this address. */
  from(redirect: string, port: number): SignInProvider {
    // A server rejects a client that is registered for another address.
    const kept = this.#kept.redirect === redirect ? this.#kept : {};
    return new SignInProvider(this.#key, this.#secrets, { ...kept, redirect, port }, true);
  }

  get isSignedIn(): boolean {
    return this.#kept.tokens !== undefined;
  }

  get port(): number | undefined {
    return this.#kept.port;
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

  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    return (await this.#read()).client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    return this.#keep({ ...this.#kept, client: { ...client } });
  }

  /** Reads them again, because another window may have renewed them, which ends the old ones. */
  async tokens(renewing?: object): Promise<StoredOAuthTokens | undefined> {
    const { tokens } = await this.#read();
    if (renewing !== undefined) this.#renewed = tokens?.access_token;
    return tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    return this.#keep({ ...this.#kept, tokens: { ...tokens } });
  }

  redirectToAuthorization(url: URL): void {
    if (!/^https?:$/.test(url.protocol)) throw new Error(words.invalidSignInUrl);
    this.page = url.href;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** Kept for this sign-in, so that the code goes to the authorization server that issued it. */
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  /** Only the tokens this window used: those another window has stored since are kept for the next attempt. */
  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    const { client, tokens, ...rest } = await this.#read();
    if (!this.#signsIn && tokens?.access_token !== this.#renewed) return;
    if (scope === "all") await this.#keep(rest);
    if (scope === "client") await this.#keep({ ...rest, ...(tokens && { tokens }) });
    if (scope === "tokens") await this.#keep({ ...rest, ...(client && { client }) });
  }

  async #read(): Promise<Kept> {
    if (!this.#signsIn) this.#kept = parseKept(await this.#secrets.get(this.#key));
    return this.#kept;
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
    // Without readable data, the user signs in again.
    return {};
  }
}
