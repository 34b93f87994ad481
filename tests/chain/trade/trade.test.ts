import { type Address, type Hex, parseEther } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approvalCall } from "@/lib/features/trade/rules/approvals";
import { minimumReceived } from "@/lib/features/trade/rules/figures";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { quoteTrade } from "@/lib/web/trade/quote-trade";
import { readAllowances, readBalances } from "@/lib/web/trade/read-balances";
import { runTrade, type TradeOrder, type TradeStep } from "@/lib/web/trade/run/run-trade";
import { type SentTrade, settleTrade } from "@/lib/web/trade/run/settle-trade";
import type { BatchState, TradeCall, TradeSigner } from "@/lib/web/trade/run/trade-signer";
import { burnerSigner } from "@/lib/web/wallet/burner-signer";
import { type Launchpad, startLaunchpad } from "../../setup/chain/launchpad";
import { receiptOf } from "../../setup/chain/receipt-of";
import { relayedClient } from "../../setup/chain/relayed-client";

let pad: Launchpad;
beforeAll(async () => {
  pad = await startLaunchpad();
});
afterAll(() => pad.stop());

const ONE_ETH = parseEther("1");
const DEADLINE_MINUTES = 10;

async function newTrader() {
  const { privateKey, address } = await pad.anvil.funded();
  return { address, privateKey, signer: signerOf(privateKey) };
}

function signerOf(privateKey: Hex): TradeSigner {
  return burnerSigner(pad.client, pad.anvil.chainId, privateKey);
}

async function newToken(): Promise<Address> {
  const { token } = await pad.launch(pad.operator.account.address);
  return token;
}

/** Trades and returns its steps with the outcome. */
async function trade(
  signer: TradeSigner,
  order: Omit<TradeOrder, "deadlineMinutes">,
  now: () => number = Date.now,
) {
  const history: TradeStep[][] = [];
  const sent: SentTrade[] = [];
  const outcome = await runTrade({
    reader: relayedClient(pad.client),
    chainId: pad.anvil.chainId,
    contracts: pad.contracts,
    universalRouterVersion: pad.universalRouterVersion,
    signer,
    order: { ...order, deadlineMinutes: DEADLINE_MINUTES },
    onSteps: (steps) => history.push([...steps]),
    onSent: (trade) => sent.push(trade),
    pollingMs: 20,
    now,
  });
  const last = history.at(-1) ?? [];
  return { outcome, history, sent, ids: last.map(({ id }) => id), last };
}

async function quote(side: "buy" | "sell", token: Address, amountIn: bigint) {
  return quoteTrade(pad.client, pad.contracts, { side, token, amountIn });
}

/** The error message of a rejected trade. */
async function problemOf(promise: Promise<unknown>) {
  return promise.then(
    () => Promise.reject(new Error("the trade went through")),
    (error: unknown) => explainTradeError(error),
  );
}

/** Gives an account code by EIP-7702 that accepts ETH and validates no signatures. */
async function delegate(address: Address) {
  const code: Address = "0x00000000000000000000000000000000000c0de0";
  await pad.anvil.test.setCode({ address: code, bytecode: "0x00" });
  await pad.anvil.test.setCode({ address, bytecode: `0xef0100${code.slice(2)}` });
}

