// What Galley says when a provider refuses, breaks off or cannot be reached: what happened, then what to do.
import { counted } from "../../text/counted.ts";

/** The provider's own sentence, at the end of ours. */
const told = (words: string): string => (words === "" ? "" : ` Provider message: ${ended(words)}`);

export function ended(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

const when = (ms: number | undefined): string => {
  if (ms === undefined) return "in a moment";
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `in ${seconds} s` : `in ${Math.ceil(seconds / 60)} minutes`;
};

// The provider refuses the request.
export const noCredit = (name: string, said: string): string =>
  `Your ${name} account is out of credit. Add credit, or select another model.${told(said)}`;
export const badKey = (name: string, said: string): string =>
  `${name} rejected the API key. Set the key again.${told(said)}`;
export const noAccess = (model: string, said: string): string =>
  `Your API key does not have access to ${model}. Select another model, or set another key.${told(said)}`;
export const unknownModel = (name: string, model: string, at: string, said: string): string =>
  `${name} does not have the model ${model}${at}. Select another model, or correct the name in settings.${told(said)}`;
export const tooLarge = (name: string, said: string): string =>
  `The request is too large for ${name}. Remove an attachment, or start a new conversation.${told(said)}`;
export const rateLimited = (name: string, wait: number | undefined, said: string): string =>
  `${name} rate limit reached. Try again ${when(wait)}.${told(said)}`;
export const overloaded = (name: string, wait: number | undefined, said: string): string =>
  `${name} is overloaded. Try again ${when(wait)}.${told(said)}`;
export const serverError = (name: string, status: number, said: string): string =>
  `${name} returned an error (${status}). Try again in a moment.${told(said)}`;
export const badAttachment = (name: string, said: string): string =>
  `${name} could not read an attachment. Remove or convert it and send again.${told(said)}`;
export const refused = (name: string, status: number, said: string): string =>
  `${name} rejected the request (${status}).${told(said) || " See the log for details."}`;
export const tooLong = (model: string): string =>
  `This conversation is too long for ${model}. Compact it, start a new conversation, or select a model with a larger context window.`;
export const noKey = (who: string): string => `No API key for ${who}. Set a key, or select another model.`;
export const keyAt = (name: string, host: string): string => `${name} at ${host}`;

// Something else than an answer comes.
export const providerError = (name: string, said: string): string =>
  `${name} returned an error. Try again.${told(said)}`;
export const webPage = (name: string, at: string, title: string): string =>
  `${name} returned a web page${title === "" ? "" : ` (“${title}”)`} instead of an answer${at}. Check the URL in settings, and whether the server requires you to sign in.`;
export const noStream = (name: string, said: string): string =>
  `${name} returned something other than a streamed answer. Check that the server supports streaming.${told(said)}`;
export const noList = (name: string, at: string, said: string): string =>
  `${name} returned no list of models${at}. Check the URL in settings.${told(said)}`;

// The answer does not come, or not whole.
export const cut = (name: string): string =>
  `The answer from ${name} was interrupted. The partial answer is kept. Try again.`;
export const stalled = (name: string, ms: number): string =>
  `${name} sent no data for ${counted(Math.max(1, Math.round(ms / 1000)), "second")}. The partial answer is kept. Try again.`;
export const noFirstByte = (name: string, ms: number): string =>
  `${name} sent no data for ${counted(Math.max(1, Math.round(ms / 1000)), "second")}. Try again, or select another model.`;
export const answerTooLong = (name: string, bytes: number): string =>
  `The answer from ${name} was cut off after ${Math.round(bytes / 1024 / 1024)} MB. The partial answer is kept. Send “continue” to go on.`;
export const empty = (name: string): string => `${name} returned an empty answer. Try again, or rephrase your message.`;
export const garbled = (name: string, reason: string): string =>
  `${name} returned an invalid response: ${ended(reason)} The partial answer is kept. Try again.`;

// The network does not lead there.
export const place = (address: string): string => ` at ${address}`;
export const proxy =
  "The proxy blocked the request. Check the URL, user name and password in VS Code's proxy settings.";
export const noServer = (at: string): string =>
  `No server responded${at}. Start the server, or correct its URL in settings.`;
export const notFound = (name: string, at: string): string =>
  `Could not find ${name}${at}. Check your network, proxy and the URL in settings.`;
export const untrusted = (at: string): string =>
  `The certificate${at} is not trusted. If you use a proxy, add its certificate to the system's trusted certificates.`;
export const noConnection = (name: string, at: string): string =>
  `Could not connect to ${name}${at}. Check your network and proxy.`;
export const noHttps = (at: string): string =>
  `The server${at} does not support HTTPS. Check the port, or use a URL that begins with http://.`;
export const connectionLost = (name: string, code: string): string =>
  `The connection to ${name} was lost (${code}). Try again.`;
export const unreachable = (name: string, at: string, code: string): string =>
  `Could not reach ${name}${at}${code === "" ? "" : ` (${code})`}. Check the URL, then try again.`;

// The request was about to go elsewhere.
export const anotherUrl = "another URL";
export const redirected = (from: string, to: string): string =>
  `${from} redirects to ${to}, so nothing was sent. If that URL is correct, set it in settings.`;
export const otherHost = (host: string, name: string): string =>
  `The request was for ${host}, which is not the host of ${name}. Nothing was sent.`;
export const noAddress = (name: string): string =>
  `${name} has no valid URL. Set the URL in settings, or select another model.`;
