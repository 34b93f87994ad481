import { type Address, getAddress, type Hex, pad, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { findPayables } from "@/lib/features/fees/find-payables";
import { payOutWallet } from "@/lib/features/fees/pay-out-wallet";
import { createFeeSplitManager } from "@/lib/features/managers/create-fee-split-manager";
import { feeSplitManagerRequest } from "@/lib/features/managers/schema";
import { advance } from "@/lib/features/transactions/advance";
import { prepareAndSign } from "@/lib/features/transactions/sign";
import { newAddress } from "../../setup/chain/new-address";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/** Recipients are contracts that want to spend the server wallet's gas instead of being paid. */

const CHAIN = "base-sepolia" as const;
const DAY_MS = 86_400_000;
const ACCEPTS: Hex = "0x00";
/** Accepts while the gas price is 0, as in most simulations; INVALID takes all gas otherwise. */
const ACCEPTS_IF_SIMULATED: Hex = "0x3a15600657fe5b00";
/** INVALID. */
const BURNS: Hex = "0xfe";
/** Reads memory at 0x180000, which costs 4.9 million gas, and accepts. */
const COMPUTES: Hex = "0x621800005100";
/** The same, and sends the ETH back to the manager, which owes it again. */
const COMPUTES_AND_RETURNS: Hex = "0x621800005150600060006000600034335af100";
/** Delegates to the address in storage slot 0, like the proxy of a Safe. */
const PROXY: Hex = "0x60006000600060006000545af400";
/** Logs the sender and the amount, like a Safe. */
const LOGS_RECEIPT: Hex = "0x3460005233600160206000a200";

let fixture: ServiceFixture;
let ctx: ServiceContext;
beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.ctx;
});
afterAll(() => fixture.stop());

const become = (address: Address, bytecode: Hex) =>
  fixture.chain.test.setCode({ address, bytecode });
const release = (account: Address, from: ServiceContext = ctx) =>
  payOutWallet({ ctx: from, input: { account, caller: null, limit: noLimit } });
const run = (id: string, from: ServiceContext = ctx) =>
  advance(from, { id, step: (_name, step) => step() });

/** A contract with half of a split that has earned from trades of this much ETH. */
async function contractRecipient(bytecode: Hex, ether = "1") {
  const account = newAddress();
  await become(account, bytecode);
  await earnHalf(account, ether);
  return account;
}

async function earnHalf(account: Address, ether: string) {
  const half = "5000000";
  const { token } = await fixture.launch({
    feeSplitRecipients: [
      { type: "wallet", id: account, split: half },
      { type: "email", id: `beside-${account}@example.com`, split: half },
    ],
  });
  await fixture.trader.buy(token, parseEther(ether));
}

/** Stores a payout as a request does, after it was planned. */
async function accepted(account: Address) {
  const [payable] = await findPayables({ ctx, input: { chain: chainOf(ctx), account } });
  if (payable === undefined) throw new Error("nothing is payable");
  const id = `payout:${ctx.ids.randomId()}`;
  const exclusiveKey = `payout:${CHAIN}:${account}:${payable.source}`;
  const payload = { account, ...payable };
  const payout = {
    id,
    kind: "payout",
    chain: CHAIN,
    payload,
    owner: account,
    exclusiveKey,
  } as const;
  const transaction = await ctx.transactions.insert(payout, { isRunHere: true });
  if (transaction === null) throw new Error("not stored");
  return { id, transaction };
}

