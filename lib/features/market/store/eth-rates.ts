import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareRaw } from "@/lib/drivers/db/prepare-once";
import type { EthPrice } from "./market";
import { type FindRates, isRecent, RATE_AGE_MAX } from "./recent-rates";
import { big, orNull } from "./tables/raw-columns";
import { ethPriceHistory, ethPrices } from "./tables/series-tables";

/** An unchanged rate is stored again after this time, so that it does not expire. */
const REPEAT_AFTER = 3_600;

/** A condition: a rate that the indexer could not read again for longer counts as unknown. */
const isCurrent = (updatedAt: SQL): SQL =>
  sql`${updatedAt} > now() - make_interval(secs => ${sql.raw(String(RATE_AGE_MAX))})`;

/** Current dollars per ETH times 10^18, as an expression. */
export function ethUsdNow(chainId: number): SQL {
  return sql`(select p.usd_e18 from ${ethPrices} as p
    where p.chain_id = ${chainId} and ${isCurrent(sql`p.updated_at`)})`;
}

/** Dollars per ETH times 10^18 at a time (Unix seconds); the current rate if that is not known. */
function ethUsdAt(chainId: number, time: SQL): SQL {
  return sql`coalesce(
    (select h.usd_e18 from ${ethPriceHistory} as h
      where h.chain_id = ${chainId} and h.time <= ${time} and h.time > ${time} - ${RATE_AGE_MAX}
      order by h.time desc limit 1),
    ${ethUsdNow(chainId)})`;
}

const ratesAt = prepareRaw(
  (chainId: number) => sql`
    select ${ethUsdAt(chainId, sql`t.time`)} as rate
    from unnest(${sql.placeholder("times")}::bigint[]) with ordinality as t(time, nth)
    order by t.nth`,
);

/**
 * Dollars per ETH times 10^18 at each time (Unix seconds); otherwise the current rate, otherwise
 * null.
 */
export async function readEthRates(
  db: Database,
  findRates: FindRates,
  { chainId, times }: { chainId: number; times: readonly number[] },
): Promise<(bigint | null)[]> {
  if (times.length === 0) return [];
  const from = Math.min(...times);
  if (isRecent(from)) {
    const known = times.map(await findRates(chainId, { from, to: Math.max(...times) }));
    if (!known.includes(null)) return known;
  }
  const rows = await ratesAt(db, chainId, { times: [...times] });
  return rows.map((row) => orNull(big, row.rate));
}

/** Current dollars per ETH times 10^18 of the chains with a trusted feed. */
export async function readEthPrices(
  db: Database,
  chainIds: readonly number[],
): Promise<EthPrice[]> {
  const rows = await db
    .select()
    .from(ethPrices)
    .where(and(inArray(ethPrices.chainId, [...chainIds]), isCurrent(sql`${ethPrices.updatedAt}`)));
  return rows.flatMap(({ usdE18, ...row }) => (usdE18 === null ? [] : [{ ...row, usdE18 }]));
}

/** Stores dollars per ETH times 10^18; null if the chain has no trusted feed. */
export async function saveEthPrice(
  db: Database,
  { chainId, usdE18, now }: { chainId: number; usdE18: bigint | null; now: Date },
): Promise<void> {
  const price = { usdE18, updatedAt: now };
  const seconds = Math.floor(now.getTime() / 1000);
  await db.transaction(async (tx) => {
    await tx
      .insert(ethPrices)
      .values({ chainId, ...price })
      .onConflictDoUpdate({ target: ethPrices.chainId, set: price });
    if (usdE18 === null) return;
    await tx.execute(sql`
      insert into ${ethPriceHistory} (chain_id, time, usd_e18)
      select ${chainId}::integer, ${seconds - (seconds % 60)}::bigint, ${usdE18.toString()}::numeric
      where not exists (
        select from (
          select time, usd_e18 from ${ethPriceHistory} where chain_id = ${chainId}
          order by time desc limit 1
        ) as last
        where last.usd_e18 = ${usdE18.toString()}::numeric and last.time > ${seconds - REPEAT_AFTER}
      )
      on conflict (chain_id, time) do update set usd_e18 = excluded.usd_e18`);
  });
}
