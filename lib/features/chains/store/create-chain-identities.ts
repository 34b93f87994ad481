import { and, eq } from "drizzle-orm";
import type { Hex } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Realms } from "@/lib/shared/realm";
import { chainIdentities } from "./tables";

/** The hash of a chain's first block and of our deployment on it. */
export type ChainIdentityRecord = { genesisHash: Hex; deploymentHash: Hex };

const COLUMNS = {
  genesisHash: chainIdentities.genesisHash,
  deploymentHash: chainIdentities.deploymentHash,
};

/** Identities of the chains that this database belongs to. */
export function createChainIdentities(db: Database, now: () => Date, realmOf: Realms["realmOf"]) {
  const ofChain = (chainId: number) =>
    and(eq(chainIdentities.realm, realmOf(chainId)), eq(chainIdentities.chainId, chainId));

  async function find(chainId: number): Promise<ChainIdentityRecord | null> {
    const [found] = await db.select(COLUMNS).from(chainIdentities).where(ofChain(chainId));
    return found ?? null;
  }

  return {
    find,
    /** Records an identity unless one exists. @returns the stored one, which the first node wrote */
    async record(chainId: number, identity: ChainIdentityRecord): Promise<ChainIdentityRecord> {
      await db
        .insert(chainIdentities)
        .values({ realm: realmOf(chainId), chainId, ...identity, recordedAt: now() })
        .onConflictDoNothing();
      return (await find(chainId)) ?? identity;
    },
    /** Replaces the recorded deployment: an operator has deployed the contracts again. */
    async acceptDeployment(chainId: number, hash: Hex): Promise<void> {
      await db
        .update(chainIdentities)
        .set({ deploymentHash: hash, recordedAt: now() })
        .where(ofChain(chainId));
    },
  };
}

export type ChainIdentities = ReturnType<typeof createChainIdentities>;
