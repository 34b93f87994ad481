import { type Address, getAddress, parseEther } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { payOutWallet } from "@/lib/features/fees/pay-out-wallet";
import { planPayment } from "@/lib/features/fees/plan-payment";
import { prepareClaim } from "@/lib/features/fees/prepare-claim";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { newAddress } from "../../setup/chain/new-address";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/** Streams of strangers and sources that refuse to pay do not keep others from what they earned. */

const CHAIN = "base-sepolia" as const;
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

const release = async (id: string) => {
  const { address: account } = await fixture.ctx.wallets.resolve({ type: "email", id });
  return payOutWallet({ ctx: fixture.ctx, input: { account, caller: null, limit: noLimit } });
};
const claim = (account: Address) =>
  prepareClaim({
    ctx: fixture.ctx,
    input: {
      chain: CHAIN,
      request: { account, from: account, referralRecipient: null },
      limit: noLimit,
    },
  });
async function buy(...tokens: Address[]): Promise<void> {
  for (const token of tokens) await fixture.trader.buy(token, parseEther("1"));
  await fixture.untilIndexed();
}

it("pays recipients of a manager that a stranger has sent a stream", async () => {
  const email = "victim@example.com";
  const { token, manager } = await fixture.launch({
    feeSplitRecipients: [{ type: "email", id: email, split: "10000000" }],
  });
  const stranger = await fixture.chain.funded();
  const { token: stray } = await fixture.launch({ creatorAddress: stranger.address });
  await buy(token, stray);
  const sent = await stranger.wallet.writeContract({
    address: fixture.deployment.contracts.feeStream,
    abi: feeStreamAbi,
    functionName: "transferFrom",
    args: [stranger.address, getAddress(manager ?? ""), BigInt(stray)],
  });
  await fixture.trader.mined(sent);
  await fixture.untilIndexed();
  const { address: account } = await fixture.ctx.wallets.resolve({ type: "email", id: email });
  const chain = chainOf(fixture.ctx);
  // Also with an index that still has the stream.
  const source = getAddress(manager ?? "");
  const [amountWei = 0n] = await chain.releasableWei(account, [token], [source]);
  const payable = { kind: "manager" as const, source, tokens: [token, stray], amountWei };
  const plan = await planPayment({ ctx: fixture.ctx, input: { chain, account, payable } });
  expect(plan).toMatchObject({ worth: "paying", payable: { tokens: [token] } });
  const { payouts, unpaid } = await release(email);
  expect(payouts).toMatchObject([{ state: "completed", payload: { tokens: [token] } }]);
  expect(unpaid).toEqual([]);
});

it("pays recipients of a manager whose stream a stranger has claimed, and prepares no such claim", async () => {
  const email = "claimed@example.com";
  const { token, manager } = await fixture.launch({
    feeSplitRecipients: [{ type: "email", id: email, split: "10000000" }],
  });
  await buy(token);
  const source = getAddress(manager ?? "");
  await expect(claim(source)).rejects.toMatchObject({ code: "nothing_to_claim" });
  const { wallet } = await fixture.chain.funded();
  const claimed = await wallet.writeContract({
    address: fixture.deployment.contracts.launchHook,
    abi: launchHookAbi,
    functionName: "claim",
    args: [token],
  });
  await fixture.trader.mined(claimed);
  await fixture.untilIndexed();
  const heldWei = await fixture.chain.client.getBalance({ address: source });
  expect(heldWei).toBeGreaterThan(0n);
  const { address: account } = await fixture.ctx.wallets.resolve({ type: "email", id: email });
  expect(await claim(account)).toMatchObject({
    totalWei: heldWei.toString(),
    sources: [{ kind: "manager", address: source }],
  });
  expect((await release(email)).payouts).toMatchObject([
    { state: "completed", payload: { tokens: [token] }, result: { paidWei: heldWei } },
  ]);
  await fixture.untilIndexed();
  // A stream whose income was attributed is not claimed again.
  const { unsynced } = await fixture.ctx.managers.positionsOf(CHAIN, account, 500);
  expect(unsynced).toEqual([]);
});

it("syncs only tokens that bring the creator something, not the richest of a manager", async () => {
  const { managerAddress } = await createRevenueManager({
    ctx: fixture.ctx,
    input: {
      chain: CHAIN,
      request: {
        protocolFeeBps: 2_000,
        recipient: { type: "wallet", id: newAddress() },
        owner: null,
      },
      idempotencyKey: null,
      caller: null,
      limit: noLimit,
    },
  });
  const launch = (creatorEmail: string) =>
    fixture.launch({ creatorEmail, revenueManagerAddress: managerAddress });
  const email = "small@example.com";
  const own = await launch(email);
  const rich = await launch("rich@example.com");
  await buy(own.token);
  // From its first payment on, the manager has an account for it.
  expect((await release(email)).payouts).toMatchObject([{ state: "completed" }]);
  await buy(own.token, rich.token, rich.token);
  const { address } = await fixture.ctx.wallets.resolve({ type: "email", id: email });
  const { managers } = await fixture.ctx.managers.positionsOf(CHAIN, address, 500);
  expect(managers).toEqual([{ address: managerAddress, tokens: [own.token] }]);
});

it("prepares no claim of sources that refuse to pay, and leaves them out beside others", async () => {
  const account = newAddress();
  // Refuses ETH.
  await fixture.chain.test.setCode({ address: account, bytecode: "0x60006000fd" });
  const streams = [
    await fixture.launch({ creatorAddress: account }),
    await fixture.launch({ creatorAddress: account }),
  ];
  await buy(...streams.map(({ token }) => token));
  await expect(claim(account)).rejects.toMatchObject({ code: "invalid_body" });
  await fixture.chain.test.setCode({ address: account, bytecode: "0x" });
  const prepared = await claim(account);
  expect(prepared.sources).toHaveLength(2);
  expect(prepared.sendCalls.calls).toHaveLength(1);
});
