import { join } from "node:path";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import { openSeedFile } from "@/lib/drivers/wallets/seed-file";
import { readEnv } from "@/lib/env";
import { createMarket } from "@/lib/features/market/store/create-market";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import type { Fixture } from "./create-fixture";

/** The context of Data API services over a fixture's database, at a fixed time. */
export function dataContext(fixture: Fixture, now: number) {
  const clock = { now: () => new Date(now * 1000) };
  const { db, deployment } = fixture;
  return {
    chains: { "base-sepolia": { deployment } },
    env: readEnv({ DATA_CHAINS: "base-sepolia", PUBLIC_URL: "https://launchpad.example" }),
    clock,
    market: createMarket(db),
    wallets: createHdWalletProvider(
      async () => openSeedFile(join(fixture.dataDir, "wallets", "seed.json"), Buffer.alloc(32, 7)),
      createWalletRegistry(db, clock.now, "sandbox"),
      createWalletOwners(db, managedWallets, clock.now, "sandbox"),
    ),
  };
}
export type DataContext = ReturnType<typeof dataContext>;
