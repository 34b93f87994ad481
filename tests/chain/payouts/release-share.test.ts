import { type Address, encodeFunctionData, parseEther, size } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { CALL_GAS_MAX } from "@/lib/features/rpc/limit-call-gas";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { readManager } from "@/lib/web/managers/read-manager";
import { releaseShare } from "@/lib/web/managers/release-share";
import { BUNDLED_READS } from "@/lib/web/trade/chain-reader";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

/** Figures and releases of the managers page. */

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

/** A manager whose creator `poor` has one token, which all others out-earn. */
async function createBusyManager(count: number) {
  const [owner, rich, poor] = [newAddress(), newAddress(), newAddress()];
  const { managerAddress: manager } = await createRevenueManager({
    ctx: fixture.ctx,
    input: {
      chain: CHAIN,
      request: { protocolFeeBps: 1_000, recipient: { type: "wallet", id: owner }, owner: null },
      idempotencyKey: null,
      limit: async () => undefined,
    },
  });
  const tokens = [await earningToken(manager, poor, "0.01")];
  while (tokens.length < count) tokens.push(await earningToken(manager, rich, "0.1"));
  return { manager, owner, rich, poor, tokens };
}

it("pays the creator of a token that 20 tokens of the manager out-earn", async () => {
  const { manager, poor, tokens } = await createBusyManager(21);
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

it("is shown with the sums of all tokens, read within the gas that the relay allows", async () => {
  const { manager, owner, rich, poor, tokens } = await createBusyManager(27);
  const { client } = fixture.chain;
  const due = (account: Address) => ({
    ...{ address: manager, abi: revenueManagerAbi, functionName: "claimable" as const },
    args: [account, tokens] as const,
  });
  const sums = new Map<Address, bigint>();
  for (const account of [owner, rich, poor]) {
    sums.set(account, await client.readContract(due(account)));
  }
  const facts = await readManager(client, {
    factories: [fixture.deployment.contracts.managerFactory],
    manager,
    tokens,
  });
  const earners = facts.kind === "none" ? [] : facts.earners;
  expect(new Map(earners.map(({ account, claimableWei }) => [account, claimableWei]))).toEqual(
    sums,
  );
  // All of a bundle are as dear as those of the account with the most tokens.
  const call = encodeFunctionData(due(rich));
  const perBundle = BigInt(Math.ceil(BUNDLED_READS.batchSize / size(call)));
  const gas = await client.estimateGas({ to: manager, data: call });
  expect(gas * perBundle).toBeLessThan(CALL_GAS_MAX);
});
