import { type ChainSlug, isChainSlug } from "@/lib/shared/chains";

const PATH = /^\/([a-z0-9-]+)\/(0x[0-9a-fA-F]{40})(\/embed)?\/?$/;

/**
 * The token of a URL of this launchpad's token page or card; null for any other URL.
 * @param publicUrl origin of the launchpad
 */
export function findTokenOfUrl(
  url: string,
  publicUrl: string,
): { chain: ChainSlug; tokenAddress: `0x${string}` } | null {
  if (!URL.canParse(url)) return null;
  const parsedUrl = new URL(url);
  const hasUser = parsedUrl.username !== "" || parsedUrl.password !== "";
  if (hasUser || originOf(parsedUrl) !== originOf(new URL(publicUrl))) return null;
  const [, chain = "", tokenAddress = ""] = PATH.exec(parsedUrl.pathname) ?? [];
  if (!isChainSlug(chain) || !hasHexPrefix(tokenAddress)) return null;
  return { chain, tokenAddress };
}

/** Treats all loopback names as one, as in a sandbox without a public URL. */
function originOf({ protocol, hostname, port }: URL): string {
  const host = ["127.0.0.1", "[::1]"].includes(hostname) ? "localhost" : hostname;
  return `${protocol}//${host}:${port}`;
}

function hasHexPrefix(text: string): text is `0x${string}` {
  return text.startsWith("0x");
}
