import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import { startTestDatabase } from "../../setup/postgres";
import { onlySeed, testSeed } from "../../setup/seeds";

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
    );

  it("detects that the seed is not the one that derived the wallets", async () => {
    await provider("a").resolve({ type: "twitter", id: "grace" });
    const withLostSeed = provider("b").resolve({ type: "twitter", id: "grace" });
    await expect(withLostSeed).rejects.toThrow(/which is not in the database/);
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
