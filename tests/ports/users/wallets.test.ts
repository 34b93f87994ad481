import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import { openSeedFile } from "@/lib/drivers/wallets/seed-file";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import { startTestDatabase } from "../../setup/postgres";

const KEY = new Uint8Array(32).fill(7);
let folder: string;
let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "slipway-wallets-"));
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true });
});

describe("seed file", () => {
  it("is created once, readable by its owner only, and decrypts only with its key", () => {
    const path = join(folder, "seed.json");
    const seed = openSeedFile(path, KEY);
    expect(openSeedFile(path, KEY)).toEqual(seed);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => openSeedFile(path, new Uint8Array(32).fill(8))).toThrow(/WALLET_SEED_KEY/);
  });

  it("rejects a damaged file instead of creating a new one", () => {
    const path = join(folder, "damaged.json");
    writeFileSync(path, '{"version":1}');
    expect(() => openSeedFile(path, KEY)).toThrow(/cannot be opened/);
  });
});

describe("managed wallets", () => {
  const now = () => new Date(0);
  const provider = (seedName: string) =>
    createHdWalletProvider(
      async () => openSeedFile(join(folder, seedName), KEY),
      createWalletRegistry(database.db, now, "sandbox"),
      createWalletOwners(database.db, managedWallets, now, "sandbox"),
    );

  it("detects that the seed is not the one that derived the wallets", async () => {
    await provider("a.json").resolve({ type: "twitter", id: "grace" });
    const withLostSeed = provider("b.json").resolve({ type: "twitter", id: "grace" });
    await expect(withLostSeed).rejects.toThrow(/Restore the seed file/);
  });

  it("finds owners of wallets created before addresses were stored", async () => {
    const wallets = provider("a.json");
    const { address } = await wallets.resolve({ type: "twitter", id: "early" });
    await database.db.update(managedWallets).set({ address: null });
    const identity = { type: "twitter", name: "early", verified: false };
    expect(await wallets.identitiesOf([address])).toEqual([{ address, identity }]);
  });

  it("assigns a wallet that was named by username to the first user who proves ownership", async () => {
    const wallets = provider("a.json");
    const { address } = await wallets.resolve({ type: "farcaster", id: "renamed" });
    const owner = { type: "farcaster", stableId: "5" } as const;
    const wallet = { type: "farcaster", id: "renamed", address };
    expect(await wallets.markVerified(owner, "renamed")).toEqual([wallet]);
    expect(await wallets.markVerified({ ...owner, stableId: "6" }, "renamed")).toEqual([]);
    expect(await wallets.markVerified(owner, "another_name_now")).toEqual([wallet]);
  });
});
