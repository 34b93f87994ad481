import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "@/lib/features/market/store/live-dataset";
import {
  managerAccounts,
  managerPools,
  managerShares,
  managers,
  managerTokens,
} from "@/lib/features/market/store/tables/manager-tables";
import { address as readAddress } from "@/lib/features/market/store/tables/raw-columns";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** Earned but unpaid ETH of a token's stream, as of the indexed block. */
const UNPAID = sql`${tokens.earnedWei} - ${tokens.paidWei}`;
/**
 * Income of a token that its manager has not attributed yet, as of the indexed block. Not the unpaid
 * income of its stream: anyone can claim the stream into the manager, which attributes it later.
 */
const UNSYNCED = sql`${tokens.earnedWei} - ${managerTokens.seenWei}`;
const IS_UNSYNCED = sql<boolean>`${UNSYNCED} > 0`;

/** Share of a managed token that an address gets as its payee and protocol recipient, in basis points. */
const partOf = (account: Address): SQL => sql`(
  case when ${eq(managerTokens.payee, account)} then
    case when ${managerTokens.isDropped} then 10000
      when ${managers.protocolRecipient} is null then ${managers.bps} else 10000 - ${managers.bps} end
    else 0 end
  + case when ${eq(managerTokens.protocolRecipient, account)} then ${managers.bps} else 0 end)`;

/** Joins the manager of a row of `managerTokens`. */
const isManagerOf = (datasetId: SQL<number>) =>
  and(eq(managers.datasetId, datasetId), eq(managers.address, managerTokens.manager));
/** Joins the token of a row of `managerTokens`. */
const isTokenOf = (datasetId: SQL<number>) =>
  and(eq(tokens.datasetId, datasetId), eq(tokens.address, managerTokens.token));

/** Contracts that may hold a wallet's earnings; the amounts are read from the chain. */
export type EarningPositions = {
  /** Tokens whose fee stream the wallet holds. */
  tokens: Address[];
  /**
   * Managers in which the wallet is a recipient or a token's payee, with the tokens to sync that bring
   * it something, the most first.
   */
  managers: { address: Address; tokens: Address[] }[];
  /** Those of the managers' tokens with income that their manager has not attributed yet. */
  unsynced: Address[];
};

/**
 * Tokens and managers in which a wallet may have earnings, as of the indexed block. The result may
 * include too many or lag by a few seconds, but never decides an amount.
 */
export function createManagerIndex(db: Database) {
  return {
    /** The positions with the highest claimable amounts, at most `limit` per list. */
    positionsOf: (chain: ChainSlug, account: Address, limit: number): Promise<EarningPositions> =>
      positionsOf(db, chain, account, limit),
  };
}

export type ManagerIndex = ReturnType<typeof createManagerIndex>;

async function positionsOf(
  db: Database,
  slug: ChainSlug,
  account: Address,
  limit: number,
): Promise<EarningPositions> {
  const datasetId = liveDataset(CHAINS[slug].chainId);
  const [held, earned, shared] = await Promise.all([
    db
      .select({ token: tokens.address })
      .from(tokens)
      .where(and(eq(tokens.datasetId, datasetId), eq(tokens.owner, account)))
      .orderBy(desc(UNPAID), tokens.address)
      .limit(limit),
    db
      .select({
        token: managerTokens.token,
        manager: managerTokens.manager,
        isUnsynced: IS_UNSYNCED,
      })
      .from(managerTokens)
      .innerJoin(managers, isManagerOf(datasetId))
      .innerJoin(tokens, isTokenOf(datasetId))
      .where(
        and(
          eq(managerTokens.datasetId, datasetId),
          or(eq(managerTokens.payee, account), eq(managerTokens.protocolRecipient, account)),
        ),
      )
      .orderBy(desc(sql`(${UNSYNCED}) * ${partOf(account)}`), tokens.address)
      .limit(limit),
    readManagers(db, datasetId, account, limit),
  ]);
  const positions = new Map<Address, Set<Address>>(shared.map((manager) => [manager, new Set()]));
  const managed = await tokensOf(db, datasetId, account, shared, limit);
  const unsynced = new Set<Address>();
  for (const { manager, token, isUnsynced } of [...managed, ...earned]) {
    const known = positions.get(manager) ?? new Set();
    positions.set(manager, known.add(token));
    if (isUnsynced) unsynced.add(token);
  }
  return {
    tokens: held.map(({ token }) => token),
    managers: [...positions].map(([address, list]) => ({
      address,
      tokens: [...list],
    })),
    unsynced: [...unsynced],
  };
}

