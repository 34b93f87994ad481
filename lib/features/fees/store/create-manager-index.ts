import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "@/lib/features/market/store/live-dataset";
import {
  managerAccounts,
  managerShares,
  managers,
  managerTokens,
} from "@/lib/features/market/store/tables/manager-tables";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** Earned but unpaid ETH of a token's stream, as of the indexed block. */
const UNPAID = sql`${tokens.earnedWei} - ${tokens.paidWei}`;

/** Contracts that may hold a wallet's earnings; the amounts are read from the chain. */
export type EarningPositions = {
  /** Tokens whose fee stream the wallet holds. */
  tokens: Address[];
  /** Managers in which the wallet is a recipient or a token's payee, with the tokens to sync. */
  managers: { address: Address; tokens: Address[] }[];
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
      .select({ token: managerTokens.token, manager: managerTokens.manager })
      .from(managerTokens)
      .innerJoin(
        tokens,
        and(eq(tokens.datasetId, datasetId), eq(tokens.address, managerTokens.token)),
      )
      .where(
        and(
          eq(managerTokens.datasetId, datasetId),
          or(eq(managerTokens.payee, account), eq(managerTokens.protocolRecipient, account)),
        ),
      )
      .orderBy(desc(UNPAID), tokens.address)
      .limit(limit),
    readManagers(db, datasetId, account, limit),
  ]);
  const positions = new Map<Address, Set<Address>>(shared.map((manager) => [manager, new Set()]));
  const managed = await tokensOf(db, datasetId, shared, limit);
  for (const { manager, token } of [...managed, ...earned]) {
    const known = positions.get(manager) ?? new Set();
    positions.set(manager, known.add(token));
  }
  return {
    tokens: held.map(({ token }) => token),
    managers: [...positions].map(([address, list]) => ({
      address,
      tokens: [...list],
    })),
  };
}

/** Managers in which an address has a share, or had one before the shares changed. */
async function readManagers(
  db: Database,
  datasetId: SQL<number>,
  account: Address,
  limit: number,
): Promise<Address[]> {
  const lists = await Promise.all([
    db
      .selectDistinct({ manager: managerShares.manager })
      .from(managerShares)
      .where(and(eq(managerShares.datasetId, datasetId), eq(managerShares.account, account)))
      .limit(limit),
    db
      .select({ manager: managerAccounts.manager })
      .from(managerAccounts)
      .where(and(eq(managerAccounts.datasetId, datasetId), eq(managerAccounts.account, account)))
      .limit(limit),
    db
      .select({ manager: managers.address })
      .from(managers)
      .where(and(eq(managers.datasetId, datasetId), eq(managers.protocolRecipient, account)))
      .limit(limit),
  ]);
  return [...new Set(lists.flat().map(({ manager }) => manager))];
}

/** The tokens with the highest claimable amounts of each manager. */
async function tokensOf(
  db: Database,
  datasetId: SQL<number>,
  of: readonly Address[],
  limit: number,
): Promise<{ manager: Address; token: Address }[]> {
  if (of.length === 0) return [];
  const ranked = db
    .select({
      manager: tokens.owner,
      token: tokens.address,
      rank: sql<string>`row_number() over (partition by ${tokens.owner} order by ${UNPAID} desc, ${tokens.address})`.as(
        "rank",
      ),
    })
    .from(tokens)
    .where(and(eq(tokens.datasetId, datasetId), inArray(tokens.owner, [...of])))
    .as("ranked");
  return db
    .select({ manager: ranked.manager, token: ranked.token })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${limit}`);
}
