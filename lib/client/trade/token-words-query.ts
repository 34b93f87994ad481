import { queryOptions } from "@tanstack/react-query";
import type { ChainSlug } from "../../domain/chains";

/**
 * What a token calls itself on chain, for chains of which no token data is published; null where no
 * token stands. The chain code comes with the question.
 */
export function tokenWordsQuery(chain: ChainSlug, address: `0x${string}`) {
  return queryOptions({
    queryKey: ["token-words", chain, address],
    queryFn: async () => {
      const [{ readTokenWords }, { chainReader }] = await Promise.all([
        import("./read-token-words"),
        import("./chain-reader"),
      ]);
      return readTokenWords(chainReader(chain), address);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
