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
  const { origin, pathname, username, password } = new URL(url);
  if (origin !== new URL(publicUrl).origin || username !== "" || password !== "") return null;
  const [, chain = "", tokenAddress = ""] = PATH.exec(pathname) ?? [];
  if (!isChainSlug(chain) || !isHex(tokenAddress)) return null;
  return { chain, tokenAddress };
}

function isHex(text: string): text is `0x${string}` {
  return text.startsWith("0x");
}