describe("a buy", () => {
  it("returns exactly the quote when no other trade comes in between", async () => {
    const [{ signer, address }, token] = [await newTrader(), await newToken()];
    const { amountOut, feeWei, feeBps, priceImpactBps } = await quote("buy", token, ONE_ETH);
    expect(feeBps).toBe(100);
    expect(feeWei).toBe(ONE_ETH / 100n);
    // One ETH into a pool of 10,000 USDC at 3,000 USDC per ETH.
    expect(priceImpactBps).toBeGreaterThan(2_000);
    const order = { side: "buy", token, amountIn: ONE_ETH, minimumOut: amountOut } as const;
    const { outcome, ids, history } = await trade(signer, order);
    expect(outcome.amountOut).toBe(amountOut);
    expect(ids).toEqual(["trade"]);
    expect(history.map(([step]) => step?.state)).toEqual(["waiting", "wallet", "sent", "done"]);
    const { tokens } = await readBalances(pad.client, address, token);
    expect(tokens).toBe(amountOut);
  });

  it("is not sent when the price falls below the minimum", async () => {
    const [{ signer, address }, token] = [await newTrader(), await newToken()];
    const { amountOut } = await quote("buy", token, ONE_ETH);
    await pad.swap(pad.operator, { token, side: "buy", exact: "in", amount: ONE_ETH });
    const minimumOut = minimumReceived(amountOut, 500);
    const order = { side: "buy", token, amountIn: ONE_ETH, minimumOut } as const;
    expect(await problemOf(trade(signer, order))).toMatchObject({
      code: "price_moved",
      next: "requote",
    });
    expect(await pad.client.getTransactionCount({ address })).toBe(0);
  });

  it("fails for an account without ETH with a readable error", async () => {
    const token = await newToken();
    const order = { side: "buy", token, amountIn: ONE_ETH, minimumOut: 0n } as const;
    const problem = await problemOf(trade(signerOf(generatePrivateKey()), order));
    expect(problem).toMatchObject({ code: "insufficient_eth", next: "fund" });
  });

  it("sets its deadline by the chain's clock when the local clock is behind", async () => {
    const [{ signer }, token] = [await newTrader(), await newToken()];
    const order = { side: "buy", token, amountIn: ONE_ETH, minimumOut: 0n } as const;
    const { outcome } = await trade(signer, order, () => 0);
    expect(outcome.amountOut).toBeGreaterThan(0n);
  });
});

