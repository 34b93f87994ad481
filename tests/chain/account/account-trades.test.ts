import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Address, erc20Abi, parseEther, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { getAccountTrade, getTradeLimits } from "@/lib/features/account-trade/get-account-trade";
import { accountTradeRequest } from "@/lib/features/account-trade/schema";
import { tradeWithAccount } from "@/lib/features/account-trade/trade-with-account";
import { cancelJob } from "@/lib/features/jobs/job-actions";
import { approvalCall } from "@/lib/features/trade/rules/approvals";
import { advance, begin } from "@/lib/features/transactions/advance";
import { sign } from "@/lib/features/transactions/sign";
import { isOfKind } from "@/lib/features/transactions/transaction";
import type { Session } from "@/lib/features/users/rules/account";
import { signIn } from "@/lib/features/users/sign-in";
import { startFaultyNode } from "../../setup/chain/faulty-node";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/** Trades of signed-in users with managed wallets, over a real chain and database. */

const CHAIN = "base-sepolia";
const LIMITS = {
  ACCOUNT_TRADE_MAX_WEI: parseEther("1").toString(),
  ACCOUNT_TRADE_DAY_MAX_WEI: parseEther("1.5").toString(),
  ACCOUNT_TRADE_REAUTH_WEI: parseEther("0.1").toString(),
};
let fixture: ServiceFixture;
let ctx: ServiceContext;
let token: Address;

beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.newContext(LIMITS);
  ({ token } = await fixture.launch({ creatorEmail: "creator@example.com" }));
});
afterAll(() => fixture.stop());

let people = 0;

/** A user with a managed wallet that has this much ETH. */
async function person(ether = "2") {
  people += 1;
  const email = `trader-${people}@example.com`;
  const identity = { type: "email", stableId: email, name: email, proofChainId: null } as const;
  const { accountId } = await signIn({ ctx, input: { identity, current: null } });
  const { address } = await ctx.wallets.resolve({ type: "email", id: email });
  await fixture.chain.test.setBalance({ address, value: parseEther(ether) });
  const session: Session = { accountId, identity, authenticatedAt: ctx.clock.now() };
  return { session, address, old: { ...session, authenticatedAt: new Date(Date.now() - 600_001) } };
}

type Body = Record<string, unknown>;

const trading = (session: Session, body: Body, on = ctx) => {
  const defaults = { chain: CHAIN, tokenAddress: token, side: "buy", minAmountOut: "1" };
  const request = accountTradeRequest.parse({ ...defaults, ...body });
  return tradeWithAccount({ ctx: on, input: { session, request, limit: noLimit } });
};

/** A trade at the quote with 1% slippage. */
async function terms(side: "buy" | "sell", amountIn: bigint): Promise<Body> {
  const hook = await ctx.chains[CHAIN]?.findHook(token);
  const quote = await ctx.chains[CHAIN]?.quoteTrade({ side, token, amountIn }, hook ?? zeroAddress);
  const minAmountOut = `${((quote?.amountOut ?? 0n) * 99n) / 100n}`;
  return { side, amountIn: `${amountIn}`, minAmountOut };
}

/** The body that confirms it. */
async function order(session: Session, side: "buy" | "sell", amountIn: bigint): Promise<Body> {
  const body = await terms(side, amountIn);
  const { deadline, state } = await trading(session, body);
  expect(state).toBe("preview");
  return { ...body, deadline, confirm: true, requestId: crypto.randomUUID() };
}

const tokensOf = (address: Address) =>
  fixture.chain.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [address],
  });
const nonceOf = (address: Address) => fixture.chain.client.getTransactionCount({ address });

