import { sql } from "drizzle-orm";
import type { Address } from "viem";
import { pad, toHex } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { DATASET_VERSION } from "@/lib/features/market/rules/dataset-version";

/**
 * Size of a synthetic market. Trades are spread over the 30 days before `endsAt` (Unix seconds, by
 * default `SEED_END`); a few tokens have most of them.
 */
export type SeedSize = {
  chainId: number;
  tokens: number;
  trades: number;
  holders: number;
  endsAt?: number;
};

const DAYS = 30;
const TRADES_AT_ONCE = 500_000;
/** Default time of the last trade, in Unix seconds. */
export const SEED_END = 1_762_592_000;

/** Address of the n-th token; the 0th is the most traded one. */
export const seedToken = (n: number): Address => pad(toHex(n + 1_000_000), { size: 20 });
export const SEED_SERVICE: Address = pad(toHex(1), { size: 20 });
/** One of 5,000 traders. */
export const SEED_TRADER: Address = pad(toHex(2_500), { size: 20 });
export const SEED_MANAGER: Address = pad(toHex(2), { size: 20 });

/** `size` bytes of a number, as SQL. */
export const bytes = (expression: string, size: number) =>
  sql.raw(`decode(lpad(to_hex((${expression})::bigint), ${size * 2}, '0'), 'hex')`);
/** `seedToken` of an expression, as SQL. */
export const tokenAddress = (n: string) => bytes(`${n} + 1000000`, 20);

/**
 * Fills an empty chain's market tables with consistent rows: candles match the trades, volumes
 * match the candles, and there is an ETH price every ten minutes. The database generates all rows
 * itself, so that ten million trades take minutes.
 */
export async function seedMarket(
  db: Database,
  size: SeedSize,
  log: (text: string) => void = () => undefined,
): Promise<void> {
  const { chainId, tokens, trades, holders, endsAt = SEED_END } = size;
  const start = endsAt - DAYS * 86_400;
  await db.execute(sql`set statement_timeout = 0`);
  await db.execute(sql`
    insert into market.datasets (id, chain_id, state, version)
    values (${chainId}, ${chainId}, 'live', ${DATASET_VERSION})`);
  await db.execute(sql`
    insert into market.checkpoints (dataset_id, genesis_hash, deployment, block, block_hash,
      block_time, head)
    values (${chainId}, ${bytes("1", 32)}, '', 1, ${bytes("1", 32)}, ${endsAt}, 1)`);
  await seedTokens(db, chainId, tokens, start);
  log(`${tokens} tokens`);
  for (let from = 0; from < trades; from += TRADES_AT_ONCE) {
    const to = Math.min(trades, from + TRADES_AT_ONCE);
    await seedTrades(db, { chainId, tokens, trades, start, from, to });
    log(`${to} trades`);
  }
  await seedCandles(db, chainId);
  await seedPositions(db, chainId);
  await db.execute(sql`
    insert into market.eth_price_history (chain_id, time, usd_e18)
    select ${chainId}, time, (2000 + time / 60 % 500) * 10::numeric ^ 18
    from generate_series(${start}::bigint - ${start}::bigint % 60, ${endsAt}::bigint, 600) as time`);
  log("candles and prices of ETH");
  await db.execute(sql`
    insert into market.balances (dataset_id, token, holder, amount_wei)
    select ${chainId}, ${tokenAddress("0")}, ${bytes("n + 10", 20)}, 1 + n % 1000
    from generate_series(1, ${holders}) as n`);
  await db.execute(sql`
    update market.tokens as t set holders = ${holders}
    where t.dataset_id = ${chainId} and t.address = ${tokenAddress("0")}`);
  await db.execute(sql`vacuum analyze`);
  log("vacuumed");
}

