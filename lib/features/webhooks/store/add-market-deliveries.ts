import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { TRADE_VOLUME } from "@/lib/features/market/store/candle-sql";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import type { Realm } from "@/lib/shared/realm";
import { SUBJECT_ROLE } from "../rules/subject-role";
import { addDeliveries, hasReceivingWebhooks, joinWebhooks, stored } from "./add-deliveries";
import { replayLane } from "./webhook-rows";

const { address, hex, wei, price } = stored;

/** Blocks that are older than a webhook by more than this are a backfill, not news. */
const EARLIER_SECONDS = 600;
const REPLAYS = replayLane("%");

/**
 * A range of indexed blocks: those after `after`, up to `upTo`.
 * `realm`: of the webhooks that get their events.
 */
export type IndexedRange = {
  datasetId: number;
  chainId: number;
  realm: Realm;
  after: number;
  upTo: number;
};

/**
 * Stores deliveries of the events of indexed blocks, in the transaction that indexes them. One query
 * for all of them; nothing while there are no webhooks. Only for the live dataset of the chain.
 * Events of a hidden token are for webhooks that name it or its creator, as in the chain's stream.
 */
export async function addMarketDeliveries(tx: Executor, range: IndexedRange): Promise<void> {
  const { chainId, realm } = range;
  const slug = CHAIN_SLUGS.find((one) => CHAINS[one].chainId === chainId);
  if (slug === undefined || !(await hasReceivingWebhooks(tx, realm))) return;
  const rows = sql`
    select w.id as webhook_id, e.kind, e.block,
      e.kind || '/' || ${chainId}::text || '/' || e.block || '/' || e.log_index
        || '/' || encode(e.tx_hash, 'hex') as event_key,
      ${slug} || '/' || encode(e.token, 'hex') as lane,
      ${chainId}::int as chain_id,
      e.data || jsonb_build_object('chain', ${slug}::text, 'tokenAddress', ${address(sql`e.token`)},
        'id', e.block || '-' || e.log_index, 'block', e.block, 'timestamp', e.time,
        'transactionHash', ${hex(sql`e.tx_hash`)}) as data
    from events as e ${joinWebhooks(realm, { token: sql`e.token`, creator: sql`e.creator` })}
    where e.kind = any(w.kinds) and (w.chains = '{}' or ${slug} = any(w.chains))
      and (e.size_wei is null or e.size_wei >= w.min_trade_wei)
      and e.time >= extract(epoch from w.created_at) - ${EARLIER_SECONDS}::int
      and (f.role <> ${SUBJECT_ROLE.everything} or e.token not in (select h.address from moderation.tokens as h
        where h.chain_id = ${chainId} and h.state = 'hidden'))
    order by e.block, e.log_index, e.rank`;
  await addDeliveries(tx, rows, {
    at: new Date(),
    first: sql`events as materialized (${eventsOf(range)}),`,
  });
}

/** The events of the blocks, with the token's creator and the size that `minTradeETH` limits. */
function eventsOf({ datasetId, after, upTo }: IndexedRange): SQL {
  const from = (table: SQL) => sql`
    from ${table} as x join market.tokens as t on t.dataset_id = x.dataset_id and t.address = x.token
    where x.dataset_id = ${datasetId} and x.block > ${after} and x.block <= ${upTo}`;
  const event = (kind: string, rank: number, data: SQL, size: SQL = sql`null::numeric`) => sql`
    select ${sql.raw(`'${kind}'`)} as kind, ${sql.raw(String(rank))} as rank, x.token, t.creator,
      x.block, x.log_index, x.time, x.tx_hash, ${size} as size_wei, ${data} as data`;
  return sql`
    ${event(
      "token.created",
      0,
      sql`jsonb_build_object('name', x.name, 'symbol', x.symbol, 'tokenURI', x.token_uri,
        'creator', ${address(sql`x.creator`)})`,
    )} ${from(sql`market.launches`)}
    union all ${event(
      "trade",
      1,
      sql`jsonb_build_object('type', case when x.eth_to_pool_wei > 0 then 'buy' else 'sell' end,
        'trader', ${address(sql`x.trader`)}, 'amountETH', ${wei(TRADE_VOLUME)},
        'amountToken', ${wei(sql`abs(x.token_to_pool_wei)`)}, 'feeETH', ${wei(sql`x.fee_wei`)},
        'priceETH', ${price(sql`x.sqrt_price_x96`)},
        'marketCapETH', ${wei(sql`x.market_cap_wei`)})`,
      TRADE_VOLUME,
    )} ${from(sql`market.swaps`)}
    union all ${event(
      "fee.earned",
      2,
      sql`jsonb_build_object('feeETH', ${wei(sql`x.fee_wei`)},
        'creatorFeeETH', ${wei(sql`x.creator_fee_wei`)})`,
      TRADE_VOLUME,
    )} ${from(sql`market.swaps`)} and x.creator_fee_wei > 0
    union all ${event(
      "fee.claimed",
      3,
      sql`jsonb_build_object('recipient', ${address(sql`x.to_address`)},
        'amountETH', ${wei(sql`x.amount_wei`)})`,
    )} ${from(sql`market.fee_claims`)}
    union all ${event(
      "fee.transferred",
      4,
      sql`jsonb_build_object('from', ${address(sql`x.from_address`)},
        'to', ${address(sql`x.to_address`)})`,
    )} ${from(sql`market.fee_stream_transfers`)}
    union all ${event(
      "wall.moved",
      5,
      sql`jsonb_build_object('placedETH', ${wei(sql`x.eth_placed_wei`)},
        'returnedETH', ${wei(sql`x.eth_returned_wei`)},
        'burnedTokens', ${wei(sql`x.tokens_burned_wei`)})`,
    )} ${from(sql`market.wall_moves`)}`;
}

/**
 * Takes back the events of blocks that a reorg removed, in the transaction that rolls them back. A
 * delivery without an attempt is canceled; one that may have arrived, also before it was replayed, is
 * followed, in its lane, by `event.reverted`. The same event in another block is a new one.
 */
export async function revertMarketDeliveries(
  tx: Executor,
  { chainId, realm, block }: { chainId: number; realm: Realm; block: number },
): Promise<void> {
  const at = new Date();
  const first = sql`
    gone as (
      select * from launch.webhook_deliveries
      where chain_id = ${chainId} and block > ${block} and block is not null and not is_reverted
        and exists (select from launch.webhooks as w where w.id = webhook_id and w.realm = ${realm})
      for update
    ),
    marked as (
      update launch.webhook_deliveries as d
      set is_reverted = true, event_key = d.event_key || '/reverted/' || d.sequence,
        state = case when d.state = 'waiting' and d.attempts = 0 then 'canceled' else d.state end,
        finished_at = case when d.state = 'waiting' and d.attempts = 0 then ${at}::timestamptz
          else d.finished_at end
      from gone as g where g.sequence = d.sequence
    ),`;
  // The same snapshot as before `marked`.
  const rows = sql`
    select g.webhook_id, 'reverted/' || g.id as event_key, 'event.reverted' as kind, g.lane,
      null::int as chain_id, null::bigint as block,
      jsonb_build_object('eventId', g.id, 'eventType', g.kind, 'chain', g.data -> 'chain',
        'tokenAddress', g.data -> 'tokenAddress') as data
    from gone as g
    where not (g.state = 'waiting' and g.attempts = 0 and g.lane not like ${REPLAYS})
    order by g.sequence desc`;
  await addDeliveries(tx, rows, { at, first });
}