describe("a contract recipient", () => {
  it("that accepts only in simulations is not paid", async () => {
    const account = await contractRecipient(ACCEPTS_IF_SIMULATED);
    const nonce = await chainOf(ctx).transactionCount();
    const released = await release(account);
    expect(released).toMatchObject({ payouts: [], unpaid: [{ reason: "refused" }] });
    expect(await chainOf(ctx).transactionCount()).toBe(nonce);
  });

  it("that computes and returns the ETH, which is owed again, is not paid", async () => {
    const account = await contractRecipient(COMPUTES_AND_RETURNS, "10");
    const nonce = await chainOf(ctx).transactionCount();
    const released = await release(account);
    expect(released).toMatchObject({ payouts: [], unpaid: [{ reason: "refused" }] });
    expect(await chainOf(ctx).transactionCount()).toBe(nonce);
  });

  it("whose payout is worth less than its gas after the plan is not paid", async () => {
    const account = await contractRecipient(ACCEPTS);
    const { id } = await accepted(account);
    const strict = fixture.newContext({ PAYOUT_GAS_FACTOR: "1000" });
    const nonce = await chainOf(ctx).transactionCount();
    expect(await run(id, strict)).toBe("failed");
    expect(await ctx.transactions.find(id)).toMatchObject({
      transactionHash: null,
      error: "Worth less than its gas now",
    });
    expect(await chainOf(ctx).transactionCount()).toBe(nonce);
  });

  it("that becomes expensive after the plan is not paid", async () => {
    const account = await contractRecipient(ACCEPTS, "10");
    const { id } = await accepted(account);
    await become(account, COMPUTES);
    const nonce = await chainOf(ctx).transactionCount();
    expect(await run(id)).toBe("failed");
    expect(await ctx.transactions.find(id)).toMatchObject({
      transactionHash: null,
      error: "The recipient's contract uses more gas than a payout may",
    });
    expect(await chainOf(ctx).transactionCount()).toBe(nonce);
    await become(account, ACCEPTS);
    expect((await release(account)).payouts).toMatchObject([{ state: "completed" }]);
  });

  it("that burnt gas is not paid again for a day, by any server", async () => {
    const account = await contractRecipient(ACCEPTS);
    const { id, transaction } = await accepted(account);
    await prepareAndSign(ctx, { transaction, chain: chainOf(ctx) });
    await become(account, BURNS);
    expect(await run(id)).toBe("failed");
    expect(await ctx.transactions.find(id)).toMatchObject({
      transactionHash: expect.stringMatching(/^0x/),
    });
    await become(account, ACCEPTS);
    const refused = { payouts: [], unpaid: [{ reason: "refused" }] };
    const other = fixture.newContext();
    for (const server of [ctx, other])
      expect(await release(account, server)).toMatchObject(refused);
    // A request that was planned before the revert is stopped as well.
    expect(await run((await accepted(account)).id)).toBe("failed");

    const clock = { now: () => new Date(Date.now() + DAY_MS) };
    expect((await release(account, { ...ctx, clock })).payouts).toMatchObject([
      { state: "completed" },
    ]);
  });

  it("that is a Safe, a delegated account or a split with 100 recipients is paid", async () => {
    const logic = newAddress();
    await become(logic, LOGS_RECEIPT);
    const safe = newAddress();
    await become(safe, PROXY);
    const value = pad(logic);
    await fixture.chain.test.setStorageAt({ address: safe, index: 0, value });

    const delegated = privateKeyToAccount(generatePrivateKey());
    const { wallet } = await fixture.chain.funded();
    const authorization = await delegated.signAuthorization({
      address: logic,
      chainId: fixture.chainId,
      nonce: 0,
    });
    await fixture.trader.mined(
      await wallet.sendTransaction({ to: delegated.address, authorizationList: [authorization] }),
    );

    const recipients = Array.from({ length: 100 }, newAddress);
    const { managerAddress: split } = await createFeeSplitManager({
      ctx,
      input: {
        chain: CHAIN,
        request: feeSplitManagerRequest.parse({ ownerAddress: newAddress(), recipients }),
        idempotencyKey: null,
        caller: null,
        limit: noLimit,
      },
    });
    for (const account of [safe, delegated.address, getAddress(split)]) {
      const others = recipients.slice(1);
      const { token } = await fixture.launch({ feeSplitRecipients: [...others, account] });
      await fixture.trader.buy(token, parseEther("30"));
      expect(await release(account), account).toMatchObject({
        payouts: [{ state: "completed" }],
        unpaid: [],
      });
    }
  });
});
