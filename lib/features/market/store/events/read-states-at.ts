import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { TokenState } from "@/lib/indexer/store/market-batch";
import { larger, smaller } from "@/lib/shared/bigint-min-max";
import { DAY } from "../../rules/day-window";
import { marketCapWei } from "../../rules/market-cap";
import { ethToPlace } from "../../rules/pool-math";
import { TRADE_VOLUME } from "../candle-sql";
import {
  feeClaims,
  feeStreamTransfers,
  launches,
  supplyChanges,
  swaps,
  wallMoves,
} from "../tables/event-tables";
import { managerEvents, managerTokens } from "../tables/manager-tables";
import { bigColumn, hexColumn, intColumn, readRows } from "../tables/raw-columns";
import { candles } from "../tables/series-tables";
import { tokens } from "../tables/tables";
import { readTokenStates } from "../tokens/token-states";

const row = z.object({
  address: hexColumn,
  owner: hexColumn,
  manager: hexColumn.nullable(),
  paid_at_transfer: bigColumn,
  supply: bigColumn,
  sqrt_price: bigColumn,
  tick: intColumn,
  reference: bigColumn,
  high: bigColumn,
  low: bigColumn,
  creator_fees: bigColumn,
  referral_fees: bigColumn,
  wall_fees: bigColumn,
  day_volume: bigColumn,
  claims: bigColumn,
  pending_before_move: bigColumn.nullable(),
  wall_fees_before_move: bigColumn.nullable(),
  liquidity: bigColumn,
  lower: intColumn,
  upper: intColumn,
});

/**
 * The state at `block` of every token that existed then and changed later. Sums subtract what later
 * events added; everything else is read from the events and candles that remain. Revert candles and
 * managers, and remove tokens launched later, before calling it.
 */
export async function readStatesAt(
  tx: Executor,
  { datasetId, block, windowAt }: { datasetId: number; block: number; windowAt: number },
): Promise<TokenState[]> {
  const rows = await readRows(tx, row, statementAt(datasetId, block, windowAt - DAY));
  const now = await readTokenStates(
    tx,
    datasetId,
    rows.map(({ address }) => address),
  );
  return rows.flatMap((then) => {
    const state = now.get(then.address);
    if (state === undefined) return [];
    const capWei = marketCapWei(then.sqrt_price, then.supply);
    // Pending ETH before the first reverted move; without one, the current pending ETH.
    const pendingWei =
      then.pending_before_move === null
        ? state.wallPendingWei - then.wall_fees
        : then.pending_before_move - (then.wall_fees_before_move ?? 0n);
    return [
      {
        address: then.address,
        owner: then.owner,
        manager: then.manager,
        supplyWei: then.supply,
        sqrtPriceX96: then.sqrt_price,
        tick: then.tick,
        allTimeHighWei: larger(capWei, then.high),
        allTimeLowWei: smaller(capWei, then.low),
        volume24hWei: state.volume24hWei - then.day_volume,
        referenceSqrtPriceX96: then.reference,
        earnedWei: state.earnedWei - then.creator_fees,
        paidWei: state.paidWei - then.claims,
        paidAtTransferWei: then.paid_at_transfer,
        referralWei: state.referralWei - then.referral_fees,
        wallLifetimeWei: state.wallLifetimeWei - then.wall_fees,
        wallPendingWei: pendingWei,
        wallPlacedWei: ethToPlace(then),
        wallLiquidity: then.liquidity,
        wallLower: then.lower,
        wallUpper: then.upper,
      },
    ];
  });
}

