import { request } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import type { ChainSlug } from "@/lib/shared/chains";
import { chainIn } from "../queries";
import { getConfig } from "../reads/list-reads";

const INTERVAL_MS = 10_000;

/** A token read from its chain, for chains without published token data. Loads viem on demand. */
export function tokenFactsQuery(chain: ChainSlug, address: `0x${string}`) {
  return queryOptions({
    queryKey: ["token-facts", chain, address],
    queryFn: async ({ signal }) => {
      const [{ readTokenFacts }, { chainReader }, config] = await Promise.all([
        import("./read-token-facts"),
        import("./chain-reader"),
        request(getConfig, {}, { signal }),
      ]);
      const facts = chainIn(config, chain);
      if (facts === undefined) throw new Error(`${chain} is not configured`);
      return readTokenFacts(chainReader(chain), {
        lenses: facts.generations.map(({ launchLens }) => launchLens),
        token: address,
      });
    },
    refetchInterval: INTERVAL_MS,
  });
}

/** A token's metadata, from this launchpad's own gateway. */
export function tokenDocumentQuery(tokenUri: string) {
  return queryOptions({
    queryKey: ["token-document", tokenUri],
    queryFn: async ({ signal }) => {
      const response = await fetch(tokenUri.replace(/^ipfs:\/\//, "/ipfs/"), { signal });
      if (!response.ok)
        throw new Error(`The metadata request failed with status ${response.status}`);
      // Pages of tokens that the Data API serves load no zod.
      const { tokenDocument } = await import("../../schemas/token-document");
      return tokenDocument.parse(await response.json());
    },
    enabled: tokenUri.startsWith("ipfs://"),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
