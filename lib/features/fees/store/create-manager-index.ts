import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "@/lib/features/market/store/live-dataset";
import {
  managerAccounts,
  managerShares,
  managers,
  managerTokens,
} from "@/lib/features/market/store/manager-tables";
import { tokens } from "@/lib/features/market/store/tables";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** What a token's stream has earned and not paid, as of the indexed block. */
const WAITING = sql`${tokens.earnedWei} - ${tokens.paidWei}`;

/** What a wallet may earn by; the chain says whether and how much. */
export type EarningPlaces = {
  /** Tokens whose fee stream the wallet holds. */
  tokens: Address[];
  /** Managers that it is a recipient or the payee of tokens of, with the tokens that matter. */
  managers: { address: Address; tokens: Address[] }[];
};

/**
 * Which tokens and managers concern a wallet, as of the indexed block. An answer may name too much or
 * be some seconds behind, but never decides an amount.
 */
export function createManagerIndex(db: Database) {
  return {
    /** Those in which most waits, `limit` of each list at the most. */
    placesOf: (chain: ChainSlug, account: Address, limit: number): Promise<EarningPlaces> =>
      placesOf(db, chain, account, limit),
  };
}

export type ManagerIndex = ReturnType<typeof createManagerIndex>;

async function placesOf(
  db: Database,
  slug: ChainSlug,
  account: Address,
  limit: number,
): Promise<EarningPlaces> {
  const datasetId = liveDataset(CHAINS[slug].chainId);
  const [held, earned, shared] = await Promise.all([
    db
      .select({ token: tokens.address })
      .from(tokens)
      .where(and(eq(tokens.datasetId, datasetId), eq(tokens.owner, account)))
      .orderBy(desc(WAITING), tokens.address)
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
      .orderBy(desc(WAITING), tokens.address)
      .limit(limit),
    readManagers(db, datasetId, account, limit),
  ]);
  const places = new Map<Address, Set<Address>>(shared.map((manager) => [manager, new Set()]));
  const managed = await tokensOf(db, datasetId, shared, limit);
  for (const { manager, token } of [...managed, ...earned]) {
    const known = places.get(manager) ?? new Set();
    places.set(manager, known.add(token));
  }
  return {
    tokens: held.map(({ token }) => token),
    managers: [...places].map(([address, list]) => ({
      address,
      tokens: [...list],
    })),
  };
}

/** Managers that share income with an account, or did before their shares changed. */
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

/** The tokens of each manager in which most waits. */
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
      rank: sql<string>`row_number() over (partition by ${tokens.owner} order by ${WAITING} desc, ${tokens.address})`.as(
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
