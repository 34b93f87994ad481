import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerWallet } from "@/lib/db/wallets/register-wallet";
import { createHdWalletProvider } from "@/lib/wallets/hd-wallet-provider";
import { openSeedFile } from "@/lib/wallets/seed-file";
import { startTestDatabase } from "../setup/postgres";

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
  it("is made once, for its owner only, and opens with its key only", () => {
    const path = join(folder, "seed.json");
    const seed = openSeedFile(path, KEY);
    expect(openSeedFile(path, KEY)).toEqual(seed);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => openSeedFile(path, new Uint8Array(32).fill(8))).toThrow(/WALLET_SEED_KEY/);
  });

  it("refuses a damaged file instead of making a new one", () => {
    const path = join(folder, "damaged.json");
    writeFileSync(path, '{"version":1}');
    expect(() => openSeedFile(path, KEY)).toThrow(/cannot be opened/);
  });
});

describe("managed wallets", () => {
  const provider = (seedName: string) =>
    createHdWalletProvider(openSeedFile(join(folder, seedName), KEY), {
      register: (identity, seedId) => registerWallet(database.db, identity, seedId, new Date(0)),
    });

  it("notices that the seed is another one than the wallets came from", async () => {
    await provider("a.json").resolve({ type: "twitter", id: "grace" });
    const withLostSeed = provider("b.json").resolve({ type: "twitter", id: "grace" });
    await expect(withLostSeed).rejects.toThrow(/Restore the seed file/);
  });
});
