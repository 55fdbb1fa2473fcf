// Which addresses of the network a model may be sent to: those of the public internet only.
import { BlockList, isIP } from "node:net";
import type { Result } from "../../message/result.ts";

const refused = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  // Shared by providers.
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

/** All that is public in IPv6, so that mapped, local, private and multicast addresses are not. */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused.check(address, "ipv4");
  if (version !== 6 || address.includes("%")) return false;
  return global.check(address, "ipv6") && !refused.check(address, "ipv6");
}

export type WebUrl = Result<URL, string>;

/** Accepts only URLs a person would write: a host name or a plain IP address, and no password. */
export function parseWebUrl(typed: string, base?: URL): WebUrl {
  const url = URL.parse(typed, base);
  if (url === null) return { ok: false, failure: "it is not a valid URL" };
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return { ok: false, failure: "only http and https URLs are supported" };
  if (url.username !== "" || url.password !== "")
    return { ok: false, failure: "URLs with a user name or password are not supported" };
  const { hostname } = url;
  if (isIP(hostname) === 4 && base?.hostname !== hostname && !typed.includes(hostname)) {
    return { ok: false, failure: `use the plain form of the IP address: ${hostname}` };
  }
  const bare = bareHost(url);
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) return { ok: false, failure: NOT_PUBLIC };
  url.hash = "";
  return { ok: true, value: url };
}

export const NOT_PUBLIC = "the host is not on the public internet";

/** An IPv6 address without its brackets. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