/** Inserts tokens that were all launched at `start`, four to a block, and their search terms. */
export async function seedTokens(
  db: Database,
  chainId: number,
  tokens: number,
  start: number,
): Promise<void> {
  await db.execute(sql`
    insert into market.tokens (dataset_id, address, pool_id, name, symbol, token_uri, creator, owner,
      manager, manager_kind, launcher, launch_id, created_at, created_block, created_log_index,
      start_time, supply_wei, sqrt_price_x96, tick, market_cap_wei, starting_market_cap_wei,
      starting_sqrt_price_x96, reference_sqrt_price_x96, price_change_24h_e6, volume_24h_wei,
      earned_wei, fee_share_bps, wall_threshold_wei, metadata_state, description)
    select ${chainId}, ${tokenAddress("n")}, ${bytes("n", 32)}, 'Token ' || n, 'T' || n, 'ipfs://' || n,
      ${bytes("case when n % 3 = 0 then n + 5000000 else 1 end", 20)},
      ${bytes("case when n % 100 = 7 then 2 when n % 3 = 0 then n + 5000000 else 1 end", 20)},
      case when n % 100 = 7 then ${bytes("2", 20)} end, case when n % 100 = 7 then 1 else 0 end,
      ${bytes("1", 20)}, ${bytes("n", 32)}, ${start}::bigint, n / 4, n % 4, 0, 10::numeric ^ 29,
      10::numeric ^ 34, 0, (n * 7919 % 1000003) * 10::numeric ^ 12, 10::numeric ^ 18,
      10::numeric ^ 34, 10::numeric ^ 34, n * 31 % 2000 - 1000,
      greatest(0, 1000 - n) * 10::numeric ^ 15, n, 8000, 10::numeric ^ 17, 'resolved',
      'A token of a made-up market.'
    from generate_series(0::bigint, ${tokens - 1}::bigint) as n`);
  await db.execute(sql`
    insert into market.token_ranks (dataset_id, token, created_at, market_cap_wei, volume_24h_wei,
      change_5m_e6, change_1h_e6, change_6h_e6, change_24h_e6, trades_24h, holders, liquidity_wei,
      creator_bps)
    select ${chainId}, ${tokenAddress("n")}, ${start}::bigint, (n * 7919 % 1000003) * 10::numeric ^ 12,
      n, case when n % 50 = 0 then n * 17 % 999 - 500 else 0 end, n * 19 % 1500 - 700,
      n * 23 % 1800 - 900, greatest(0, 1000 - n) * 10::numeric ^ 15, n % 400, n % 90,
      n * 10::numeric ^ 13, n % 300
    from generate_series(0::bigint, ${tokens - 1}::bigint) as n`);
  await db.execute(sql`
    insert into market.token_terms (dataset_id, term, token, kind, size)
    select ${chainId}, term, ${tokenAddress("n")}, kind,
      1 + floor(log(2, greatest(1, (n * 7919 % 1000003) * 10::numeric ^ 12)))
    from generate_series(0::bigint, ${tokens - 1}::bigint) as n,
      lateral (values ('token ' || n, 1), (n::text, 0), ('t' || n, 2)) as terms(term, kind)`);
}

/** The cube skews trades towards the first tokens. */
async function seedTrades(
  db: Database,
  part: {
    chainId: number;
    tokens: number;
    trades: number;
    start: number;
    from: number;
    to: number;
  },
): Promise<void> {
  const { chainId, tokens, trades, start, from, to } = part;
  const step = (DAYS * 86_400) / trades;
  await db.execute(sql`
    insert into market.swaps (dataset_id, block, log_index, time, tx_hash, token, sender, trader,
      eth_to_pool_wei, token_to_pool_wei, fee_wei, creator_fee_wei, sqrt_price_x96, tick,
      market_cap_before_wei, market_cap_wei)
    select ${chainId}, n / 50, n % 50, ${start} + floor(n * ${step}::double precision)::bigint,
      ${bytes("n", 32)}, decode(lpad(to_hex(1000000 + floor(${tokens}::int
        * power((hashint8(n)::bigint & 2147483647) / 2147483648.0::double precision, 3))::bigint),
        40, '0'), 'hex'),
      ${bytes("3", 20)}, ${bytes("n % 5000", 20)},
      (case when n % 2 = 0 then 1 else -1 end) * (1 + n % 1000) * 10::numeric ^ 13,
      (case when n % 2 = 0 then -1 else 1 end) * (1 + n % 1000) * 10::numeric ^ 22,
      (1 + n % 1000) * 10::numeric ^ 11, (1 + n % 1000) * 8 * 10::numeric ^ 10, 10::numeric ^ 34 + n,
      0, 10::numeric ^ 18 + (n * 17 % 1000) * 10::numeric ^ 14,
      10::numeric ^ 18 + (n * 17 % 1000 + 1) * 10::numeric ^ 14
    from generate_series(${from}::bigint, ${to - 1}::bigint) as n`);
}

