import { pino } from "pino";
import { type Address, type Hash, parseEther, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { changeManagerShares } from "@/lib/features/fees/change-manager-shares";
import { getEarnings } from "@/lib/features/fees/get-earnings";
import { payOut } from "@/lib/features/fees/pay-out";
import { sharesRequest, withdrawRequest } from "@/lib/features/fees/schema/wallet-actions";
import { walletActionIdOf } from "@/lib/features/fees/wallet-action";
import { withdrawFunds } from "@/lib/features/fees/withdraw-funds";
import { createManager, saltOf } from "@/lib/features/managers/create-manager";
import type { SplitKind } from "@/lib/features/managers/rules/manager-kind";
import { advance, begin } from "@/lib/features/transactions/advance";
import { settleNow } from "@/lib/features/transactions/settle";
import { sign } from "@/lib/features/transactions/sign";
import { isOfKind } from "@/lib/features/transactions/transaction";
import { linkIdentity } from "@/lib/features/users/link-identity";
import type { Session } from "@/lib/features/users/rules/account";
import { signIn } from "@/lib/features/users/sign-in";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { AppError } from "@/lib/shared/errors";
import { UnavailableError } from "@/lib/shared/unavailable";
import { startFaultyNode } from "../../setup/chain/faulty-node";
import { newAddress } from "../../setup/chain/new-address";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/** Actions of signed-in users with managed wallets over a real chain and database. */

const CHAIN = "base-sepolia";
let fixture: ServiceFixture;
let ctx: ServiceContext;

beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.ctx;
});
afterAll(() => fixture.stop());

const balanceOf = (address: Address) => fixture.chain.client.getBalance({ address });

async function person(name: string, type: "email" | "wallet" = "email") {
  const stableId = type === "email" ? `${name}@example.com` : newAddress();
  const identity = { type, stableId, name: stableId, proofChainId: null };
  const { accountId } = await signIn({ ctx, input: { identity, current: null } });
  const session: Session = { accountId, identity, authenticatedAt: ctx.clock.now() };
  const { address } = await ctx.wallets.resolve({ type, id: stableId });
  return { session, address, email: stableId };
}
const fund = (address: Address, ether: string) =>
  fixture.chain.test.setBalance({ address, value: parseEther(ether) });
const withdrawing = (session: Session, body: Record<string, unknown>) =>
  withdrawFunds({
    ctx,
    input: { session, request: withdrawRequest.parse({ chain: CHAIN, ...body }), limit: noLimit },
  });