describe("a trade with a managed wallet", () => {
  it("buys and then sells everything, for exactly the amounts that were confirmed", async () => {
    const { session, address } = await person();
    const bought = await trading(session, await order(session, "buy", parseEther("0.05")));
    expect(bought).toMatchObject({ state: "completed", problem: null, wallet: address });
    const held = await tokensOf(address);
    expect(BigInt(bought.amountOut ?? 0)).toBe(held);
    expect(held).toBeGreaterThanOrEqual(BigInt(bought.minAmountOut));

    const before = await fixture.chain.client.getBalance({ address });
    const sold = await trading(session, await order(session, "sell", held));
    expect(sold).toMatchObject({ state: "completed", approves: true });
    expect(await tokensOf(address)).toBe(0n);
    const gained = (await fixture.chain.client.getBalance({ address })) - before;
    expect(gained).toBeGreaterThan(BigInt(sold.amountOut ?? 0) - BigInt(sold.networkFeeWei));
    // No allowance is left that could be used later.
    const { allowances } = (await ctx.chains[CHAIN]?.sellerOf(address, token)) ?? {};
    expect(allowances).toMatchObject({ permit2: 0n, router: { amount: 0n } });
  });

  it("is refused with a referrer that could not be paid, before anything is stored", async () => {
    const { session, address } = await person();
    const body = await order(session, "buy", parseEther("0.02"));
    for (const referrer of [token, fixture.deployment.contracts.launchHook]) {
      await expect(trading(session, { ...body, referrer })).rejects.toMatchObject({
        code: "invalid_body",
        details: [{ path: "referrer" }],
      });
    }
    expect(await nonceOf(address)).toBe(0);
    expect(await trading(session, body)).toMatchObject({ state: "completed" });
  });

  it("is sent once for one requestId, however often and from wherever it is requested", async () => {
    const { session, address } = await person();
    const body = await order(session, "buy", parseEther("0.02"));
    const other = fixture.newContext(LIMITS);
    const answers = await Promise.all([
      trading(session, body),
      trading(session, body, other),
      trading(session, body),
    ]);
    const again = await trading(session, body);
    expect(again.state).toBe("completed");
    // A request that finds the trade accepted returns its state at that moment.
    for (const { transactionHash } of answers) {
      expect([null, again.transactionHash]).toContain(transactionHash);
    }
    expect(await nonceOf(address)).toBe(1);
    const requestId = String(body.requestId);
    expect(await getAccountTrade({ ctx, input: { session, requestId } })).toEqual(again);
    await expect(trading(session, { ...body, amountIn: "1" })).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  it("answers a repeated request with its trade, also when that trade has moved the price", async () => {
    const { session, address } = await person();
    const body = { ...(await order(session, "buy", parseEther("0.05"))) };
    const chain = chainOf(ctx);
    // The price moves after the repeated request has seen it, and before it is simulated.
    const late = {
      ...chain,
      async quoteTrade(...args: Parameters<typeof chain.quoteTrade>) {
        const quote = await chain.quoteTrade(...args);
        await trading(session, body);
        return quote;
      },
    };
    const repeated = { ...ctx, chains: { ...ctx.chains, [CHAIN]: late } };
    expect(await trading(session, body, repeated)).toMatchObject({ state: "completed" });
    expect(await nonceOf(address)).toBe(1);
    const other = { ...body, requestId: crypto.randomUUID() };
    await expect(trading(session, other, repeated)).rejects.toMatchObject({
      code: "trade_refused",
      extras: { problem: "price_moved" },
    });
  });

  it("never costs more gas than the user confirmed", async () => {
    const { session, address } = await person();
    const body = await terms("buy", parseEther("0.01"));
    const { deadline, networkFeeWei } = await trading(session, body);
    const chain = chainOf(ctx);
    const market = await chain.estimateFees();
    const estimateFees = async () => ({ ...market, maxFeePerGas: market.maxFeePerGas * 50n });
    const risen = { ...ctx, chains: { ...ctx.chains, [CHAIN]: { ...chain, estimateFees } } };
    const requestId = crypto.randomUUID();
    const confirmed = { ...body, deadline, networkFeeWei, confirm: true, requestId };
    await expect(trading(session, confirmed, risen)).rejects.toMatchObject({
      code: "invalid_body",
      details: [{ path: "networkFeeWei" }],
    });
    expect(await nonceOf(address)).toBe(0);
    const done = await trading(session, confirmed);
    expect(done.state).toBe("completed");
    expect(BigInt(done.networkFeeWei)).toBeLessThanOrEqual(BigInt(networkFeeWei));
  });

  it("names the price as the reason when it moves between the quote and the simulation", async () => {
    const [first, second] = [await person(), await person()];
    const body = await order(first.session, "buy", parseEther("0.05"));
    const chain = chainOf(ctx);
    const late = {
      ...chain,
      async quoteTrade(...args: Parameters<typeof chain.quoteTrade>) {
        const quote = await chain.quoteTrade(...args);
        await trading(second.session, await order(second.session, "buy", parseEther("0.5")));
        return quote;
      },
    };
    const delayed = { ...ctx, chains: { ...ctx.chains, [CHAIN]: late } };
    await expect(trading(first.session, body, delayed)).rejects.toMatchObject({
      code: "trade_refused",
      extras: { problem: "price_moved" },
    });
    expect(await nonceOf(first.address)).toBe(0);
  });

  it("counts once against the limit of its wallet, and a preview not at all", async () => {
    const { session, address } = await person();
    const counted: string[] = [];
    const counting = async (body: Body) => {
      const defaults = { chain: CHAIN, tokenAddress: token, side: "buy" };
      const request = accountTradeRequest.parse({ ...defaults, ...body });
      const count = async (policy: string, subject: string) => {
        counted.push(`${policy} ${subject}`);
      };
      return tradeWithAccount({ ctx, input: { session, request, limit: count } });
    };
    const body = await order(session, "buy", parseEther("0.01"));
    await counting({ ...body, confirm: false });
    expect(counted).toEqual([]);
    await counting(body);
    await counting(body);
    expect(counted).toEqual([`accountTrade ${address}`]);
  });

  it("previews without sending", async () => {
    const { session, address } = await person();
    const body = await order(session, "buy", parseEther("0.01"));
    const preview = await trading(session, { ...body, confirm: false });
    expect(preview).toMatchObject({ state: "preview", transactionHash: null, approves: false });
    expect(BigInt(preview.feeWei)).toBe(parseEther("0.01") / 100n);
    expect(BigInt(preview.networkFeeWei)).toBeGreaterThan(0n);
    expect(await nonceOf(address)).toBe(0);
  });

  it.each([
    ["a token of others", { tokenAddress: `0x${"12".repeat(20)}` }, "token_not_found", {}],
    [
      "a higher minimum than the quote",
      { minAmountOut: `${10n ** 29n}` },
      "trade_refused",
      { problem: "price_moved" },
    ],
    ["a passed deadline", { deadline: 5 }, "trade_refused", { problem: "expired" }],
    ["a deadline in years", { deadline: 4_000_000_000 }, "invalid_body", {}],
    ["a wallet of nobody", { wallet: `0x${"34".repeat(20)}` }, "forbidden", {}],
  ])("is refused with %s before anything is signed", async (_, changes, code, extras) => {
    const { session, address } = await person();
    const body = { ...(await order(session, "buy", parseEther("0.01"))), ...changes };
    await expect(trading(session, body)).rejects.toMatchObject({ code, extras });
    expect(await ctx.transactions.listOf([address], ["trade"], 5)).toEqual([]);
  });

  it("is refused without the amount, or without the gas", async () => {
    const { session, address } = await person();
    const body = await order(session, "buy", parseEther("0.5"));
    for (const ether of ["0.4", "0.5"]) {
      await fixture.chain.test.setBalance({ address, value: parseEther(ether) });
      await expect(trading(session, body)).rejects.toMatchObject({ code: "insufficient_funds" });
    }
    const sale = { side: "sell", amountIn: "500000000000000000000", minAmountOut: "1" };
    await expect(trading(session, sale)).rejects.toMatchObject({ code: "insufficient_funds" });
    expect(await ctx.transactions.listOf([address], ["trade"], 5)).toEqual([]);
  });

  it("requires a minimum of half the quote, so that nobody can take the rest", async () => {
    const { session } = await person();
    const amountIn = `${parseEther("0.01")}`;
    const body = { ...(await order(session, "buy", parseEther("0.01"))), minAmountOut: "1" };
    await expect(trading(session, body)).rejects.toThrow(/half of the current quote/);
    // The preview has the quote, by which the page raises the minimum.
    const preview = await trading(session, { amountIn, minAmountOut: "1" });
    expect(BigInt(preview.expectedOut)).toBeGreaterThan(2n);
    for (const minAmountOut of ["0", "-1", "", undefined]) {
      const body = { chain: CHAIN, tokenAddress: token, side: "buy", amountIn, minAmountOut };
      expect(accountTradeRequest.safeParse(body).success).toBe(false);
    }
  });
});

describe("the limits of trades with managed wallets", () => {
  const buying = async (session: Session, ether: string) =>
    order(session, "buy", parseEther(ether));

  it("refuse a trade above the maximum, also right after a sign-in", async () => {
    const { session } = await person("5");
    const request = await terms("buy", parseEther("1") + 1n);
    await expect(trading(session, request)).rejects.toMatchObject({
      code: "trade_limit",
      extras: { limit: "trade" },
    });
  });

  it("hold for parallel requests of one user together", async () => {
    const { session, address } = await person("5");
    // Two wallets, of which each could trade alone.
    const email = `second-${address}@example.com`.toLowerCase();
    const identity = { type: "email", stableId: email, name: email, proofChainId: null } as const;
    await ctx.accounts.expectLink(session, { type: "email", email }, new Date(Date.now() + 60_000));
    await signIn({ ctx, input: { identity, current: session.accountId } });
    const second = await ctx.wallets.resolve({ type: "email", id: email });
    await fixture.chain.test.setBalance({ address: second.address, value: parseEther("5") });
    // Small ones: the first may be mined before the second is checked, and must not move its price far.
    const on = fixture.newContext({
      ...LIMITS,
      ACCOUNT_TRADE_MAX_WEI: `${parseEther("0.15")}`,
      ACCOUNT_TRADE_DAY_MAX_WEI: `${parseEther("0.15")}`,
    });
    const body = await buying(session, "0.08");
    const bodies = [address, second.address].map((wallet) => ({
      ...body,
      minAmountOut: `${(BigInt(String(body.minAmountOut)) * 7n) / 10n}`,
      wallet,
      requestId: crypto.randomUUID(),
    }));
    const results = await Promise.allSettled(bodies.map((one) => trading(session, one, on)));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: "trade_limit", extras: { limit: "day" } });
    const limits = await getTradeLimits({ ctx: on, input: { session, chain: CHAIN } });
    expect(limits).toMatchObject({ perDay: "0.15", leftToday: "0.07", withoutSignIn: "0.1" });
  });

  it("let an older session trade a small amount, also in parts, and no more", async () => {
    const { session, old, address } = await person();
    const above = await buying(session, "0.11");
    const again = "reauthentication_required";
    await expect(trading(old, above)).rejects.toMatchObject({ code: again });
    expect(await trading(old, await buying(old, "0.06"))).toMatchObject({ state: "completed" });
    const second = await buying(session, "0.05");
    await expect(trading(old, second)).rejects.toMatchObject({ code: again });
    // The same confirmation is sent after a new sign-in.
    expect(await trading(session, second)).toMatchObject({ state: "completed" });
    expect(await nonceOf(address)).toBe(2);
  });

  it("do not count failed trades", async () => {
    const { session, address } = await person("5");
    const body = await buying(session, "0.9");
    const done = await trading(session, body);
    expect(done.state).toBe("completed");
    const id = `action:${session.accountId}:${body.requestId}`;
    const stored = await ctx.transactions.find(id);
    if (stored === null || !isOfKind(stored, "trade")) throw new Error("the trade is not stored");
    const { kind, chain, payload } = stored;
    await ctx.transactions.insert(
      { id: `${id}:second`, kind, chain, payload, owner: address },
      { isRunHere: false },
    );
    const leftToday = async () =>
      (await getTradeLimits({ ctx, input: { session, chain: CHAIN } })).leftToday;
    expect(await leftToday()).toBe("0");
    await ctx.transactions.failUnsigned(`${id}:second`, "expired: too late");
    expect(await leftToday()).toBe("0.6");
  });

  it("do not allow to buy a token that the operator has hidden, only to sell it", async () => {
    const { session, address } = await person();
    await trading(session, await buying(session, "0.01"));
    const body = await buying(session, "0.01");
    const path = join(fixture.dataDir, "block-list.txt");
    await writeFile(path, `${CHAIN}:${token}`);
    const hiding = fixture.newContext({ ...LIMITS, BLOCKLIST_FILE: path });
    await hiding.decisions.refresh();
    await expect(trading(session, body, hiding)).rejects.toMatchObject({ code: "content_removed" });
    const sale = await order(session, "sell", await tokensOf(address));
    expect(await trading(session, sale, hiding)).toMatchObject({ state: "completed" });
  });

  it("is off when the operator says so, without stopping accepted trades", async () => {
    const { session } = await person();
    const body = await buying(session, "0.01");
    await trading(session, body);
    const off = fixture.newContext({ ...LIMITS, ACCOUNT_TRADING: "off" });
    expect(await trading(session, body, off)).toMatchObject({ state: "completed" });
    const next = { ...body, requestId: crypto.randomUUID() };
    await expect(trading(session, next, off)).rejects.toMatchObject({
      code: "unsupported_operation",
    });
    const limits = await getTradeLimits({ ctx: off, input: { session, chain: CHAIN } });
    expect(limits.enabled).toBe(false);
  });
});