/** @param dayAgo start of the 24h window */
function statementAt(datasetId: number, block: number, dayAgo: number) {
  const later = sql`dataset_id = ${datasetId} and block > ${block}`;
  const latest = sql`x.dataset_id = ${datasetId} and x.token = t.address and x.block <= ${block}
    order by x.block desc, x.log_index desc limit 1`;
  const wallFee = sql`(fee_wei - creator_fee_wei - referral_wei)`;
  return sql`
    with changed as (
      select token from ${swaps} where ${later} union
      select token from ${supplyChanges} where ${later} union
      select token from ${feeStreamTransfers} where ${later} union
      select token from ${feeClaims} where ${later} union
      select token from ${wallMoves} where ${later} union
      select token from ${managerEvents} where ${later} and kind = 'tokenAttached'
    ),
    traded as (
      select token, sum(creator_fee_wei) as creator_fees,
        sum(referral_wei) as referral_fees, sum(${wallFee}) as wall_fees,
        coalesce(sum(${TRADE_VOLUME}) filter (where time - time % 60 > ${dayAgo}), 0) as day_volume
      from ${swaps} where ${later} group by token
    ),
    claimed as (
      select token, sum(amount_wei) as claims from ${feeClaims} where ${later} group by token
    ),
    moved as (
      select distinct on (token) token, block, log_index, pending_before_wei
      from ${wallMoves} where ${later} order by token, block, log_index
    )
    select t.address, coalesce(stream.owner, launch.fee_owner) as owner,
      coalesce(managed.manager, launch.manager) as manager,
      coalesce(stream.paid_wei, 0) as paid_at_transfer, supply.supply_wei as supply,
      coalesce(swap.sqrt_price_x96, launch.sqrt_price_x96) as sqrt_price,
      coalesce(swap.tick, launch.tick) as tick,
      coalesce(day_ago.sqrt_price_x96, launch.sqrt_price_x96) as reference,
      greatest(t.starting_market_cap_wei, days.high_wei) as high,
      least(t.starting_market_cap_wei, days.low_wei) as low,
      coalesce(traded.creator_fees, 0) as creator_fees,
      coalesce(traded.referral_fees, 0) as referral_fees,
      coalesce(traded.wall_fees, 0) as wall_fees,
      coalesce(traded.day_volume, 0) as day_volume,
      coalesce(claimed.claims, 0) as claims,
      moved.pending_before_wei as pending_before_move,
      (select coalesce(sum(${wallFee}), 0) from ${swaps} as x
        where x.dataset_id = ${datasetId} and x.token = t.address and x.block > ${block}
          and (x.block, x.log_index) < (moved.block, moved.log_index)) as wall_fees_before_move,
      coalesce(wall.liquidity, 0) as liquidity,
      coalesce(wall.tick_lower, 0) as lower, coalesce(wall.tick_upper, 0) as upper
    from changed
    join ${tokens} as t on t.dataset_id = ${datasetId} and t.address = changed.token
    join ${launches} as launch on launch.dataset_id = ${datasetId} and launch.token = t.address
    left join traded on traded.token = t.address
    left join claimed on claimed.token = t.address
    left join moved on moved.token = t.address
    left join ${managerTokens} as managed on managed.dataset_id = ${datasetId} and managed.token = t.address
    left join lateral (select x.supply_wei from ${supplyChanges} as x where ${latest})
      as supply on true
    left join lateral (select x.sqrt_price_x96, x.tick from ${swaps} as x where ${latest})
      as swap on true
    left join lateral (
      select x.to_address as owner, x.paid_wei from ${feeStreamTransfers} as x where ${latest}
    ) as stream on true
    left join lateral (
      select x.liquidity, x.tick_lower, x.tick_upper
      from ${wallMoves} as x where ${latest}
    ) as wall on true
    left join lateral (
      select c.sqrt_price_x96 from ${candles} as c
      where c.dataset_id = ${datasetId} and c.token = t.address and c.seconds = 1 and c.start <= ${dayAgo}
      order by c.start desc limit 1
    ) as day_ago on true
    left join lateral (
      select max(c.high_wei) as high_wei, min(c.low_wei) as low_wei from ${candles} as c
      where c.dataset_id = ${datasetId} and c.token = t.address and c.seconds = 86400
    ) as days on true`;
}