describe("a sale", () => {
  async function holder() {
    const [trader, token] = [await newTrader(), await newToken()];
    const order = { side: "buy", token, amountIn: ONE_ETH, minimumOut: 0n } as const;
    const { outcome } = await trade(trader.signer, order);
    return { ...trader, token, held: outcome.amountOut };
  }

  it("requests one approval, then only signatures, and leaves no allowance", async () => {
    const { signer, address, token, held } = await holder();
    const half = held / 2n;
    const { amountOut, feeWei } = await quote("sell", token, half);
    const first = await trade(signer, {
      side: "sell",
      token,
      amountIn: half,
      minimumOut: amountOut,
    });
    expect(first.ids).toEqual(["approve", "sign", "trade"]);
    expect(first.last.every(({ state }) => state === "done")).toBe(true);
    expect(first.outcome.amountOut).toBe(amountOut);
    expect(feeWei).toBe((amountOut * 100n) / 9_900n);
    const left = await readAllowances(pad.client, pad.contracts, address, token);
    expect(left.router).toMatchObject({ amount: 0n, nonce: 1 });

    const second = await trade(signer, {
      side: "sell",
      token,
      amountIn: held - half,
      minimumOut: 0n,
    });
    expect(second.ids).toEqual(["sign", "trade"]);
    expect(await readBalances(pad.client, address, token)).toMatchObject({ tokens: 0n });
  });

  it("approves the router on chain for an account with code, instead of signing", async () => {
    const { signer, address, token, held } = await holder();
    await delegate(address);
    const silent: TradeSigner = {
      ...signer,
      signPermit: () => Promise.reject(new Error("no signature is asked for")),
      signConsent: () => Promise.reject(new Error("no signature is asked for")),
    };
    const sale = { side: "sell", token, amountIn: held / 2n, minimumOut: 0n } as const;
    const { ids, outcome } = await trade(silent, sale);
    expect(ids).toEqual(["approve", "allow", "trade"]);
    expect(outcome.amountOut).toBeGreaterThan(0n);
    expect((await trade(silent, sale)).ids).toEqual(["allow", "trade"]);
  });

  it("sends one request with all calls for a wallet that supports batching", async () => {
    const { signer, address, token, held } = await holder();
    await delegate(address);
    const batches: TradeCall[][] = [];
    let last: Hex = "0x";
    // A wallet sends them as one transaction; sequential ones have the same result.
    const send = async (calls: readonly TradeCall[]) => {
      batches.push([...calls]);
      for (const call of calls) {
        last = await signer.sendTransaction({ ...call, gas: 1_000_000n });
        await receiptOf(pad.client, last);
      }
      return "batch-1";
    };
    let asked = 0;
    const stateOf = async (): Promise<BatchState> => {
      asked += 1;
      if (asked === 1) return { is: "pending" };
      if (asked === 2) throw new Error("The wallet does not answer");
      return { is: "mined", hash: last };
    };
    const batching = { ...signer, batch: { isSupported: async () => true, send, stateOf } };
    const { ids, outcome, sent } = await trade(batching, {
      side: "sell",
      token,
      amountIn: held,
      minimumOut: 0n,
    });
    expect(ids).toEqual(["trade"]);
    expect(batches.map((calls) => calls.map(({ to }) => to))).toEqual([
      [token, pad.contracts.permit2, pad.contracts.universalRouter],
    ]);
    expect(outcome.amountOut).toBeGreaterThan(0n);
    // It is known by its id before its transaction is, so a reloaded page finds it again.
    const [first] = sent;
    if (first === undefined) throw new Error("The batch was not noted");
    expect(first).toMatchObject({ id: "batch-1", hash: null });
    expect(sent.at(-1)).toMatchObject({ id: "batch-1", hash: last });
    const resumed = await settleTrade(pad.client, first, {
      pollingMs: 20,
      onChange: () => {},
      batcher: async () => batching.batch,
    });
    expect(resumed).toEqual(outcome);
  });

  it("is sent call by call for a wallet that refuses to send the calls as one", async () => {
    const { signer, address, token, held } = await holder();
    await delegate(address);
    const refusal = Object.assign(new Error("The user rejected the upgrade"), { code: 5750 });
    const batch = {
      isSupported: async () => true,
      send: () => Promise.reject(refusal),
      stateOf: () => Promise.reject(new Error("there is no batch")),
    };
    const sale = { side: "sell", token, amountIn: held, minimumOut: 0n } as const;
    const { ids, last, outcome } = await trade({ ...signer, batch }, sale);
    expect(ids).toEqual(["approve", "allow", "trade"]);
    expect(last.every(({ state }) => state === "done")).toBe(true);
    expect(outcome.amountOut).toBeGreaterThan(0n);
  });

  it("ends after an approval that the user has lowered in the wallet, and continues with a full one", async () => {
    const { signer, token, held } = await holder();
    const { permit2 } = pad.contracts;
    const asked: string[] = [];
    const capped: TradeSigner = {
      ...signer,
      sendTransaction(call) {
        asked.push(call.to);
        return signer.sendTransaction({ ...call, ...approvalCall(token, permit2, held - 1n) });
      },
      signPermit: () => Promise.reject(new Error("must not be asked")),
    };
    const sale = { side: "sell", token, amountIn: held, minimumOut: 0n } as const;
    expect(await problemOf(trade(capped, sale))).toMatchObject({
      code: "approval_too_small",
      next: "retry",
    });
    expect(asked).toEqual([token]);
    const { ids } = await trade(signer, sale);
    expect(ids).toEqual(["approve", "sign", "trade"]);
  });

  it("of more than the balance fails with a readable error", async () => {
    const { signer, token, held } = await holder();
    await pad.swap(pad.operator, { token, side: "buy", exact: "in", amount: ONE_ETH });
    const order = { side: "sell", token, amountIn: held + 1n, minimumOut: 0n } as const;
    expect(await problemOf(trade(signer, order))).toMatchObject({ code: "insufficient_tokens" });
  });
});

describe("a quote", () => {
  it("reports why it is unavailable", async () => {
    const token = await newToken();
    expect(await problemOf(quote("sell", token, ONE_ETH))).toMatchObject({ code: "too_large" });
    const nowhere: Address = "0x00000000000000000000000000000000000000aa";
    expect(await problemOf(quote("buy", nowhere, ONE_ETH))).toMatchObject({ code: "no_pool" });
  });

  it("shows next to no impact for a tiny trade, and both fees for a sale after a buy", async () => {
    const [{ signer }, token] = [await newTrader(), await newToken()];
    const small = await quote("buy", token, parseEther("0.0001"));
    expect(small.priceImpactBps).toBeLessThanOrEqual(1);
    const { outcome } = await trade(signer, {
      side: "buy",
      token,
      amountIn: ONE_ETH,
      minimumOut: 0n,
    });
    const back = await quote("sell", token, outcome.amountOut);
    expect(back.amountOut).toBeLessThanOrEqual((ONE_ETH * 99n * 99n) / 10_000n);
    expect(back.amountOut).toBeGreaterThan((ONE_ETH * 979n) / 1_000n);
  });
});