describe("a trade that meets an unreliable node", () => {
  it("is sent once when the process stops between signing and sending", async () => {
    const { session, address } = await person();
    const body = await order(session, "buy", parseEther("0.02"));
    const node = await startFaultyNode(fixture.chain.rpcUrl);
    const dying = fixture.newContext({ ...LIMITS, RPC_URL_BASE_SEPOLIA: node.url });
    node.become({
      breaks: (method) => (method === "eth_sendRawTransaction" ? "before" : undefined),
    });
    void trading(session, body, dying).catch(() => undefined);
    const id = `action:${session.accountId}:${body.requestId}`;
    await expect
      .poll(async () => (await ctx.signedTransactions.listOf(id)).length, { timeout: 10_000 })
      .toBe(1);
    expect(await nonceOf(address)).toBe(0);
    await node.stop();
    // Another process continues with the stored bytes, twice at once.
    await Promise.all([
      advance(ctx, { id, step: (_name, run) => run() }),
      advance(fixture.newContext(LIMITS), { id, step: (_name, run) => run() }),
    ]);
    expect(await trading(session, body)).toMatchObject({ state: "completed" });
    expect(await nonceOf(address)).toBe(1);
    expect(await ctx.signedTransactions.listOf(id)).toHaveLength(1);
  });

  /**
   * A sale whose process stops at the first call of a method that its approval needs.
   * @returns `late`, a process after the deadline of the sale
   */
  async function interruptedSale(broken: string, until: (approval: string) => Promise<boolean>) {
    const { session, address } = await person();
    await trading(session, await order(session, "buy", parseEther("0.02")));
    const body = await order(session, "sell", await tokensOf(address));
    const node = await startFaultyNode(fixture.chain.rpcUrl);
    const dying = fixture.newContext({ ...LIMITS, RPC_URL_BASE_SEPOLIA: node.url });
    node.become({ breaks: (method) => (method === broken ? "before" : undefined) });
    void trading(session, body, dying).catch(() => undefined);
    const id = `action:${session.accountId}:${body.requestId}`;
    const approval = `${id}:approval`;
    await expect.poll(() => until(approval), { timeout: 10_000 }).toBe(true);
    await node.stop();
    const late = { ...ctx, clock: { now: () => new Date(Date.now() + 3_600_000) } };
    return { session, address, id, approval, late };
  }

  it("keeps the wallet for the approval of a sale past its deadline until that has ended", async () => {
    const { session, id, approval, late } = await interruptedSale(
      "eth_sendRawTransaction",
      async (approval) => (await ctx.signedTransactions.listOf(approval)).length === 1,
    );
    await begin(late, { id });
    await expect(sign(late, { id })).rejects.toMatchObject({ code: "dependency_unavailable" });
    const preview = await trading(session, await terms("buy", 1_000n));
    expect(preview).toMatchObject({ state: "preview", amountIn: "1000", transactionHash: null });
    const other = await order(session, "buy", parseEther("0.01"));
    await expect(trading(session, other)).rejects.toMatchObject({ code: "action_under_way" });

    await advance(ctx, { id: approval, step: (_name, run) => run() });
    expect(await sign(late, { id })).toBe("failed");
    expect(await ctx.transactions.find(id)).toMatchObject({
      error: expect.stringMatching(/^expired/),
    });
    expect(await trading(session, other)).toMatchObject({ state: "completed" });
  });

  it("does not sign the approval of a sale past its deadline", async () => {
    const { address, id, approval, late } = await interruptedSale(
      "eth_getTransactionCount",
      async (approval) => (await ctx.transactions.find(approval))?.state === "active",
    );
    expect(await sign(late, { id: approval })).toBe("failed");
    await begin(late, { id });
    expect(await sign(late, { id })).toBe("failed");
    expect(await nonceOf(address)).toBe(1);
  });

  /** A process on a chain where the wallet no longer has the tokens, or where the token has no pool. */
  function without(missing: "tokens" | "pool") {
    const chain = chainOf(ctx);
    const sellerOf: typeof chain.sellerOf = async (...args) => {
      const seller = await chain.sellerOf(...args);
      const permit2 = 2n ** 128n;
      return missing === "tokens"
        ? { ...seller, balance: 0n }
        : { ...seller, allowances: { ...seller.allowances, permit2 } };
    };
    const changed = { ...chain, sellerOf, findHook: async () => null };
    return { ...ctx, chains: { ...ctx.chains, [CHAIN]: changed } };
  }
  const isSigned = async (approval: string) =>
    (await ctx.signedTransactions.listOf(approval)).length === 1;
  const isUnsigned = async (approval: string) =>
    (await ctx.transactions.find(approval))?.state === "active";
  const cancel = (id: string) =>
    fixture.db.transaction((tx) => cancelJob({ ctx, tx, input: { id }, reason: "a test" }));

  it.each(["tokens", "pool"] as const)(
    "keeps the wallet until a sent approval has ended, also for a sale without %s",
    async (missing) => {
      const { id, approval } = await interruptedSale("eth_sendRawTransaction", isSigned);
      await begin(ctx, { id });
      const pending = { code: "dependency_unavailable" };
      await expect(sign(without(missing), { id })).rejects.toMatchObject(pending);
      await expect(cancel(id)).rejects.toMatchObject({ code: "conflict" });
      await advance(ctx, { id: approval, step: (_name, run) => run() });
      expect(await sign(without(missing), { id })).toBe("failed");
    },
  );

  it.each(["without tokens", "canceled"])(
    "ends the approval that is not signed of a sale that is %s",
    async (how) => {
      const { id, address, approval } = await interruptedSale(
        "eth_getTransactionCount",
        isUnsigned,
      );
      if (how === "canceled") await cancel(id);
      else {
        await begin(ctx, { id });
        expect(await sign(without("tokens"), { id })).toBe("failed");
      }
      for (const one of [id, approval])
        expect(await ctx.transactions.find(one)).toMatchObject({ state: "failed" });
      expect(await nonceOf(address)).toBe(1);
    },
  );

  it("does not sign the approval of a sale that has ended", async () => {
    const { id, address, approval } = await interruptedSale("eth_getTransactionCount", isUnsigned);
    expect(await ctx.transactions.failUnsigned(id, "ended")).toBe(true);
    expect(await sign(ctx, { id: approval })).toBe("failed");
    expect(await nonceOf(address)).toBe(1);
  });

  it("frees the wallet when it approved the sale elsewhere and the sale is past its deadline", async () => {
    const { session, address, id, approval, late } = await interruptedSale(
      "eth_getTransactionCount",
      async (approval) => (await ctx.transactions.find(approval))?.state === "active",
    );
    await fixture.chain.test.impersonateAccount({ address });
    const { permit2 } = fixture.deployment.contracts;
    const hash = await fixture.chain.test.sendUnsignedTransaction({
      from: address,
      ...approvalCall(token, permit2, await tokensOf(address)),
    });
    await fixture.trader.mined(hash);
    expect(await sign(late, { id: approval })).toBe("failed");
    await begin(late, { id });
    expect(await sign(late, { id })).toBe("failed");
    const next = await order(session, "buy", parseEther("0.01"));
    expect(await trading(session, next)).toMatchObject({ state: "completed" });
  });
});