describe("payouts and withdrawals", () => {
  it("sends earnings to an address of the user", async () => {
    const { session, address, email } = await person("earner");
    const { token } = await fixture.launch({ creatorEmail: email });
    await fixture.trader.buy(token, parseEther("1"));
    await fixture.untilIndexed();
    const before = await getEarnings({ ctx, input: { session } });
    expect(before.wallets).toMatchObject([
      { address, chains: [{ chain: CHAIN, balance: "0", claimable: [{ source: token }] }] },
    ]);
    expect(before.wallets[0]?.chains[0]?.books).toMatchObject({
      createdTokens: 1,
      tokens: [{ tokenAddress: token }],
      streams: [{ tokenAddress: token, claimed: "0" }],
      claimed: "0",
    });
    const paid = await payOut({
      ctx,
      input: { session, wallet: null, caller: null, limit: noLimit },
    });
    expect(paid.payouts).toMatchObject([{ state: "paid", source: token, wallet: address }]);

    const to = newAddress();
    const requestBody = { wallet: address, to, amount: "max" };
    const preview = await withdrawing(session, requestBody);
    expect(preview).toMatchObject({ state: "preview", transactionHash: null, wallet: address, to });
    expect(await balanceOf(to)).toBe(0n);
    const done = await withdrawing(session, { ...requestBody, confirm: true });
    expect(done).toMatchObject({ state: "completed", transactionHash: expect.any(String) });
    expect(await balanceOf(to)).toBe(parseEther(done.amount));
    const after = await getEarnings({ ctx, input: { session } });
    expect(after.payouts).toMatchObject([{ state: "paid" }]);
  });

  it("logs a bug in reading earnings as an error, and returns the rest", async () => {
    const { session } = await person("unread", "wallet");
    const lines: unknown[] = [];
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
    const balanceOf = () => Promise.reject(new TypeError("x is undefined"));
    const from = { ...ctx, log, chains: { [CHAIN]: { ...chainOf(ctx), balanceOf } } };
    const { wallets } = await getEarnings({ ctx: from, input: { session } });
    expect(wallets[0]?.chains).toMatchObject([{ balance: null, books: { createdTokens: 0 } }]);
    expect(lines).toMatchObject([{ level: 50, msg: "earnings not read: unexpected error" }]);
  });

  it("fails once when the database fails while earnings are read", async () => {
    const { session } = await person("unlucky", "wallet");
    const down = new UnavailableError("the database is down");
    const fail = () => Promise.reject(down);
    const from = {
      ...ctx,
      market: { ...ctx.market, readAccount: fail },
      transactions: { ...ctx.transactions, listOf: fail },
    };
    await expect(getEarnings({ ctx: from, input: { session } })).rejects.toBe(down);
  });

  it("reads the earnings of many wallets a few at a time", async () => {
    const { session } = await person("many-wallets", "wallet");
    const [first] = (await ctx.accounts.find(session.accountId))?.identities ?? [];
    if (first === undefined) throw new Error("no identity");
    const find = async (id: string) => {
      const identities = Array.from({ length: 20 }, () => ({ ...first, stableId: newAddress() }));
      return { id, createdAt: new Date(), identities };
    };
    let running = 0;
    let most = 0;
    const balanceOf = async (address: Address) => {
      running += 1;
      most = Math.max(most, running);
      return chainOf(ctx)
        .balanceOf(address)
        .finally(() => {
          running -= 1;
        });
    };
    const chains = { [CHAIN]: { ...chainOf(ctx), balanceOf } };
    const from = { ...ctx, accounts: { ...ctx.accounts, find }, chains };
    expect((await getEarnings({ ctx: from, input: { session } })).wallets).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(4);
  });

  it("reports what one wallet was paid when another one is refused, and does not say that nothing was sent", async () => {
    const { session, address, email } = await person("first-of-two");
    const second = "second-of-two@example.com";
    await linkIdentity({ ctx, input: { session, request: { type: "email", email: second } } });
    const identity = { type: "email" as const, stableId: second, name: second, proofChainId: null };
    await signIn({ ctx, input: { identity, current: session.accountId } });
    const { address: other } = await ctx.wallets.resolve({ type: "email", id: second });
    const payOutExcept = (refused: Address) =>
      payOut({
        ctx,
        input: {
          session,
          wallet: null,
          caller: null,
          limit: async (_policy, subject) => {
            if (subject === refused) throw new AppError("rate_limited");
          },
        },
      });
    const { token } = await fixture.launch({ creatorEmail: email });
    await fixture.trader.buy(token, parseEther("1"));
    await fixture.untilIndexed();
    // Nothing is payable to the other wallet, so the refusal is all there is to say.
    await expect(payOutExcept(address)).rejects.toMatchObject({ code: "rate_limited" });
    expect((await payOutExcept(other)).payouts).toMatchObject([
      { state: "paid", source: token, wallet: address },
    ]);
  });

  it("sends exactly the requested amount, also several times in a row", async () => {
    const { session, address } = await person("exact");
    await fund(address, "1");
    const to = newAddress();
    for (const amount of ["0.25", "0.000000000000000001"]) {
      const before = await balanceOf(to);
      const done = await withdrawing(session, { wallet: address, to, amount, confirm: true });
      expect(done).toMatchObject({ state: "completed", amount });
      expect((await balanceOf(to)) - before).toBe(parseEther(amount));
    }
  });

  it("sends once for two simultaneous requests", async () => {
    const { session, address } = await person("double");
    await fund(address, "1");
    const to = newAddress();
    const requestBody = { wallet: address, to, amount: "0.1", confirm: true };
    const results = await Promise.allSettled([
      withdrawing(session, requestBody),
      withdrawing(session, requestBody),
    ]);
    const refused = results.filter((result) => result.status === "rejected");
    // The second came either during the first or after it.
    expect(refused.length).toBeLessThan(2);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "action_under_way" });
    const sent = BigInt(results.length - refused.length);
    expect(await balanceOf(to)).toBe(parseEther("0.1") * sent);
  });

  it("repeats the fee that the user confirmed, with the data fee of a rollup", async () => {
    const { session, address } = await person("data-fee");
    await fund(address, "1");
    const estimateTransferDataFeeWei = async () => parseEther("0.001");
    const chains = { [CHAIN]: { ...chainOf(ctx), estimateTransferDataFeeWei } };
    const requestId = crypto.randomUUID();
    const body = { wallet: address, to: newAddress(), amount: "0.1", confirm: true, requestId };
    const request = withdrawRequest.parse({ chain: CHAIN, ...body });
    const send = () =>
      withdrawFunds({ ctx: { ...ctx, chains }, input: { session, request, limit: noLimit } });
    const first = await send();
    expect(parseEther(first.feeAtMost)).toBeGreaterThan(parseEther("0.001"));
    expect(await send()).toEqual(first);
  });

  it("never costs more than the fee that the user confirmed", async () => {
    const { session, address } = await person("risen-fee");
    await fund(address, "1");
    const to = newAddress();
    const body = { chain: CHAIN, wallet: address, to, amount: "0.1" };
    const { feeAtMost } = await withdrawing(session, body);
    const confirmed = () => ({ ...body, confirm: true, feeAtMost, requestId: crypto.randomUUID() });
    const market = await chainOf(ctx).estimateFees();
    const send = (times: bigint) => {
      const estimateFees = async () => ({ ...market, maxFeePerGas: market.maxFeePerGas * times });
      const chains = { [CHAIN]: { ...chainOf(ctx), estimateFees } };
      const request = withdrawRequest.parse(confirmed());
      return withdrawFunds({
        ctx: { ...ctx, chains },
        input: { session, request, limit: noLimit },
      });
    };
    await expect(send(50n)).rejects.toMatchObject({
      code: "invalid_body",
      details: [{ path: "feeAtMost" }],
    });
    expect(await balanceOf(to)).toBe(0n);
    const risen = await send(2n);
    expect(risen.state).toBe("completed");
    expect(parseEther(risen.feeAtMost)).toBeLessThanOrEqual(parseEther(feeAtMost));
    expect(parseEther(risen.feeAtMost)).toBeGreaterThan(0n);
  });

  it("sends once per requestId, also after the account moved into another one", async () => {
    const { session, address, email } = await person("moves-with-request");
    const { session: heir } = await person("heir-of-request");
    await fund(address, "1");
    const to = newAddress();
    const requestId = crypto.randomUUID();
    const requestBody = { wallet: address, to, amount: "0.1", confirm: true, requestId };
    const first = await withdrawing(session, requestBody);
    await linkIdentity({ ctx, input: { session: heir, request: { type: "email", email } } });
    const identity = { type: "email" as const, stableId: email, name: email, proofChainId: null };
    await signIn({ ctx, input: { identity, current: heir.accountId } });
    expect(await withdrawing(heir, requestBody)).toEqual(first);
    expect(await balanceOf(to)).toBe(parseEther("0.1"));
    await expect(withdrawing(heir, { ...requestBody, amount: "0.2" })).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  /** Moves the email to another account; its earlier one keeps a wallet to sign in with. */
  async function moveEmail(session: Session, email: string): Promise<Session> {
    const { session: heir } = await person(`heir-of-${email.replace("@", "-at-")}`);
    const other = newAddress();
    const kept = { type: "wallet" as const, stableId: other, name: other, proofChainId: null };
    await linkIdentity({ ctx, input: { session, request: { type: "wallet" } } });
    await signIn({ ctx, input: { identity: kept, current: session.accountId } });
    await linkIdentity({ ctx, input: { session: heir, request: { type: "email", email } } });
    const identity = { type: "email" as const, stableId: email, name: email, proofChainId: null };
    await signIn({ ctx, input: { identity, current: heir.accountId } });
    expect((await ctx.accounts.find(session.accountId))?.identities).toHaveLength(1);
    return heir;
  }

  it("sends once per requestId, also after only the wallet's sign-in method moved", async () => {
    const { session, address, email } = await person("moves-alone");
    await fund(address, "1");
    const to = newAddress();
    const requestId = crypto.randomUUID();
    const requestBody = { wallet: address, to, amount: "0.1", confirm: true, requestId };
    const first = await withdrawing(session, requestBody);
    const heir = await moveEmail(session, email);
    expect(await withdrawing(heir, requestBody)).toEqual(first);
    expect(await balanceOf(to)).toBe(parseEther("0.1"));
  });

  it("returns the open withdrawal with the requestId, also after only the wallet's sign-in method moved", async () => {
    const requestId = crypto.randomUUID();
    const { session, address, to } = await storedWithdrawal("moves-open", "0.1", requestId);
    const heir = await moveEmail(session, "moves-open@example.com");
    const requestBody = { wallet: address, to, amount: "0.1", confirm: true, requestId };
    expect(await withdrawing(heir, requestBody)).toMatchObject({ state: "pending" });
  });

  it("sends once per requestId, for any number of retries", async () => {
    const { session, address } = await person("repeated");
    await fund(address, "1");
    const to = newAddress();
    const requestId = "6f0f7a52-43b1-4b0c-9d4e-0b7a2f0f7a52";
    const requestBody = { wallet: address, to, amount: "0.1", confirm: true, requestId };
    const [first, second] = await Promise.all([
      withdrawing(session, requestBody),
      withdrawing(session, requestBody),
    ]);
    expect(second.transactionHash).toBe(first.transactionHash);
    const late = await withdrawing(session, requestBody);
    expect(late).toMatchObject({ state: "completed", transactionHash: first.transactionHash });
    expect(await balanceOf(to)).toBe(parseEther("0.1"));
    await expect(withdrawing(session, { ...requestBody, amount: "0.2" })).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    const { actions } = await getEarnings({ ctx, input: { session } });
    expect(actions).toMatchObject([{ kind: "withdrawal", amount: "0.1", state: "completed", to }]);
  });

  it("answers a repeated request with its withdrawal, also when that has emptied the wallet", async () => {
    const { session, address } = await person("emptied");
    await fund(address, "1");
    const to = newAddress();
    const requestId = crypto.randomUUID();
    const requestBody = { wallet: address, to, amount: "0.9", confirm: true, requestId };
    // The balance is spent after the repeated request has been checked, and before it is priced.
    const late = {
      ...chainOf(ctx),
      async managerKind(target: Address) {
        await withdrawing(session, requestBody);
        return chainOf(ctx).managerKind(target);
      },
    };
    const repeated = { ...ctx, chains: { ...ctx.chains, [CHAIN]: late } };
    const request = withdrawRequest.parse({ chain: CHAIN, ...requestBody });
    const answer = await withdrawFunds({
      ctx: repeated,
      input: { session, request, limit: noLimit },
    });
    expect(answer).toMatchObject({ state: "completed", amount: "0.9" });
    expect(await balanceOf(to)).toBe(parseEther("0.9"));
  });

  it("withdraws although the node reports too many transactions of the wallet", async () => {
    const { session, address } = await person("miscounted");
    await fund(address, "1");
    const to = newAddress();
    const node = await startFaultyNode(fixture.chain.rpcUrl);
    const behind = fixture.newContext({ RPC_URL_BASE_SEPOLIA: node.url });
    for (const amount of ["0.1", "0.2", "0.3"]) {
      node.become({ miscounts: [3, 1, 2] });
      const body = { chain: CHAIN, wallet: address, to, amount, confirm: true };
      const input = { session, request: withdrawRequest.parse(body), limit: noLimit };
      expect(await withdrawFunds({ ctx: behind, input })).toMatchObject({ state: "completed" });
    }
    expect(await balanceOf(to)).toBe(parseEther("0.6"));
    expect(await chainOf(ctx).nonceOf(address)).toBe(3);
    await node.stop();
  });

  /** A withdrawal of `ether` that is stored and not begun. */
  async function storedWithdrawal(name: string, ether: string, requestId?: string) {
    const { address, session, email } = await person(name);
    await fund(address, "1");
    const to = newAddress();
    const id = walletActionIdOf(ctx, session.accountId, requestId);
    const payload = {
      identity: { type: "email" as const, id: email },
      wallet: address,
      to,
      valueWei: parseEther(ether),
      gas: 21_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    };
    const exclusiveKey = `wallet:${CHAIN}:${address}`;
    const owner = session.accountId;
    const withdrawal = { id, kind: "withdrawal" as const, chain: CHAIN, payload } as const;
    await ctx.transactions.insert({ ...withdrawal, owner, exclusiveKey }, { isRunHere: true });
    return { id, address, session, to };
  }

  /** The same, signed and not sent. */
  async function signedWithdrawal(name: string, ether: string) {
    const stored = await storedWithdrawal(name, ether);
    await begin(ctx, { id: stored.id });
    await sign(ctx, { id: stored.id });
    const [signed] = await ctx.signedTransactions.listOf(stored.id);
    if (signed === undefined) throw new Error("the withdrawal was not signed");
    return { ...stored, signed };
  }

  it("continues after a crash with the same transaction", async () => {
    const { id, address, session, to } = await storedWithdrawal("crashed", "0.5");
    await expect(
      withdrawing(session, { wallet: address, to, amount: "0.1", confirm: true }),
    ).rejects.toMatchObject({ code: "action_under_way" });
    await advance(fixture.newContext(), { id, step: (_name, run) => run() });
    await advance(ctx, { id, step: (_name, run) => run() });
    expect(await ctx.transactions.find(id)).toMatchObject({ state: "completed" });
    expect(await balanceOf(to)).toBe(parseEther("0.5"));
  });

  const later = (seconds: number) => ({ now: () => new Date(Date.now() + seconds * 1_000) });

  it("is completed when it is mined between the looks for its receipt and for its nonce", async () => {
    const { id, to, signed } = await signedWithdrawal("between", "0.5");
    let looks = 0;
    const slow = {
      ...chainOf(ctx),
      async findMined(hash: Hash) {
        const found = await chainOf(ctx).findMined(hash);
        looks += 1;
        if (looks === 1) {
          await chainOf(ctx).broadcast(signed.rawTransaction);
          await expect.poll(() => chainOf(ctx).findMined(hash)).not.toBeNull();
        }
        return found;
      },
    };
    const late = { ...ctx, clock: later(61), chains: { ...ctx.chains, [CHAIN]: slow } };
    expect(await settleNow(late, { id })).toBe("active");
    expect(await settleNow(late, { id })).toBe("completed");
    expect(await balanceOf(to)).toBe(parseEther("0.5"));
  });

  it("is completed although the node lacks its receipt when it already counts its nonce", async () => {
    const { id, address, session, to, signed } = await signedWithdrawal("lagging", "0.5");
    await chainOf(ctx).broadcast(signed.rawTransaction);
    await expect.poll(() => chainOf(ctx).findMined(signed.hash)).not.toBeNull();
    let isBehind = true;
    const findMined = async (hash: Hash) => (isBehind ? null : chainOf(ctx).findMined(hash));
    const chains = { ...ctx.chains, [CHAIN]: { ...chainOf(ctx), findMined } };
    const look = (seconds: number) => settleNow({ ...ctx, clock: later(seconds), chains }, { id });
    expect(await look(61)).toBe("active");
    expect(await look(119)).toBe("active");
    const again = { wallet: address, to, amount: "0.1", confirm: true };
    await expect(withdrawing(session, again)).rejects.toMatchObject({ code: "action_under_way" });
    isBehind = false;
    expect(await look(122)).toBe("completed");
    expect(await balanceOf(to)).toBe(parseEther("0.5"));
  });

  it("fails after another transaction of the wallet has used its nonce for a minute", async () => {
    const { id, address, to } = await signedWithdrawal("replaced", "0.5");
    const { test, client } = fixture.chain;
    await test.impersonateAccount({ address });
    const hash = await test.sendUnsignedTransaction({ from: address, to: newAddress() });
    await client.waitForTransactionReceipt({ hash });
    const look = (seconds: number) => settleNow({ ...ctx, clock: later(seconds) }, { id });
    expect(await look(61)).toBe("active");
    expect(await look(122)).toBe("failed");
    expect(await ctx.transactions.find(id)).toMatchObject({
      error: "Another transaction of this wallet replaced it",
      mayHaveSucceeded: false,
    });
    expect(await balanceOf(to)).toBe(0n);
  });

  it("gives the wallet to the next action when it cannot be paid any more", async () => {
    const { id, address, session, to, signed } = await signedWithdrawal("unfunded", "0.9");
    await fund(address, "0.5");
    expect(await settleNow({ ...ctx, clock: later(300) }, { id })).toBe("active");
    const next = { wallet: address, to: newAddress(), amount: "0.2", confirm: true };
    await expect(withdrawing(session, next)).rejects.toMatchObject({ code: "action_under_way" });

    await Promise.all([
      settleNow({ ...ctx, clock: later(601) }, { id }),
      settleNow({ ...fixture.newContext(), clock: later(601) }, { id }),
    ]);
    expect(await ctx.transactions.find(id)).toMatchObject({
      state: "failed",
      error: "The wallet has too little ETH to pay for it",
      mayHaveSucceeded: true,
    });
    expect(await withdrawing(session, next)).toMatchObject({ state: "completed" });
    expect(await chainOf(ctx).nonceOf(address)).toBe(signed.nonce + 1);
    // Its nonce is used, so it can never be mined.
    for (const seconds of [1_200, 1_261]) {
      expect(await settleNow({ ...ctx, clock: later(seconds) }, { id })).toBe("failed");
    }
    expect(await ctx.transactions.find(id)).toMatchObject({
      state: "failed",
      error: "The wallet has too little ETH to pay for it",
      mayHaveSucceeded: false,
    });
    // Income of a later day does not go to the old recipient, and the nonces continue.
    await fund(address, "2");
    await chainOf(ctx).broadcast(signed.rawTransaction);
    await settleNow({ ...ctx, clock: later(1_300) }, { id });
    expect(await withdrawing(session, next)).toMatchObject({ state: "completed" });
    expect(await balanceOf(to)).toBe(0n);
    expect(await chainOf(ctx).nonceOf(address)).toBe(signed.nonce + 2);
  });

  it("rejects destination addresses that cannot return funds", async () => {
    const { session, address } = await person("careful");
    await fund(address, "1");
    const { token, manager } = await fixture.launch({
      feeSplitRecipients: [{ type: "wallet", id: newAddress(), split: "10000000" }],
    });
    const { launchLens, poolManager } = fixture.deployment.contracts;
    const targets = [address, ctx.serverWallet, launchLens, poolManager, token, manager];
    for (const to of targets) {
      const refused = withdrawing(session, { wallet: address, to, amount: "0.1", confirm: true });
      await expect(refused, String(to)).rejects.toMatchObject({ code: "invalid_body" });
    }
    const wrongChecksum = "0x8ba1f109551bD432803012645Ac136ddd64DBa72";
    for (const to of [zeroAddress, wrongChecksum, "0x12", "somebody.eth"]) {
      const body = { chain: CHAIN, wallet: address, to, amount: "0.1" };
      expect(withdrawRequest.safeParse(body).success, to).toBe(false);
    }
    expect(await balanceOf(address)).toBe(parseEther("1"));
  });

  it.each(["0", "-1", "1e3", "0.0000000000000000001", "", "all"])(
    "rejects the amount %j",
    (amount) => {
      const body = { chain: CHAIN, wallet: newAddress(), to: newAddress(), amount };
      expect(withdrawRequest.safeParse(body).success).toBe(false);
    },
  );

  it("reports the available balance when the request exceeds it", async () => {
    const { session, address } = await person("greedy");
    const to = newAddress();
    for (const [ether, amount] of [
      ["0", "max"],
      ["1", "1"],
      ["1", "2"],
    ] as const) {
      await fund(address, ether);
      const refused = withdrawing(session, { wallet: address, to, amount, confirm: true });
      await expect(refused).rejects.toThrow(/must be at most/);
    }
  });

  it("requires the owner and a sign-in within the last ten minutes", async () => {
    const [owner, thief] = [await person("owner"), await person("thief")];
    await fund(owner.address, "1");
    const requestBody = { wallet: owner.address, to: newAddress(), amount: "max", confirm: true };
    await expect(withdrawing(thief.session, requestBody)).rejects.toMatchObject({
      code: "forbidden",
    });
    const old = { ...owner.session, authenticatedAt: new Date(Date.now() - 600_001) };
    const code = "reauthentication_required";
    await expect(withdrawing(old, requestBody)).rejects.toMatchObject({ code });
    const wallet = await person("self", "wallet");
    const own = { ...requestBody, wallet: wallet.address };
    await expect(withdrawing(wallet.session, own)).rejects.toMatchObject({ code: "forbidden" });
    expect(await balanceOf(owner.address)).toBe(parseEther("1"));
  });
});

