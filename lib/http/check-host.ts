import { isIP } from "node:net";
import { createRecent } from "@/lib/shared/recent";

/** Returns `/path?query` of a request, or null when its host is not this server. */
export type HostCheck = (request: { url?: string; host: string | undefined }) => string | null;

const HOSTS_REMEMBERED_MAX = 200;
/** A host name and its port (RFC 1035). */
const HOST_LENGTH_MAX = 260;

/**
 * Decides whether a request is for this server. Another site can point its own name at this machine
 * (DNS rebinding), so names that are not configured are rejected. IP addresses and loopback names
 * cannot be rebound.
 * @param options.urls URLs of this server
 * @param options.allowedHosts additional host names, without ports
 */
export function createHostCheck(options: {
  urls: readonly string[];
  allowedHosts: readonly string[];
}): HostCheck {
  const allowed = new Set(
    [...options.urls.map((url) => new URL(url).hostname), ...options.allowedHosts].map((host) =>
      host.toLowerCase(),
    ),
  );

  // Callers send few distinct hosts, and each check costs one or two regular expressions.
  const known = createRecent<boolean>(HOSTS_REMEMBERED_MAX);

  function isOurs(authority: string): boolean {
    const found = known.get(authority);
    if (found !== undefined) return found;
    const answer = decide(authority);
    if (authority.length <= HOST_LENGTH_MAX) known.set(authority, answer);
    return answer;
  }

  function decide(authority: string): boolean {
    const name = hostnameOf(authority);
    if (name === null) return false;
    return (
      allowed.has(name) || name === "localhost" || name.endsWith(".localhost") || isIpAddress(name)
    );
  }

  return ({ url = "/", host }) => {
    // HTTP/1.0 clients, such as health checks, send no host; a browser always does.
    if (host !== undefined && !isOurs(host)) return null;
    if (url.startsWith("/") || url === "*") return url;
    // The absolute form, as proxies send it: its host is checked too, and only its path is used.
    if (!/^https?:/i.test(url) || !URL.canParse(url)) return null;
    const absolute = new URL(url);
    return isOurs(absolute.host) ? `${absolute.pathname}${absolute.search}` : null;
  };
}

/** The name in `name:port`, lower case, without a trailing dot; null if malformed. */
function hostnameOf(authority: string): string | null {
  if (!URL.canParse(`http://${authority}`)) return null;
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i.exec(authority);
  return match?.[1]?.toLowerCase().replace(/\.$/, "") ?? null;
}

function isIpAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}