/** These move the chain's clock, so they are last. */
describe("a sale after someone pushed the price down", () => {
  const HOUR = 3_600;
  const again = { code: "reauthentication_required" };

  /** A user with tokens worth about 0.5 ETH, at a price that has held for an hour until a moment ago. */
  async function victim() {
    ({ token } = await fixture.launch({}));
    await fixture.trader.buy(token, parseEther("10"));
    const { session, old, address } = await person();
    await trading(session, await order(session, "buy", parseEther("0.5")));
    const { test } = fixture.chain;
    await test.increaseTime({ seconds: HOUR });
    await test.mine({ blocks: 1 });
    await fixture.untilIndexed();
    return { session, old, address, held: await tokensOf(address) };
  }

  it("counts at the earlier price", async () => {
    const { session, old, held } = await victim();
    await expect(terms("sell", held).then((body) => trading(old, body))).rejects.toMatchObject(
      again,
    );
    await fixture.trader.sell(token, await fixture.trader.balanceOf(token));
    await fixture.untilIndexed();
    const sale = await terms("sell", held);
    expect(BigInt(String(sale.minAmountOut))).toBeLessThan(parseEther("0.1"));
    await expect(trading(old, sale)).rejects.toMatchObject(again);
    const small = fixture.newContext({ ...LIMITS, ACCOUNT_TRADE_MAX_WEI: `${parseEther("0.2")}` });
    await expect(trading(session, sale, small)).rejects.toMatchObject({
      code: "trade_limit",
      extras: { limit: "trade" },
    });
    expect(await trading(session, await order(session, "sell", held))).toMatchObject({
      state: "completed",
    });
    const limits = await getTradeLimits({ ctx, input: { session, chain: CHAIN } });
    expect(Number(limits.leftToday)).toBeLessThan(0.6);
  });

  it("needs a recent sign-in while the index does not know the token", async () => {
    const { old, session, held } = await victim();
    const sale = await terms("sell", held / 100n);
    expect(await trading(old, sale)).toMatchObject({ state: "preview" });
    const market = { ...ctx.market, listCandles: async () => null };
    const early = { ...ctx, market };
    await expect(trading(old, sale, early)).rejects.toMatchObject(again);
    expect(await trading(session, sale, early)).toMatchObject({ state: "preview" });
  });
});
