import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WalletSeedError } from "@/lib/drivers/wallets/wallet-seed-error";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { PRIVY_APP_ID, PRIVY_APP_SECRET } from "../../setup/wallet-vendors/fake-privy";
import { startWalletVendors } from "../../setup/wallet-vendors/start-wallet-vendors";

/**
 * Anyone who reads the sandbox mailbox can sign in there as any user. A Privy app with sandbox
 * wallets would give that person the same wallets on a real chain.
 */
let fixture: ServiceFixture;
let vendors: Awaited<ReturnType<typeof startWalletVendors>>;
beforeAll(async () => {
  [fixture, vendors] = await Promise.all([createServiceFixture(), startWalletVendors()]);
});
afterAll(async () => {
  await vendors.stop();
  await fixture.stop();
});

/** A server of one realm: its chain belongs to the sandbox or to the operator. */
const serverOf = (realm: "sandbox" | "live", appId = PRIVY_APP_ID) => {
  const ctx = fixture.newContext({
    PRIVY_APP_ID: appId,
    PRIVY_APP_SECRET,
    PRIVY_API_URL: vendors.privyUrl,
    SANDBOX_PARTS: realm === "sandbox" ? "base-sepolia" : "",
  });
  expect(ctx.env.realm).toBe(realm);
  return ctx;
};

describe("a Privy app with sandbox wallets", () => {
  beforeAll(async () => {
    await serverOf("sandbox").wallets.resolve({ type: "email", id: "victim@example.com" });
  });

  it("is rejected by a server on a real chain, with the reason", async () => {
    await expect(serverOf("live").openWallets()).rejects.toThrow(WalletSeedError);
    await expect(serverOf("live").openWallets()).rejects.toThrow(
      /has wallets of the sandbox. Create another app/,
    );
  });

  it("is accepted by a server of the sandbox", async () => {
    await serverOf("sandbox").openWallets();
  });
});

it("does not prevent a separate Privy app on a real chain", async () => {
  await serverOf("live", "app-of-the-real-chain").openWallets();
});
