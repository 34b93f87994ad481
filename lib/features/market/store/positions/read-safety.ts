import { type SQL, sql } from "drizzle-orm";
import type { Address, Hex } from "viem";
import { z } from "zod";
import type { Database } from "@/lib/drivers/db/create-database";
import type { PoolPositions } from "../../rules/pool-math";
import { liveDataset } from "../live-dataset";
import type { OfToken } from "../market";
import { swaps } from "../tables/event-tables";
import { positionChanges, positions } from "../tables/position-tables";
import {
  addressColumn,
  bigColumn,
  hexArray,
  hexColumn,
  hexParam,
  intColumn,
  readRows,
} from "../tables/raw-columns";
import { balances, tokens } from "../tables/tables";

/** Trades after the launch that are searched for early buyers. */
const EARLY_TRADES = 100;
/** Largest holders that count. */
export const TOP_HOLDERS = 10;
/**
 * Buyers of all early blocks together, the largest of each block first: a transaction can buy for
 * hundreds of addresses.
 */
export const BUYERS_MAX = 300;
/** Transfers of an address that are searched for links to the others, and of all of them together. */
const TRANSFERS_EACH = 100;
const TRANSFERS_MAX = 3_000;
const LINKS_MAX = 500;

const tokenRow = z.object({
  creator: addressColumn,
  poolId: hexColumn,
  supplyWei: bigColumn,
  createdBlock: intColumn,
  sqrtPriceX96: bigColumn,
  startingSqrtPriceX96: bigColumn,
  lower: intColumn,
  upper: intColumn,
  liquidity: bigColumn,
});
const holderRow = z.object({ holder: addressColumn, amountWei: bigColumn });
const creatorRow = z.object({
  amountWei: bigColumn,
  boughtWei: bigColumn,
  soldWei: bigColumn,
  receivedWei: bigColumn,
  sentWei: bigColumn,
  burnedWei: bigColumn,
});
const buyerRow = z.object({
  block: intColumn,
  buyer: addressColumn,
  boughtWei: bigColumn,
  amountWei: bigColumn,
  blockBuyers: intColumn,
  blockBoughtWei: bigColumn,
  blockHeldWei: bigColumn,
});
const linkRow = z.object({
  from: addressColumn,
  to: addressColumn,
  amountWei: bigColumn,
  txHash: hexColumn,
});

/** The blocks of the first trades of a token. */
export function earlyBlocks(datasetId: SQL | number, token: SQL): SQL {
  return sql`
    select distinct block from (
      select block from ${swaps} as s where s.dataset_id = ${datasetId} and s.token = ${token}
      order by block, log_index limit ${EARLY_TRADES}
    ) as early`;
}

/** Facts of the indexed chain about the risks of a token. */
export type TokenSafetyRow = {
  creator: Address;
  poolId: Hex;
  supplyWei: bigint;
  createdBlock: number;
  pool: PoolPositions;
  /** Balances of the requested contracts. */
  contractWei: Map<Address, bigint>;
  /** Largest first, without those contracts. */
  holders: z.output<typeof holderRow>[];
  creatorPosition: z.output<typeof creatorRow> | null;
  /**
   * Buyers in the blocks of the first `EARLY_TRADES` trades, in their order, each once per block: up to
   * `BUYERS_MAX`. `block…` are those of all buyers of the block; `blockHeldWei` counts no more of a
   * balance than was bought there: anyone can buy one unit for a large holder.
   */
  buyers: z.output<typeof buyerRow>[];
  /** Transfers between the creator, these buyers and largest holders, up to `LINKS_MAX`. */
  links: z.output<typeof linkRow>[];
};

/**
 * Reads the facts of a token in one snapshot; null for an unknown token. Each statement reads
 * bounded ranges of indexes.
 * @param options.contracts contracts of the market, which do not count as holders
 */
