import { sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareRaw } from "@/lib/drivers/db/prepare-once";
import { firstIndex } from "@/lib/shared/first-index";
import { shareFor } from "@/lib/shared/share-for";
import { DAY } from "../rules/day-window";
import { ethPriceHistory } from "./tables/series-tables";

/** Maximum age of a rate for a time; beyond it, the feed or the indexer was down. */
export const RATE_AGE_MAX = 2 * 3_600;
/** Covers the windows of a token's price history. */
const KEPT = 8 * DAY;
/** How long rates are used that no longer change, and the newest ones, which do. */
const OLDER_MS = 60_000;
const NEWEST_MS = 1_000;

/** Dollars per ETH times 10^18 at a time (Unix seconds); null if that is not known. */
export type RateAt = (time: number) => bigint | null;
/** Rates of a chain at the times from `from` to `to`, in Unix seconds. */
export type FindRates = (chainId: number, range: { from: number; to: number }) => Promise<RateAt>;

/** Stored rates, oldest first. */
type Rates = { times: readonly number[]; usdE18: readonly bigint[] };

const statement = prepareRaw(
  (chainId: number) => sql`
    select string_agg(h.time::text, ' ' order by h.time) as times,
      string_agg(h.usd_e18::text, ' ' order by h.time) as rates
    from ${ethPriceHistory} as h where h.chain_id = ${chainId}
      and h.time > ${sql.placeholder("after")}::bigint and h.time <= ${sql.placeholder("to")}::bigint`,
);

async function readRates(
  db: Database,
  chainId: number,
  range: { after: number; to: number },
): Promise<Rates> {
  const [row] = await statement(db, chainId, range);
  const parts = (value: unknown) => (typeof value === "string" ? value.split(" ") : []);
  return { times: parts(row?.times).map(Number), usdE18: parts(row?.rates).map(BigInt) };
}

/**
 * Keeps the rates of the last days of each chain, at most one a minute. A token's prices take
 * hundreds of them, and each would be an index lookup.
 */
export function createRecentRates(db: Database): FindRates {
  const chains = new Map<number, ReturnType<typeof createReader>>();
  return async (chainId, { from, to }) => {
    if (!isRecent(from)) {
      return toRateAt(await readRates(db, chainId, { after: from - RATE_AGE_MAX, to }));
    }
    const read = chains.get(chainId) ?? createReader(db, chainId);
    chains.set(chainId, read);
    return read();
  };
}

/** Whether the rates of a time (Unix seconds) are kept; those in memory may be `OLDER_MS` old. */
export function isRecent(time: number): boolean {
  return time - RATE_AGE_MAX >= unixNow() - KEPT + OLDER_MS / 1_000;
}

function createReader(db: Database, chainId: number): () => Promise<RateAt> {
  const older = shareFor(OLDER_MS, async () => {
    const now = unixNow();
    // The rate of a minute may still change in it.
    const until = now - 2 * 60;
    return { until, ...(await readRates(db, chainId, { after: now - KEPT, to: until })) };
  });
  return shareFor(NEWEST_MS, async () => {
    const { until, times, usdE18 } = await older();
    const newest = await readRates(db, chainId, { after: until, to: Number.MAX_SAFE_INTEGER });
    return toRateAt({
      times: [...times, ...newest.times],
      usdE18: [...usdE18, ...newest.usdE18],
    });
  });
}

/** The last rate before each time that is not older than `RATE_AGE_MAX`. */
function toRateAt({ times, usdE18 }: Rates): RateAt {
  return (time) => {
    const place = firstIndex(times, (stored) => stored > time) - 1;
    const isKnown = (times[place] ?? Number.NEGATIVE_INFINITY) > time - RATE_AGE_MAX;
    return isKnown ? (usdE18[place] ?? null) : null;
  };
}

function unixNow(): number {
  return Math.floor(Date.now() / 1_000);
}
