import { and, desc, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import { type Address, getAddress } from "viem";
import { CHAINS, type ChainSlug } from "@/lib/domain/chains";
import { lowerAddress } from "@/lib/domain/lower-address";
import type { Database } from "../create-database";
import { tokens } from "../schema/market";
import { managerRecipients, managers } from "../schema/payouts";
import type { EarningPlaces, IndexedManager, ManagerIndex } from "./manager-index";

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
  chain: ChainSlug,
  account: Address,
  limit: number,
): Promise<EarningPlaces> {
  const { chainId } = CHAINS[chain];
  const lower = lowerAddress(account);
  const ofChain = eq(tokens.chain, chainId);
  const most = [desc(tokens.marketCapWei), tokens.address] as const;
  const [held, created, shared] = await Promise.all([
    // Two statements, since an index serves each: streams of creators, and those handed on.
    Promise.all(
      [eq(tokens.creator, lower), ne(tokens.creator, tokens.owner)].map((which) =>
        db
          .select({ token: tokens.address })
          .from(tokens)
          .where(and(ofChain, eq(tokens.owner, lower), which))
          .orderBy(...most)
          .limit(limit),
      ),
    ),
    db
      .select({ token: tokens.address, manager: tokens.owner })
      .from(tokens)
      .where(and(ofChain, eq(tokens.creator, lower), ne(tokens.owner, tokens.creator)))
      .orderBy(...most)
      .limit(limit),
    db
      .select({ manager: managerRecipients.manager })
      .from(managerRecipients)
      .where(
        and(eq(managerRecipients.chain, chain), eq(managerRecipients.account, getAddress(account))),
      )
      .limit(limit),
  ]);
  const shares = shared.map(({ manager }) => lowerAddress(manager));
  const places = new Map<Address, Set<Address>>(shares.map((manager) => [manager, new Set()]));
  const managed = await tokensOf(db, chainId, shares, limit);
  for (const { manager, token } of [...managed, ...created]) {
    const known = places.get(manager) ?? new Set();
    places.set(manager, known.add(token));
  }
  return {
    tokens: held.flat().map(({ token }) => getAddress(token)),
    managers: [...places].map(([address, list]) => ({
      address: getAddress(address),
      tokens: [...list].map((token) => getAddress(token)),
    })),
  };
}

/** The most valuable tokens of each manager. */
async function tokensOf(
  db: Database,
  chainId: number,
  of: readonly Address[],
  limit: number,
): Promise<{ manager: Address; token: Address }[]> {
  if (of.length === 0) return [];
  const ranked = db
    .select({
      manager: tokens.owner,
      token: tokens.address,
      rank: sql<string>`row_number() over (partition by ${tokens.owner} order by ${tokens.marketCapWei} desc, ${tokens.address})`.as(
        "rank",
      ),
    })
    .from(tokens)
    .where(
      and(
        eq(tokens.chain, chainId),
        inArray(tokens.owner, [...of]),
        ne(tokens.owner, tokens.creator),
      ),
    )
    .as("ranked");
  return db
    .select({ manager: ranked.manager, token: ranked.token })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${limit}`);
}
