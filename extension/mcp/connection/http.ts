// A server at a URL: its transport over streamable HTTP, and the sign-in through the browser.
import { UnauthorizedError, auth } from "@modelcontextprotocol/client";
import { boundedFetch } from "./bounded-fetch.ts";
import { HttpTransport } from "./http-transport.ts";
import type { LinkPorts } from "./link.ts";
import { listenForCallback } from "./loopback.ts";
import { SignInProvider } from "./oauth.ts";
import * as words from "./words.ts";

/** How long the user may take to sign in. */
const SIGN_IN_MS = 5 * 60_000;

/** For each request to the authorization server. */
const ANSWER_MS = 30_000;

type HttpPorts = Pick<LinkPorts, "fetch" | "secrets" | "reachable" | "browse">;

/** Uses the stored tokens, and renews them if the server allows it, without asking the user. */
export async function httpTransport(
  url: URL,
  headers: Record<string, string>,
  { fetch, secrets }: Pick<LinkPorts, "fetch" | "secrets">,
): Promise<HttpTransport> {
  const provider = await SignInProvider.load(url, secrets);
  return new HttpTransport(url, {
    fetch: withEnd(fetch),
    requestInit: { headers },
    ...(provider.isSignedIn && { authProvider: provider }),
  });
}

/** Resolves when the tokens are stored. Rejects with a reason for the user. */
export async function signIn(
  server: string,
  url: URL,
  headers: Record<string, string>,
  { fetch, secrets, reachable, browse }: HttpPorts,
  signal: AbortSignal,
): Promise<void> {
  const kept = await SignInProvider.load(url, secrets);
  const callback = await listenForCallback(kept.port);
  try {
    const redirect = await reachable(callback.url);
    const provider = kept.from(redirect, callback.port);
    callback.expect(provider.expectedState, redirect);
    const fetchFn = boundedFetch(ending(fetch, signal));
    const resourceMetadataUrl = await metadataUrlOf(url, headers, fetchFn);
    const options = { serverUrl: url, fetchFn, ...(resourceMetadataUrl && { resourceMetadataUrl }) };
    if ((await auth(provider, options)) === "AUTHORIZED") return;
    const { page } = provider;
    if (page === undefined) throw new Error(words.noSignInUrl);
    const answer = await browse(server, page, () =>
      callback.wait(AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_MS)])),
    );
    const code = answer.get("code");
    if (code === null) throw new Error(words.signInRefused);
    const iss = answer.get("iss");
    await auth(provider, { ...options, authorizationCode: code, ...(iss !== null && { iss }) });
  } catch (error) {
    if (error instanceof UnauthorizedError) throw new Error(words.signInRefused, { cause: error });
    throw error;
  } finally {
    callback.dispose();
  }
}

/** The URL of the metadata that names the authorization server. */
async function metadataUrlOf(
  url: URL,
  headers: Record<string, string>,
  network: typeof fetch,
): Promise<URL | undefined> {
  const answer = await network(url, { method: "GET", headers: { ...headers, accept: "text/event-stream" } });
  await answer.body?.cancel();
  const found = /resource_metadata="?([^",\s]+)/.exec(answer.headers.get("www-authenticate") ?? "")?.[1];
  return found !== undefined && URL.canParse(found) ? new URL(found) : undefined;
}

/** The library renews a token without a signal, so requests without one get a timeout. */
function withEnd(network: typeof fetch): typeof fetch {
  return (input, init) => network(input, init?.signal ? init : { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
}

/** Ends each request on abort or after a timeout. */
function ending(network: typeof fetch, signal: AbortSignal): typeof fetch {
  return (input, init) =>
    network(input, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) });
}
