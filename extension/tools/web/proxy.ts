// Whether a request goes through a proxy: by VS Code's own rules, because VS Code sends the request.

export interface ProxySettings {
  /** `http.proxySupport`. */
  support: string;
  /** `http.proxy`. */
  proxy: string;
  /** `http.noProxy`. If it names anything, the variable NO_PROXY does not count. */
  noProxy: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

const PROXY = /^\s*(?:https?|socks(?:4a?|5h?)?):\/\//i;

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]", "[::ffff:7f00:1]"]);

export function isProxied(url: URL, { support, proxy, noProxy, env }: ProxySettings): boolean {
  if (support === "off" || LOCAL.has(url.hostname)) return false;
  const ofEnv = firstOf(env, ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"]);
  if (!PROXY.test(proxy) && !PROXY.test(ofEnv)) return false;
  const direct = noProxy.length > 0 ? noProxy : firstOf(env, ["no_proxy", "NO_PROXY"]).split(",");
  return !isListed(url, direct);
}

/** The first that is set and not empty. */
function firstOf(env: ProxySettings["env"], names: readonly string[]): string {
  return names.map((name) => env[name] ?? "").find((value) => value !== "") ?? "";
}

/** An entry is a domain with all below it, and may name a port; `*` is every host. */
function isListed({ hostname, port, protocol }: URL, entries: readonly string[]): boolean {
  const usual = protocol === "https:" ? "443" : "80";
  return entries.some((entry) => {
    const [name = "", wanted = ""] = entry.trim().toLowerCase().split(":", 2);
    if (name === "*") return true;
    const isBelow = name !== "" && `.${hostname}`.endsWith(name.startsWith(".") ? name : `.${name}`);
    return isBelow && (wanted === "" || wanted === (port || usual));
  });
}