async function seedCandles(db: Database, chainId: number): Promise<void> {
  const columns =
    sql.raw(`(dataset_id, token, seconds, start, open_wei, high_wei, low_wei, close_wei,
    volume_wei, sqrt_price_x96, first_block)`);
  await db.execute(sql`
    insert into market.candles ${columns}
    select dataset_id, token, 1, time, min(market_cap_before_wei), max(market_cap_wei),
      min(market_cap_before_wei), max(market_cap_wei), sum(abs(eth_to_pool_wei)),
      max(sqrt_price_x96), min(block)
    from market.swaps where dataset_id = ${chainId} group by dataset_id, token, time order by token, time`);
  for (const [seconds, below] of [
    [60, 1],
    [3_600, 60],
    [86_400, 3_600],
  ]) {
    await db.execute(sql`
      insert into market.candles ${columns}
      select dataset_id, token, ${seconds}, start - start % ${seconds}::bigint as bucket, min(open_wei),
        max(high_wei), min(low_wei), max(close_wei), sum(volume_wei), max(sqrt_price_x96),
        min(first_block)
      from market.candles where dataset_id = ${chainId} and seconds = ${below}
      group by dataset_id, token, bucket order by token, bucket`);
  }
}

/** Every trader as the holder of what it traded; what was sold realizes nothing. */
async function seedPositions(db: Database, chainId: number): Promise<void> {
  const bought = sql`case when eth_to_pool_wei > 0 then abs(token_to_pool_wei) else 0 end`;
  const sold = sql`case when eth_to_pool_wei > 0 then 0 else abs(token_to_pool_wei) end`;
  const paid = sql`greatest(eth_to_pool_wei, 0)`;
  const proceeds = sql`greatest(-eth_to_pool_wei, 0)`;
  await db.execute(sql`
    insert into market.position_changes (dataset_id, block, log_index, time, tx_hash, token, holder,
      bought_wei, sold_wei, received_wei, sent_wei, burned_wei, paid_wei, proceeds_wei, cost_wei,
      realized_wei)
    select dataset_id, block, log_index, time, tx_hash, token, trader, ${bought}, ${sold}, 0, 0, 0,
      ${paid}, ${proceeds}, ${paid} - ${proceeds}, 0
    from market.swaps where dataset_id = ${chainId} order by block, log_index`);
  await db.execute(sql`
    insert into market.positions (dataset_id, holder, token, amount_wei, bought_wei, sold_wei,
      received_wei, sent_wei, burned_wei, paid_wei, proceeds_wei, cost_wei, realized_wei, changes,
      last_block, last_log_index)
    select dataset_id, holder, token, sum(bought_wei - sold_wei), sum(bought_wei), sum(sold_wei), 0, 0,
      0, sum(paid_wei), sum(proceeds_wei), sum(cost_wei), 0, count(*), max(block),
      (array_agg(log_index order by block desc, log_index desc))[1]
    from market.position_changes where dataset_id = ${chainId}
    group by dataset_id, holder, token`);
}