describe("share changes", () => {
  async function dynamicSplit(owner: Address, kind: SplitKind = "dynamic_split") {
    const transactionId = ctx.ids.randomId();
    const recipients = [{ account: newAddress(), splitMicroPercent: 10_000_000 }];
    const terms = {
      owner,
      creatorFirstBps: 0,
      recipients: recipients.map((one) => ({
        ...one,
        original: one.account,
        type: "wallet" as const,
      })),
    };
    const manager = { kind, salt: saltOf(transactionId), ...terms };
    return (await createManager({ ctx, input: { chain: chainOf(ctx), transactionId, manager } }))
      .managerAddress;
  }
  const changing = (
    session: Session,
    manager: Address,
    recipients: unknown,
    by: ServiceContext = ctx,
  ) =>
    changeManagerShares({
      ctx: by,
      input: {
        session,
        request: sharesRequest.parse({ chain: CHAIN, manager, recipients }),
        caller: null,
        limit: noLimit,
      },
    });
  const sharesOf = (address: Address) =>
    fixture.chain.client.readContract({
      address,
      abi: dynamicAddressFeeSplitManagerAbi,
      functionName: "recipients",
    });
  const recipients = (account: Address) => [
    { type: "wallet", id: account, split: "2500000" },
    { type: "email", id: "shared@example.com", split: "7500000" },
  ];

  it("are signed by the moderator's managed wallet with gas from the service", async () => {
    const { session, address } = await person("moderator");
    expect(await balanceOf(address)).toBe(0n);
    const manager = await dynamicSplit(address);
    const account = newAddress();
    const changed = await changing(session, manager, recipients(account));
    expect(changed).toMatchObject({
      state: "completed",
      recipients: [{ percentage: "25.00000" }, {}],
    });
    const shared = await ctx.wallets.resolve({ type: "email", id: "shared@example.com" });
    expect(await sharesOf(manager)).toEqual([
      { account, share: 2_500_000 },
      { account: shared.address, share: 7_500_000 },
    ]);
    await fixture.untilIndexed();
    const places = await ctx.managers.positionsOf(CHAIN, account, 10);
    expect(places.managers.map((one) => one.address)).toContain(manager);
  });

  it("are valid on a chain whose newest block is hours old", async () => {
    const { session, address } = await person("idle");
    const manager = await dynamicSplit(address);
    const old = async () => (await chainOf(ctx).timestamp()) - 7_200n;
    const idle = {
      ...ctx,
      chains: { ...ctx.chains, [CHAIN]: { ...chainOf(ctx), timestamp: old } },
    };
    const changed = await changing(session, manager, recipients(newAddress()), idle);
    expect(changed).toMatchObject({ state: "completed", error: null });
  });

  it.each(["in time", "too late"])(
    "that were done after a backup complete when the restored database repeats them %s",
    async (when) => {
      const { session, address } = await person(`restored-${when.replace(" ", "-")}`);
      const manager = await dynamicSplit(address);
      await changing(session, manager, recipients(newAddress()));
      const [done] = await ctx.transactions.listOf([session.accountId], ["share_change"], 1);
      if (done === undefined || !isOfKind(done, "share_change")) throw new Error("no change");
      const { deadline } = done.payload;
      const late = {
        ...ctx,
        chains: { [CHAIN]: { ...chainOf(ctx), timestamp: async () => deadline + 1n } },
      };
      const by = when === "in time" ? ctx : late;
      const repeat = async (id: string) => {
        const { kind, payload } = done;
        await ctx.transactions.insert({ id, kind, chain: CHAIN, payload }, { isRunHere: true });
        return advance(by, { id, step: (_name, run) => run() });
      };
      const id = ctx.ids.randomId();
      expect(await repeat(id)).toBe("completed");
      expect(await ctx.transactions.find(id)).toMatchObject({ transactionHash: null, error: null });

      // The next change replaced them.
      await changing(session, manager, recipients(newAddress()));
      expect(await repeat(ctx.ids.randomId())).toBe("failed");
    },
  );

  it("that are refused while another is under way do not use up the gas budget", async () => {
    const { session, address } = await person("hurried");
    const manager = await dynamicSplit(address);
    const { chainId } = chainOf(ctx).deployment;
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => changing(session, manager, recipients(newAddress()))),
    );
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "action_under_way" });
    await expect
      .poll(async () => (await ctx.gasLedger.read(chainId)).unsettledWei, { timeout: 5_000 })
      .toBe(0n);
  });

  it("are left to an external moderator wallet", async () => {
    const { session, address } = await person("self-moderator", "wallet");
    const manager = await dynamicSplit(address);
    const before = await sharesOf(manager);
    expect(await changing(session, manager, recipients(newAddress()))).toMatchObject({
      state: "to_sign",
      transaction: { chainId: 84_532, to: manager, data: expect.stringMatching(/^0x/) },
    });
    expect(await sharesOf(manager)).toEqual(before);
  });

  it("are rejected for other users, other managers and invalid shares", async () => {
    const [owner, other] = [await person("mod-owner"), await person("mod-other")];
    const manager = await dynamicSplit(owner.address);
    const wanted = recipients(newAddress());
    await expect(changing(other.session, manager, wanted)).rejects.toMatchObject({
      code: "forbidden",
    });
    const fixed = await dynamicSplit(owner.address, "static_split");
    await expect(changing(owner.session, fixed, wanted)).rejects.toMatchObject({
      code: "unsupported_operation",
    });
    await expect(changing(owner.session, newAddress(), wanted)).rejects.toMatchObject({
      code: "unsupported_operation",
    });
    const { launchHook } = fixture.deployment.contracts;
    await expect(changing(owner.session, manager, recipients(launchHook))).rejects.toMatchObject({
      code: "invalid_recipient",
      details: [{ path: "recipients.0.id" }],
    });
    const wrong = [{ type: "wallet", id: newAddress(), split: "9999999" }];
    expect(sharesRequest.safeParse({ chain: CHAIN, manager, recipients: wrong }).success).toBe(
      false,
    );
    const old = { ...owner.session, authenticatedAt: new Date(Date.now() - 600_001) };
    await expect(changing(old, manager, wanted)).rejects.toMatchObject({
      code: "reauthentication_required",
    });
  });
});