export function readSafety(
  db: Database,
  { chainId, address, contracts }: OfToken & { contracts: readonly Address[] },
): Promise<TokenSafetyRow | null> {
  const datasetId = liveDataset(chainId);
  const token = hexParam(address);
  return db.transaction(
    async (tx): Promise<TokenSafetyRow | null> => {
      const [found] = await readRows(
        tx,
        tokenRow,
        sql`
          select creator, pool_id as "poolId", supply_wei as "supplyWei",
            created_block as "createdBlock", sqrt_price_x96 as "sqrtPriceX96",
            starting_sqrt_price_x96 as "startingSqrtPriceX96", wall_lower as lower,
            wall_upper as upper, wall_liquidity as liquidity
          from ${tokens} where dataset_id = ${datasetId} and address = ${token}`,
      );
      if (found === undefined) return null;
      const largest = await readRows(
        tx,
        holderRow,
        sql`
          select holder, amount_wei as "amountWei" from ${balances}
          where dataset_id = ${datasetId} and token = ${token}
          order by amount_wei desc, holder limit ${TOP_HOLDERS + contracts.length}`,
      );
      const own = await readRows(
        tx,
        holderRow,
        sql`
          select holder, amount_wei as "amountWei" from ${balances}
          where dataset_id = ${datasetId} and token = ${token}
            and holder = any(${hexArray(contracts)})`,
      );
      const holders = largest
        .filter(({ holder }) => !contracts.includes(holder))
        .slice(0, TOP_HOLDERS);
      const [creatorPosition] = await readRows(
        tx,
        creatorRow,
        sql`
          select amount_wei as "amountWei", bought_wei as "boughtWei", sold_wei as "soldWei",
            received_wei as "receivedWei", sent_wei as "sentWei", burned_wei as "burnedWei"
          from ${positions}
          where dataset_id = ${datasetId} and holder = ${hexParam(found.creator)}
            and token = ${token}`,
      );
      const buyers = await readRows(
        tx,
        buyerRow,
        sql`
          with bought as (
            select c.block, c.holder, min(c.log_index) as log_index, sum(c.bought_wei) as bought_wei
            from (${earlyBlocks(datasetId, token)}) as b
            join ${positionChanges} as c
              on c.dataset_id = ${datasetId} and c.block = b.block and c.token = ${token}
            where c.bought_wei > 0
            group by c.block, c.holder
          ), held as (
            select bought.*, coalesce(p.amount_wei, 0) as amount_wei
            from bought left join ${positions} as p
              on p.dataset_id = ${datasetId} and p.holder = bought.holder and p.token = ${token}
          ), placed as (
            select held.*, count(*) over of_block as block_buyers,
              sum(bought_wei) over of_block as block_bought_wei,
              sum(least(amount_wei, bought_wei)) over of_block as block_held_wei,
              row_number() over (
                partition by block order by bought_wei desc, log_index, holder
              ) as place
            from held window of_block as (partition by block)
          )
          select block, holder as buyer, bought_wei as "boughtWei", amount_wei as "amountWei",
            block_buyers as "blockBuyers", block_bought_wei as "blockBoughtWei",
            block_held_wei as "blockHeldWei"
          from (select * from placed order by place, block limit ${BUYERS_MAX}) as listed
          order by block, log_index, holder`,
      );
      const people = [
        ...new Set([
          found.creator,
          ...buyers.map(({ buyer }) => buyer),
          ...holders.map(({ holder }) => holder),
        ]),
      ];
      const links = await readRows(
        tx,
        linkRow,
        sql`
          with sent as materialized (
            select s.* from unnest(${hexArray(people)}) as who(holder)
            cross join lateral (
              select * from ${positionChanges} as c
              where c.dataset_id = ${datasetId} and c.holder = who.holder and c.token = ${token}
              order by c.block, c.log_index limit ${TRANSFERS_EACH}
            ) as s
            where s.sent_wei > 0
            order by s.block, s.log_index, s.holder limit ${TRANSFERS_MAX}
          )
          select s.holder as "from", r.holder as "to",
            least(s.sent_wei, r.received_wei) as "amountWei", s.tx_hash as "txHash"
          from sent as s
          join ${positionChanges} as r on r.dataset_id = s.dataset_id and r.block = s.block
            and r.log_index = s.log_index and r.token = s.token
          where r.received_wei > 0 and r.holder = any(${hexArray(people)})
          order by s.block, s.log_index, s.holder, r.holder limit ${LINKS_MAX}`,
      );
      const { sqrtPriceX96, startingSqrtPriceX96, lower, upper, liquidity, ...rest } = found;
      return {
        ...rest,
        pool: { sqrtPriceX96, startingSqrtPriceX96, wall: { lower, upper, liquidity } },
        contractWei: new Map(own.map(({ holder, amountWei }) => [holder, amountWei])),
        holders,
        creatorPosition: creatorPosition ?? null,
        buyers,
        links,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
