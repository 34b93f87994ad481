import { and, desc, eq, inArray, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type Address, getAddress } from "viem";
import { CHAINS, type ChainSlug } from "@/lib/domain/chains";
import type { Database } from "../create-database";
import { liveDataset } from "../market/live-dataset";
import { tokens } from "../schema/market";
import {
  managers as indexedManagers,
  managerAccounts,
  managerShares,
  managerTokens,
} from "../schema/market-managers";
import { managerRecipients, managers } from "../schema/payouts";
import type { EarningPlaces, IndexedManager, ManagerIndex } from "./manager-index";

/** What a token's stream has earned and not paid, as of the indexed block. */
const WAITING = sql`${tokens.earnedWei} - ${tokens.paidWei}`;

/** Managers in Postgres, joined with the market read model. */
export function createManagerIndex(db: Database, now: () => Date): ManagerIndex {
  return {
    keep: (manager) => keep(db, manager, now()),
    placesOf: (chain, account, limit) => placesOf(db, chain, account, limit),
  };
}

async function keep(db: Database, manager: IndexedManager, now: Date): Promise<void> {
  const { chain, kind } = manager;
  const address = getAddress(manager.address);
  const recipients = manager.recipients.map(({ account, splitMicroPercent }) => ({
    chain,
    manager: address,
    account: getAddress(account),
    splitMicroPercent,
  }));
  await db.transaction(async (tx) => {
    await tx
      .insert(managers)
      .values({ chain, address, kind, owner: getAddress(manager.owner), createdAt: now })
      .onConflictDoNothing();
    if (recipients.length === 0) return;
    await tx
      .insert(managerRecipients)
      .values(recipients)
      .onConflictDoUpdate({
        target: [managerRecipients.chain, managerRecipients.manager, managerRecipients.account],
        set: { splitMicroPercent: sql`excluded.split_micro_percent` },
      });
    await tx
      .update(managerRecipients)
      .set({ splitMicroPercent: 0 })
      .where(
        and(
          eq(managerRecipients.chain, chain),
          eq(managerRecipients.manager, address),
          notInArray(
            managerRecipients.account,
            recipients.map(({ account }) => account),
          ),
        ),
      );
  });
}

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
    readManagers(db, slug, datasetId, account, limit),
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

/** Managers that share out among several, as our own book and the market's say. */
async function readManagers(
  db: Database,
  slug: ChainSlug,
  datasetId: SQL<number>,
  account: Address,
  limit: number,
): Promise<Address[]> {
  const lists = await Promise.all([
    db
      .select({ manager: managerRecipients.manager })
      .from(managerRecipients)
      .where(
        and(eq(managerRecipients.chain, slug), eq(managerRecipients.account, getAddress(account))),
      )
      .limit(limit),
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
      .select({ manager: indexedManagers.address })
      .from(indexedManagers)
      .where(
        and(
          eq(indexedManagers.datasetId, datasetId),
          eq(indexedManagers.protocolRecipient, account),
        ),
      )
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
