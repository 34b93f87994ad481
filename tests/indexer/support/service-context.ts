import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import { readEnv } from "@/lib/env";
import { createMarket } from "@/lib/features/market/store/create-market";
import { createLaunchOrigins } from "@/lib/features/moderation/store/create-launch-origins";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import { DEFAULT_BRAND } from "@/lib/shared/brand";
import { onlySeed, testSeed } from "../../setup/stack/seeds";
import type { Fixture } from "./create-fixture";

/** The context of Data API services over a fixture's database, at a fixed time. */
export function dataContext(fixture: Fixture, now: number) {
  const clock = { now: () => new Date(now * 1000) };
  const { db, deployment } = fixture;
  return {
    chains: { "base-sepolia": { deployment } },
    env: readEnv({ DATA_CHAINS: "base-sepolia", PUBLIC_URL: "https://launchpad.example" }),
    clock,
    brand: DEFAULT_BRAND,
    market: createMarket(db),
    launchOrigins: createLaunchOrigins(db, clock.now),
    wallets: createHdWalletProvider(
      onlySeed(testSeed("of the dataset")),
      createWalletRegistry(db, clock.now, "sandbox"),
      createWalletOwners(db, managedWallets, clock.now, "sandbox"),
      async () => null,
    ),
  };
}
export type DataContext = ReturnType<typeof dataContext>;
