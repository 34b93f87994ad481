import { sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { DATASET_VERSION } from "@/lib/features/market/rules/dataset-version";
import { createMarketStore } from "@/lib/indexer/store/create-market-store";
import { bytes, seedTokens, tokenAddress } from "../seed-market";

/** Trades of one day; a block of two seconds has about twelve. */
export const TRADES_PER_DAY = 500_000;
export const TRADES_PER_BLOCK = 12;
const DAY = 86_400;
const TRADERS = 50_000;
/** The first trade, Unix seconds; the start of a day. */
export const HISTORY_START = 1_762_560_000;
/** The pool that holds the unsold tokens. */
const POOL = bytes("4", 20);

export type History = { chainId: number; tokens: number };

/** The block of the n-th trade; tokens are launched four to a block before the first one. */
export const blockOfTrade = (tokens: number, n: number): number =>
  Math.floor(tokens / 4) + 1 + Math.floor(n / TRADES_PER_BLOCK);
export const timeOfTrade = (n: number): number =>
  HISTORY_START + Math.floor((n * DAY) / TRADES_PER_DAY);

/** A number of up to 18 digits that looks random, so that it takes as many bytes as a real one. */
const digits = (salt: number) =>
  sql.raw(`abs(hashint8extended(n, ${salt}) % 1000000000000000000)::numeric`);
/** The cube skews trades towards the first tokens. */
const traded = (tokens: number) =>
  bytes(
    `1000000 + floor(${tokens} * power((hashint8(n)::bigint & 2147483647) / 2147483648.0::double precision, 3))`,
    20,
  );
const TRADER = bytes(`1000 + (n * 7919) % ${TRADERS}`, 20);
const TX_HASH = sql.raw("sha256(int8send(n))");
const AMOUNT = sql`(${digits(2)} * 10::numeric ^ 8 + 1)`;

/** Inserts the dataset and its tokens, each with the events of its launch. */
export async function seedLaunches(db: Database, { chainId, tokens }: History): Promise<void> {
  await db.execute(sql`
    insert into market.datasets (id, chain_id, state, version)
    values (${chainId}, ${chainId}, 'live', ${DATASET_VERSION})`);
  const start = HISTORY_START - DAY;
  await seedTokens(db, chainId, tokens, start);
  const position = sql`${chainId}::integer, n / 4, n % 4, ${start}::bigint, ${TX_HASH}`;
  const series = sql`generate_series(0::bigint, ${tokens - 1}::bigint) as n`;
  const token = tokenAddress("n");
  const creator = bytes("n + 5000000", 20);
  const none = sql.raw(`'\\x${"00".repeat(20)}'::bytea`);
  await db.execute(sql`
    insert into market.launches (dataset_id, block, log_index, time, tx_hash, token, pool_id, creator,
      fee_owner, launcher, launch_id, manager_kind, supply_wei, sqrt_price_x96, tick, name, symbol,
      token_uri, fee_share_bps, market_cap_usdc, start_time)
    select ${position}, ${token}, ${bytes("n", 32)}, ${creator}, ${creator}, ${bytes("1", 20)},
      sha256(int8send(-n)), 0, 10::numeric ^ 29, 10::numeric ^ 34, 0, 'Token ' || n, 'T' || n,
      'ipfs://' || encode(sha256(int8send(n)), 'base64'), 8000, 4000000000, 0 from ${series}`);
  await db.execute(sql`
    insert into market.supply_changes (dataset_id, block, log_index, time, tx_hash, token, delta_wei,
      supply_wei)
    select ${position}, ${token}, 10::numeric ^ 29, 10::numeric ^ 29 from ${series}`);
  await db.execute(sql`
    insert into market.fee_stream_transfers (dataset_id, block, log_index, time, tx_hash, token,
      from_address, to_address)
    select ${position}, ${token}, ${none}, ${creator} from ${series}`);
  await db.execute(sql`
    insert into market.transfers (dataset_id, block, log_index, time, tx_hash, token, from_address,
      to_address, amount_wei)
    select ${position}, ${token}, ${none}, ${POOL}, 10::numeric ^ 29 from ${series}`);
  await db.execute(sql`
    insert into market.balances (dataset_id, token, holder, amount_wei)
    select ${chainId}, ${token}, ${POOL}, 10::numeric ^ 29 from ${series}`);
}

/** Adds the trades of one day: swaps, transfers, candles and balances. Two connections share it. */
export async function seedDay(db: Database, history: History, from: number): Promise<void> {
  const to = from + TRADES_PER_DAY;
  await seedSwaps(db, history, from, to);
  await Promise.all([seedCandles(db, history, from, to), seedMoves(db, history, from, to)]);
}

/** The checkpoint behind the n-th trade, and the statistics that the planner needs. */
export async function finishHistory(db: Database, history: History, n: number): Promise<void> {
  const { chainId, tokens } = history;
  const block = blockOfTrade(tokens, n - 1);
  const time = timeOfTrade(n - 1);
  const hash = sql.raw(`sha256(int8send(${block}))`);
  await db.execute(sql`
    insert into market.checkpoints (dataset_id, genesis_hash, deployment, block, block_hash,
      block_time, head, window_at)
    values (${chainId}, ${hash}, 'bench', ${block}, ${hash}, ${time}, ${block}, ${time - (time % 60)})
    on conflict (dataset_id) do update set block = excluded.block, block_hash = excluded.block_hash,
      block_time = excluded.block_time, head = excluded.head, window_at = excluded.window_at`);
  await db.execute(sql`
    update market.tokens as t set holders = (select count(*) from market.balances as b
      where b.dataset_id = t.dataset_id and b.token = t.address)
    where t.dataset_id = ${chainId} and t.address = ${tokenAddress("0")}`);
  await db.execute(sql`vacuum analyze`);
}

/** The checkpoint of a seeded dataset. */
export async function checkpointOf(db: Database, chainId: number) {
  const checkpoint = await createMarketStore(db, {
    id: chainId,
    chainId,
    realm: "live",
  }).findCheckpoint();
  if (checkpoint === null) throw new Error("the dataset has no checkpoint");
  return checkpoint;
}

const trades = (from: number, to: number) =>
  sql`generate_series(${from}::bigint, ${to - 1}::bigint) as n`;

function positionOf({ chainId, tokens }: History, log: string) {
  return sql`${chainId}::integer, ${Math.floor(tokens / 4) + 1}::bigint + n / ${TRADES_PER_BLOCK}::bigint,
    ${sql.raw(log)}, ${HISTORY_START}::bigint + n * ${DAY}::bigint / ${TRADES_PER_DAY}::bigint, ${TX_HASH}`;
}

async function seedSwaps(db: Database, history: History, from: number, to: number): Promise<void> {
  await db.execute(sql`
    insert into market.swaps (dataset_id, block, log_index, time, tx_hash, token, sender, trader,
      eth_to_pool_wei, token_to_pool_wei, fee_wei, creator_fee_wei, sqrt_price_x96, tick,
      market_cap_before_wei, market_cap_wei)
    select ${positionOf(history, `2 * (n % ${TRADES_PER_BLOCK})`)}, ${traded(history.tokens)},
      ${bytes("3", 20)}, ${TRADER},
      (case when n % 2 = 0 then 1 else -1 end) * ${digits(1)},
      (case when n % 2 = 0 then -1 else 1 end) * ${AMOUNT},
      div(${digits(1)}, 100), div(${digits(1)}, 125),
      10::numeric ^ 33 + ${digits(3)} * 10::numeric ^ 15 + div(${digits(1)}, 1000), 252000,
      10::numeric ^ 18 + ${digits(4)}, 10::numeric ^ 18 + ${digits(5)}
    from ${trades(from, to)}`);
}

/** Every trade moves tokens; half of them buy, which adds a holder. */
async function seedMoves(db: Database, history: History, from: number, to: number): Promise<void> {
  const token = traded(history.tokens);
  await db.execute(sql`
    insert into market.transfers (dataset_id, block, log_index, time, tx_hash, token, from_address,
      to_address, amount_wei)
    select ${positionOf(history, `2 * (n % ${TRADES_PER_BLOCK}) + 1`)}, ${token},
      case when n % 2 = 0 then ${POOL} else ${TRADER} end,
      case when n % 2 = 0 then ${TRADER} else ${POOL} end, ${AMOUNT}
    from ${trades(from, to)}`);
  await db.execute(sql`
    insert into market.balances (dataset_id, token, holder, amount_wei)
    select ${history.chainId}, ${token}, ${TRADER}, ${AMOUNT} from ${trades(from, to)} where n % 2 = 0
    on conflict do nothing`);
}

async function seedCandles(
  db: Database,
  history: History,
  from: number,
  to: number,
): Promise<void> {
  const [first, last] = [from, to - 1].map((n) => blockOfTrade(history.tokens, n));
  const merged = (seconds: number, source: string) =>
    sql.raw(`select token, ${seconds} as seconds, start - start % ${seconds} as start,
      (array_agg(open_wei order by start))[1] as open_wei, max(high_wei) as high_wei,
      min(low_wei) as low_wei, (array_agg(close_wei order by start desc))[1] as close_wei,
      sum(volume_wei) as volume_wei,
      (array_agg(sqrt_price_x96 order by start desc))[1] as sqrt_price_x96,
      min(first_block) as first_block
    from ${source} group by token, start - start % ${seconds}`);
  await db.execute(sql`
    with traded as (
      select token, time as start, market_cap_before_wei as open_wei,
        greatest(market_cap_before_wei, market_cap_wei) as high_wei,
        least(market_cap_before_wei, market_cap_wei) as low_wei, market_cap_wei as close_wei,
        abs(eth_to_pool_wei) as volume_wei, sqrt_price_x96, block as first_block
      from market.swaps where dataset_id = ${history.chainId} and block between ${first} and ${last}
        and time between ${timeOfTrade(from)} and ${timeOfTrade(to) - 1}
    ),
    seconds as (${merged(1, "traded")}), minutes as (${merged(60, "seconds")}),
    hours as (${merged(3_600, "minutes")}), days as (${merged(86_400, "hours")})
    insert into market.candles (dataset_id, token, seconds, start, open_wei, high_wei, low_wei,
      close_wei, volume_wei, sqrt_price_x96, first_block)
    select ${history.chainId}, * from (select * from seconds union all select * from minutes
      union all select * from hours union all select * from days) as all_candles
    order by token, seconds, start`);
}
