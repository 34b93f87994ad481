import { createPublicClient, defineChain, http, type PublicClient } from "viem";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

const readers = new Map<ChainSlug, PublicClient>();

/** The browser's RPC URL of a chain: the service's own relay, which hides the node's URL. */
export function chainUrl(slug: ChainSlug): string {
  return `${window.location.origin}/rpc/${slug}`;
}

/** The chain in viem's format. */
export function viemChain(slug: ChainSlug, rpcUrl: string) {
  const { chainId, name, nativeCurrency, blockExplorerUrl, network } = CHAINS[slug];
  return defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: "Ether", symbol: nativeCurrency, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    blockExplorers: {
      default: { name: new URL(blockExplorerUrl).hostname, url: blockExplorerUrl },
    },
    testnet: network === "testnet",
  });
}

/** Reads a chain through the service; one client per chain and page. */
export function chainReader(slug: ChainSlug): PublicClient {
  const known = readers.get(slug);
  if (known !== undefined) return known;
  const url = chainUrl(slug);
  const reader = createPublicClient({
    chain: viemChain(slug, url),
    transport: http(url, { retryCount: 1, timeout: 10_000 }),
    cacheTime: 0,
  });
  readers.set(slug, reader);
  return reader;
}
