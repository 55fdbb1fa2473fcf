// Which addresses a model may fetch from: only those of the public internet.
import { BlockList, isIP } from "node:net";
import type { Result } from "../../message/result.ts";
import * as words from "./words.ts";

const refused = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  // Used inside the networks of internet providers.
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  refused.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  // Tunnels and test networks: an IPv4 address may hide in them.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  refused.addSubnet(net, prefix, "ipv6");

/** The public part of IPv6. Mapped, local, private and multicast addresses are outside it. */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused.check(address, "ipv4");
  if (version !== 6 || address.includes("%")) return false;
  return global.check(address, "ipv6") && !refused.check(address, "ipv6");
}

/** Names that lead into a local network. */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

/** Whether a host may be public, by its name alone: for a host that only a proxy can resolve. */
export function isPublicName(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  const name = host.toLowerCase().replace(/\.$/, "");
  return name.includes(".") && !LOCAL_NAME.test(name);
}

export type WebUrl = Result<URL, string>;

/** Accepts only URLs a person would write: a host name or a plain IP address, and no password. */
export function parseWebUrl(typed: string, base?: URL): WebUrl {
  const url = URL.parse(typed, base);
  if (url === null) return { ok: false, failure: words.notUrl };
  if (url.protocol !== "http:" && url.protocol !== "https:") return { ok: false, failure: words.notHttp };
  if (url.username !== "" || url.password !== "") return { ok: false, failure: words.hasPassword };
  const { hostname } = url;
  if (isIP(hostname) === 4 && base?.hostname !== hostname && !typed.includes(hostname)) {
    return { ok: false, failure: words.writePlainAddress(hostname) };
  }
  const bare = bareHost(url);
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) return { ok: false, failure: words.notPublic };
  url.hash = "";
  return { ok: true, value: url };
}

/** An IPv6 address without its brackets. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
