import { createPublicClient, defineChain, http, type PublicClient } from "viem";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/**
 * Options of `multicall` for reads of many accounts or tokens: separate calls would exceed the
 * relay's limit of a visitor. `deployless`, because not every chain has the contract that bundles
 * calls. The bytes of arguments bound the gas of a bundle: the relay allows 30M.
 */
export const BUNDLED_READS = { allowFailure: false, deployless: true, batchSize: 16_384 } as const;

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
