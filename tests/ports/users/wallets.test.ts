import { sql } from "drizzle-orm";
import { HDKey, hdKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import type { Identity } from "@/lib/shared/identity";
import { startTestDatabase } from "../../setup/database/postgres";
import { onlySeed, testSeed } from "../../setup/stack/seeds";

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

describe("managed wallets", () => {
  const now = () => new Date(0);
  const provider = (seedName: string) =>
    createHdWalletProvider(
      onlySeed(testSeed(seedName)),
      createWalletRegistry(database.db, now, "sandbox"),
      createWalletOwners(database.db, managedWallets, now, "sandbox"),
      async () => null,
    );

  it("detects that the seed is not the one that derived the wallets", async () => {
    await provider("a").resolve({ type: "twitter", id: "grace" });
    const withLostSeed = provider("b").resolve({ type: "twitter", id: "grace" });
    await expect(withLostSeed).rejects.toThrow(/which is not in the database/);
  });

  it("is the same for an identity that the database has forgotten", async () => {
    const wallets = provider("a");
    const named: Identity[] = [
      { type: "email", id: "forgotten@example.com" },
      { type: "twitter", id: "forgotten" },
      { type: "farcaster", id: "forgotten" },
    ];
    const resolveAll = (identities: readonly Identity[]) =>
      Promise.all(identities.map(async (one) => (await wallets.resolve(one)).address));
    const addresses = await resolveAll(named);
    expect(new Set(addresses).size).toBe(3);
    // As after a restore: other numbers, in another order.
    await database.db.delete(managedWallets);
    expect(await resolveAll(named.toReversed())).toEqual(addresses.toReversed());
    expect(
      await provider("b").resolve({ type: "email", id: "other@example.com" }),
    ).not.toMatchObject({ address: addresses[0] });
  });

  it("stays the same where an earlier release derived it from its number", async () => {
    const { id, bytes } = testSeed("a");
    // The statement of that release, which also runs during an update.
    const { rows } = await database.db.execute<{ index: number }>(sql`
      insert into launch.managed_wallets (realm, type, identity, seed_id, stable_id, created_at)
      values ('sandbox', 'email', 'numbered@example.com', ${id}, 'numbered@example.com', now())
      returning index`);
    const addressIndex = rows[0]?.index ?? 0;
    const { address } = hdKeyToAccount(HDKey.fromMasterSeed(bytes), { addressIndex });
    const wallets = provider("a");
    const identity: Identity = { type: "email", id: "numbered@example.com" };
    expect(await wallets.identitiesOf([address])).toMatchObject([{ identity: { type: "email" } }]);
    expect(await wallets.resolve(identity)).toMatchObject({ address });
    expect(await wallets.find(identity)).toMatchObject({ address });
  });

  it("finds owners of wallets created before addresses were stored", async () => {
    const wallets = provider("a");
    const { address } = await wallets.resolve({ type: "twitter", id: "early" });
    await database.db.update(managedWallets).set({ address: null });
    const identity = { type: "twitter", name: "early", verified: false };
    expect(await wallets.identitiesOf([address])).toEqual([{ address, identity }]);
  });

  it("assigns a wallet that was named by username to the first user who proves ownership", async () => {
    const wallets = provider("a");
    const { address } = await wallets.resolve({ type: "farcaster", id: "renamed" });
    const owner = { type: "farcaster", stableId: "5" } as const;
    const wallet = { type: "farcaster", id: "renamed", address };
    expect(await wallets.markVerified(owner, "renamed")).toEqual([wallet]);
    expect(await wallets.markVerified({ ...owner, stableId: "6" }, "renamed")).toEqual([]);
    expect(await wallets.markVerified(owner, "another_name_now")).toEqual([wallet]);
  });
});
