import { isIP } from "node:net";
import { createRecent } from "./recent";

/** Where a request is for: `/path?query`, or null when it is for a host that is not this one. */
export type HostCheck = (request: { url?: string; host: string | undefined }) => string | null;

const HOSTS_REMEMBERED_MAX = 200;
/** Of a name and its port (RFC 1035). */
const HOST_LENGTH_MAX = 260;

/**
 * Decides whether a request was meant for this server. A page of another site can point its own name
 * at this machine (DNS rebinding), so names other than those configured are refused. An IP address
 * cannot be pointed anywhere, and neither can a loopback name.
 * @param options.publicUrl the address that people use
 * @param options.allowedHosts further host names, without ports
 */
export function createHostCheck(options: {
  publicUrl: string;
  allowedHosts: readonly string[];
}): HostCheck {
  const allowed = new Set(
    [new URL(options.publicUrl).hostname, ...options.allowedHosts].map((host) =>
      host.toLowerCase(),
    ),
  );

  // Callers send few hosts, and each costs a regular expression or two.
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
      allowed.has(name) || name === "localhost" || name.endsWith(".localhost") || isAddress(name)
    );
  }

  return ({ url = "/", host }) => {
    // HTTP/1.0 clients, health checks among them, send no host; a browser always does.
    if (host !== undefined && !isOurs(host)) return null;
    if (url.startsWith("/") || url === "*") return url;
    // The absolute form, as a proxy sends it: its host counts as well, and only its path is used.
    if (!/^https?:/i.test(url) || !URL.canParse(url)) return null;
    const absolute = new URL(url);
    return isOurs(absolute.host) ? `${absolute.pathname}${absolute.search}` : null;
  };
}

/** The name in `name:port`, in lower case and without the dot of a full name; null if malformed. */
function hostnameOf(authority: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i.exec(authority);
  return match?.[1]?.toLowerCase().replace(/\.$/, "") ?? null;
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}
