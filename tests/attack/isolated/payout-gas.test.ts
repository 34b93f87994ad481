import { type Address, type Hex, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { findPayables } from "@/lib/features/fees/find-payables";
import { payOutWallet } from "@/lib/features/fees/pay-out-wallet";
import { advance } from "@/lib/features/transactions/advance";
import { prepareAndSign } from "@/lib/features/transactions/sign";
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

let fixture: ServiceFixture;
let ctx: ServiceContext;
beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.ctx;
});
afterAll(() => fixture.stop());

function chain() {
  const found = ctx.chains[CHAIN];
  if (found === undefined) throw new Error("the chain is not configured");
  return found;
}

const become = (address: Address, bytecode: Hex) =>
  fixture.chain.test.setCode({ address, bytecode });
const release = (account: Address, from: ServiceContext = ctx) =>
  payOutWallet({ ctx: from, input: { account, caller: null, limit: noLimit } });
const run = (id: string) => advance(ctx, { id, step: (_name, step) => step() });

/** A contract with half of a split, and what it could be paid. */
async function contractRecipient(bytecode: Hex) {
  const account = privateKeyToAddress(generatePrivateKey());
  await become(account, bytecode);
  const half = "5000000";
  const { token } = await fixture.launch({
    feeSplitRecipients: [
      { type: "wallet", id: account, split: half },
      { type: "email", id: `beside-${account}@example.com`, split: half },
    ],
  });
  await fixture.trader.buy(token, parseEther("1"));
  return account;
}

/** Stores a payout as a request does, after it was planned. */
async function accepted(account: Address) {
  const [payable] = await findPayables({ ctx, input: { chain: chain(), account } });
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
    const nonce = await chain().transactionCount();
    const released = await release(account);
    expect(released).toMatchObject({ payouts: [], unpaid: [{ reason: "refused" }] });
    expect(await chain().transactionCount()).toBe(nonce);
  });

  it("that becomes expensive after the plan is not paid for more than its amount is worth", async () => {
    const account = await contractRecipient(ACCEPTS);
    const { id } = await accepted(account);
    await become(account, COMPUTES);
    const nonce = await chain().transactionCount();
    expect(await run(id)).toBe("failed");
    expect(await ctx.transactions.find(id)).toMatchObject({
      transactionHash: null,
      error: "Worth less than its gas now",
    });
    expect(await chain().transactionCount()).toBe(nonce);
    await become(account, ACCEPTS);
    expect((await release(account)).payouts).toMatchObject([{ state: "completed" }]);
  });

  it("that burnt gas is not paid again for a day, by any server", async () => {
    const account = await contractRecipient(ACCEPTS);
    const { id, transaction } = await accepted(account);
    await prepareAndSign(ctx, { transaction, chain: chain() });
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
});
