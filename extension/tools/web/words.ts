// What web_fetch says to the model, and to the user in the title of its call.
import { sizeWords } from "../reading/file-kind.ts";

export const fetchTitle = (host: string): string => `Fetch ${host}`;
export const notFetched = (url: string, reason: string): string => `${url}: ${reason}.`;

// Why a URL is refused, as the end of a sentence
export const notUrl = "it is not a valid URL";
export const notHttp = "only http and https URLs are supported";
export const hasPassword = "URLs with a user name or password are not supported";
export const writePlainAddress = (address: string): string => `use the plain form of the IP address: ${address}`;
export const notPublic = "the host is not on the public internet";
export const hostNotFound = "host not found";

// Redirects
export const refusedRedirect = (url: string, to: string, reason: string): string =>
  `${url} redirects to ${to}: ${reason}.`;
export const otherHost = (url: string, to: string): string => `${url} redirects to ${to}. Fetch that URL instead.`;
export const manyRedirects = (url: string, most: number): string => `${url} redirected more than ${most} times.`;

// The connection
const timedOut = "it timed out";
export const notConnected = (url: string, reason: string | undefined): string =>
  `Could not connect to ${url}: ${reason ?? timedOut}.`;
export const interrupted = (url: string, reason: string | undefined): string =>
  `${url} was interrupted: ${reason ?? timedOut}.`;
export const proxyNotUsed = "the proxy in the settings was not used";
export const responseInterrupted = "The response was interrupted.";

// The page
export const notText = (url: string, mime: string, bytes: number, isCut: boolean): string =>
  `${url} is ${mime === "" ? "not text" : mime}, ${sizeWords(bytes)}${isCut ? " or more" : ""}; only text can be read.`;
export const noText = "(no text)";
export const truncated = (bytes: number): string => `[truncated after ${sizeWords(bytes)}]`;
export const badStatus = (url: string, status: number, text: string): string =>
  `${url} returned status ${status}.\n\n${text}`;