/**
 * Managers that owe an address the most: as a recipient, now or before the shares changed, as a payee,
 * or as the protocol recipient. Anyone can name any address in a manager of their own, so managers
 * without income must not displace others.
 */
async function readManagers(
  db: Database,
  datasetId: SQL<number>,
  account: Address,
  limit: number,
): Promise<Address[]> {
  const on = sql`dataset_id = ${datasetId}`;
  const of = sql`${sql.param(account, managerShares.account)}`;
  // Its part of each wei that the manager has not synced yet, times 10^11.
  const { rows } = await db.execute<{ manager: Buffer }>(sql`
    with due as (
      select s.manager, sum(s.share * coalesce(p.booked_wei, 0)) / 10000000 as wei,
        coalesce(sum(s.share::bigint * (10000 - m.bps)) filter (where s.generation = m.generation), 0) as part
      from ${managerShares} s
      join ${managers} m on m.${on} and m.address = s.manager
      left join ${managerPools} p
        on p.${on} and p.manager = s.manager and p.generation = s.generation
      where s.${on} and s.account = ${of}
      group by s.manager
      union all
      select manager, credited_wei - paid_wei, 0 from ${managerAccounts}
      where ${on} and account = ${of}
      union all
      select address, 0, bps::bigint * 10000000 from ${managers}
      where ${on} and protocol_recipient = ${of}
    ), total as (
      select manager, sum(wei) as wei, sum(part) as part from due group by manager
    )
    select manager from total order by wei + part * coalesce((
      select sum(t.earned_wei - mt.seen_wei) from ${managerTokens} mt
      join ${tokens} t on t.${on} and t.address = mt.token
      where mt.${on} and mt.manager = total.manager and not mt.is_dropped), 0) / 100000000000 desc,
      manager
    limit ${limit}`);
  return rows.map((row) => readAddress(row.manager));
}

/**
 * The tokens of each manager that bring an address the most, first. Only tokens that were attached: anyone
 * can transfer a stream to a manager, which then refuses to claim it.
 */
async function tokensOf(
  db: Database,
  datasetId: SQL<number>,
  account: Address,
  of: readonly Address[],
  limit: number,
): Promise<{ manager: Address; token: Address; isUnsynced: boolean }[]> {
  if (of.length === 0) return [];
  // The part of a token's income that goes to shares of the split, in basis points.
  const shared = sql`case when ${managerTokens.isDropped} then 0
    else coalesce(${managerShares.share}, 0)::numeric * (10000 - ${managers.bps}) / 10000000 end`;
  const part = sql`(${partOf(account)} + ${shared})`;
  const ranked = db
    .select({
      manager: managerTokens.manager,
      token: managerTokens.token,
      isUnsynced: IS_UNSYNCED.as("is_unsynced"),
      rank: sql<string>`row_number() over (partition by ${managerTokens.manager}
        order by (${UNSYNCED}) * ${part} desc, ${managerTokens.token})`.as("rank"),
    })
    .from(managerTokens)
    .innerJoin(managers, isManagerOf(datasetId))
    .innerJoin(tokens, isTokenOf(datasetId))
    .leftJoin(
      managerShares,
      and(
        eq(managerShares.datasetId, datasetId),
        eq(managerShares.manager, managerTokens.manager),
        eq(managerShares.generation, managers.generation),
        eq(managerShares.account, account),
      ),
    )
    .where(
      and(
        eq(managerTokens.datasetId, datasetId),
        inArray(managerTokens.manager, [...of]),
        eq(tokens.owner, managerTokens.manager),
        sql`${part} > 0`,
      ),
    )
    .as("ranked");
  return db
    .select({ manager: ranked.manager, token: ranked.token, isUnsynced: ranked.isUnsynced })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${limit}`)
    .orderBy(ranked.manager, ranked.rank);
}
