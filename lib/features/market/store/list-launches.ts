import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "./live-dataset";
import type { SocialColumns, TokenListRow, TradePosition } from "./market";
import { positions } from "./tables/position-tables";
import { big, hexParam, int, orNull, readRows, text } from "./tables/raw-columns";
import { tokens } from "./tables/tables";
import { LIST_COLUMNS, readListRow } from "./tokens/list-rows";

/** A launched token with its figures since launch and its creator's trades. */
export type LaunchRow = TokenListRow &
  SocialColumns & {
    launched: TradePosition;
    startingMarketCapWei: bigint;
    allTimeHighWei: bigint;
    holders: number;
    /** Lifetime fees of the fee stream. */
    earnedWei: bigint;
    creator: { boughtWei: bigint; soldWei: bigint; amountWei: bigint };
  };

/** Tokens that an address created, newest first: one range of an index. */
export function listLaunches(
  db: Database,
  options: { chainId: number; creator: Address; before: TradePosition | null; limit: number },
): Promise<LaunchRow[]> {
  const { chainId, creator, before, limit } = options;
  const older =
    before === null
      ? sql``
      : sql`and (t.created_block, t.created_log_index)
          < (${before.block}::bigint, ${before.logIndex}::integer)`;
  return readRows(
    db,
    (row) => ({
      ...readListRow(row),
      launched: { block: int(row.block), logIndex: int(row.logIndex) },
      website: orNull(text, row.website),
      twitter: orNull(text, row.twitter),
      telegram: orNull(text, row.telegram),
      discord: orNull(text, row.discord),
      farcaster: orNull(text, row.farcaster),
      startingMarketCapWei: big(row.startingMarketCapWei),
      allTimeHighWei: big(row.allTimeHighWei),
      holders: int(row.holders),
      earnedWei: big(row.earnedWei),
      creator: {
        boughtWei: orNull(big, row.boughtWei) ?? 0n,
        soldWei: orNull(big, row.soldWei) ?? 0n,
        amountWei: orNull(big, row.amountWei) ?? 0n,
      },
    }),
    sql`
      select ${LIST_COLUMNS}, t.created_block as block, t.created_log_index as "logIndex",
        t.starting_market_cap_wei as "startingMarketCapWei",
        t.website, t.twitter, t.telegram, t.discord, t.farcaster,
        t.all_time_high_wei as "allTimeHighWei", t.holders, t.earned_wei as "earnedWei",
        p.bought_wei as "boughtWei", p.sold_wei as "soldWei", p.amount_wei as "amountWei"
      from (
        select * from ${tokens} as t
        where t.dataset_id = ${liveDataset(chainId)} and t.creator = ${hexParam(creator)} ${older}
        order by t.created_block desc, t.created_log_index desc limit ${limit}
      ) as t
      left join ${positions} as p
        on p.dataset_id = t.dataset_id and p.holder = t.creator and p.token = t.address
      order by t.created_block desc, t.created_log_index desc`,
  );
}
