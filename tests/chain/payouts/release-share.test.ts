import { type Address, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { releaseShare } from "@/lib/web/release-share";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

/** Releases from the managers page, which a wallet sends. */

const CHAIN = "base-sepolia" as const;
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

const newAddress = () => privateKeyToAddress(generatePrivateKey());

async function earningToken(managerAddress: Address, creator: Address, ether: string) {
  const terms = { creatorAddress: creator, revenueManagerAddress: managerAddress };
  const { token } = await fixture.launch(terms);
  await fixture.trader.buy(token, parseEther(ether));
  return token;
}

it("pays the creator of a token that 20 tokens of the manager out-earn", async () => {
  const [owner, rich, poor] = [newAddress(), newAddress(), newAddress()];
  const { managerAddress: manager } = await createRevenueManager({
    ctx: fixture.ctx,
    input: {
      chain: CHAIN,
      request: { protocolFeeBps: 0, recipient: { type: "wallet", id: owner }, owner: null },
      idempotencyKey: null,
      limit: async () => undefined,
    },
  });
  const tokens = [await earningToken(manager, poor, "0.01")];
  while (tokens.length < 21) tokens.push(await earningToken(manager, rich, "0.1"));
  const { client: reader } = fixture.chain;
  const { wallet } = await fixture.chain.funded();
  const refuse = async () => {
    throw new Error("not needed");
  };
  const { paidWei } = await releaseShare({
    reader,
    signer: {
      address: wallet.account.address,
      sendTransaction: (call) => wallet.sendTransaction(call),
      signPermit: refuse,
      signConsent: refuse,
      batch: null,
    },
    lenses: [fixture.deployment.contracts.launchLens],
    manager,
    account: poor,
    tokens,
    pollingMs: 50,
    onSent: () => undefined,
  });
  expect(paidWei).toBeGreaterThan(0n);
  expect(await reader.getBalance({ address: poor })).toBe(paidWei);
});
