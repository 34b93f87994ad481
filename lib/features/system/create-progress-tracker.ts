import type { IndexerProgress } from "@/lib/features/market/store/read-progress";
import { CHAIN_SLUGS, CHAINS, type ChainSlug } from "@/lib/shared/chains";
import type { ChainProgress } from "./schema";

type Sample = IndexerProgress & { at: number };

/** Window of the events-per-second average. */
const AVERAGED_MS = 15_000;
/** A dataset without an update for this long is not followed while another one is built. */
const FROZEN_MS = 60_000;

/** Tracks the indexer's progress over repeated samples. */
export function createProgressTracker(options: {
  read(chainIds: readonly number[]): Promise<IndexerProgress[]>;
  now(): Date;
  /** Blocks below the head of a chain that are not to be indexed yet. */
  confirmations(chain: ChainSlug): number;
}) {
  const { read, now, confirmations } = options;
  const chainIds = CHAIN_SLUGS.map((slug) => CHAINS[slug].chainId);
  /** Oldest first. */
  let samples: Sample[][] = [];

  async function sample(): Promise<void> {
    const at = now().getTime();
    const rows = await read(chainIds);
    const kept = samples.filter(([first]) => first !== undefined && at - first.at <= AVERAGED_MS);
    samples = [...kept, rows.map((row) => ({ ...row, at }))];
  }

  function rateOf(row: Sample): number {
    const first = samples
      .flatMap((one) => one.filter(({ chainId }) => chainId === row.chainId))
      .find(({ events }) => events <= row.events);
    if (first === undefined || first.at === row.at) return 0;
    return Math.round(((row.events - first.events) * 10_000) / (row.at - first.at)) / 10;
  }

  return {
    /** Takes a sample. @throws when the database does not respond */
    sample,
    /** Progress as of the last sample; takes one if there is none. @throws as `sample` does */
    async current(): Promise<ChainProgress[]> {
      if (samples.length === 0) await sample();
      const latest = samples.at(-1) ?? [];
      return CHAIN_SLUGS.flatMap((chain) => {
        const row = latest.find(({ chainId }) => chainId === CHAINS[chain].chainId);
        if (row === undefined) return [];
        const { indexed, rebuild } = row;
        const head = Math.max(row.head, rebuild?.head ?? 0);
        const latestMs = Math.max(row.updatedAt.getTime(), rebuild?.updatedAt.getTime() ?? 0);
        // The clocks of the database and of this server can differ by minutes.
        const ageMs = row.readAt.getTime() - latestMs;
        const isFrozen = latestMs - row.updatedAt.getTime() > FROZEN_MS;
        return [
          {
            chain,
            head,
            indexed,
            lag: Math.max(0, head - confirmations(chain) - indexed),
            eventsPerSecond: rateOf(row),
            updatedAt: Math.floor((row.at - ageMs) / 1_000),
            ...(isFrozen && rebuild !== null ? { rebuiltBlock: rebuild.block } : {}),
          },
        ];
      });
    },
  };
}

export type ProgressTracker = ReturnType<typeof createProgressTracker>;
