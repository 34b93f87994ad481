import { type Address, type Hex, isAddress, isHash } from "viem";
import { z } from "zod";
import { listen } from "@/lib/drivers/db/listen";
import { MARKET_CHANNEL } from "@/lib/features/market/store/channels";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { CHAIN_SLUGS, CHAINS, type ChainSlug } from "@/lib/shared/chains";

/**
 * Rows of a chain changed. Null: anything may have changed, because the connection to the database
 * was lost.
 */
export type MarketUpdate = {
  chain: ChainSlug;
  /** The token whose metadata changed; null for other changes. */
  token: Address | null;
  /** The block up to which the chain is indexed now; null with a token. */
  checkpoint: { block: number; hash: Hex } | null;
} | null;

const payload = z.object({
  chainId: z.number(),
  block: z.number(),
  hash: z.string().refine(isHash).optional(),
  token: z
    .string()
    .transform((text): Address | null =>
      isAddress(text, { strict: false }) ? toChecksumAddress(text) : null,
    )
    .nullable()
    .default(null),
});

/** Updates from the indexer, over one connection for all subscribers. */
export function createMarketUpdates(databaseUrl: string) {
  const subscribers = new Set<(update: MarketUpdate) => void>();
  return {
    /** Runs the callback after each change; returns a function that unsubscribes. */
    subscribe(callback: (update: MarketUpdate) => void): () => void {
      subscribers.add(callback);
      return () => subscribers.delete(callback);
    },
    /** Listens until the signal aborts. */
    run: (signal: AbortSignal): Promise<void> =>
      listen(
        databaseUrl,
        MARKET_CHANNEL,
        (text) => {
          const update = parse(text);
          for (const callback of subscribers) callback(update);
        },
        signal,
      ),
  };
}

export type MarketUpdates = ReturnType<typeof createMarketUpdates>;

/** An invalid payload counts as a change of anything. */
function parse(text: string): MarketUpdate {
  if (text === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const update = payload.safeParse(value);
  const chain = CHAIN_SLUGS.find((slug) => CHAINS[slug].chainId === update.data?.chainId);
  if (chain === undefined || update.data === undefined) return null;
  const { token, block, hash } = update.data;
  return { chain, token, checkpoint: hash === undefined ? null : { block, hash } };
}
