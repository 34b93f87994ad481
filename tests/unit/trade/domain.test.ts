import fc from "fast-check";
import { type Address, decodeFunctionData, numberToHex, parseAbi, parseEther, slice } from "viem";
import { describe, expect, it } from "vitest";
import gasSnapshot from "@/contracts/gas-snapshot.json";
import { raiseEstimate } from "@/lib/features/rpc/raise-estimate";
import {
  amountText,
  explainAmount,
  parseAmount,
  payableWei,
  percentOfBalance,
  spendableWei,
} from "@/lib/features/trade/rules/amounts";
import { deadlineSeconds, parseDeadline } from "@/lib/features/trade/rules/deadline";
import {
  encodeTrade,
  type TradeInput,
  type TradeRoute,
} from "@/lib/features/trade/rules/encode-trade";
import {
  impactLevel,
  minimumReceived,
  protectionFeeWei,
  tradeFigures,
} from "@/lib/features/trade/rules/figures";
import { permitFor, permitTypedData } from "@/lib/features/trade/rules/permit";
import { REVERT_MEANINGS } from "@/lib/features/trade/rules/problems";
import {
  parseSlippage,
  SLIPPAGE_MAX_BPS,
  slippageAdvice,
  slippageBps,
  slippageText,
} from "@/lib/features/trade/rules/slippage";
import { listTradeSteps } from "@/lib/features/trade/rules/trade-steps";
import { tradeErrorsAbi } from "@/lib/shared/abi/trade-errors";

const TOKEN: Address = "0x5f976E912cE90c939768CFAFfF272DfEC3Db637A";
const HOOK: Address = "0xd7a062F7EF398153fa6F442A8327ab85905da8Ec";
const ROUTER: Address = "0x6fF5693b99212Da76ad316178A184AB56D299b43";
const ROUTE: TradeRoute = {
  universalRouter: ROUTER,
  universalRouterVersion: "2.0",
  launchHook: HOOK,
};
const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
const Q96 = 2n ** 96n;

describe("amounts", () => {
  it.each([
    ["1", parseEther("1")],
    ["1.", parseEther("1")],
    [".5", parseEther("0.5")],
    [",5", parseEther("0.5")],
    ["1,5", parseEther("1.5")],
    ["1,000", parseEther("1000")],
    ["1.000,5", parseEther("1000.5")],
    ["007", parseEther("7")],
    ["1 ETH", parseEther("1")],
    ["0.000000000000000001", 1n],
    ["1.2.3", null],
    ["-3", null],
    ["1e3", null],
    ["0.1234567890123456789", null],
    ["", null],
    [".", null],
    ["0.0", null],
    ["abc", null],
    [`1${"0".repeat(24)}`, null],
  ])("%j is %s", (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it("round-trips to the last unit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 128n - 1n }), (amount) => {
        for (const mark of [".", ","] as const) {
          expect(parseAmount(amountText(amount, mark), mark)).toBe(amount);
        }
      }),
    );
  });

  it.each([
    ["", null],
    ["0", null],
    ["1.5", null],
    ["1e3", "in digits"],
    ["-3", "The amount must not be negative"],
    ["0.1234567890123456789", "at most 18 decimals"],
    [`1${"0".repeat(24)}`, "too large"],
  ])("explains %j as %j", (text, words) => {
    const explained = explainAmount(text);
    if (words === null) expect(explained).toBeNull();
    else expect(explained).toContain(words);
  });

  it("rounds a percentage down to a short amount", () => {
    expect(percentOfBalance(parseEther("1466.148188052372586211"), 50)).toBe(parseEther("733.074"));
    const balance = parseEther("1466.148188052372586211");
    expect(percentOfBalance(balance, 100)).toBe(balance);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (balance) => {
        expect(percentOfBalance(balance, 75) * 100n).toBeLessThanOrEqual(balance * 75n);
      }),
    );
  });

  it("reserves gas when the whole balance is used", () => {
    const gwei = 10n ** 9n;
    expect(spendableWei(parseEther("1"), gwei)).toBe(parseEther("0.99888"));
    expect(spendableWei(parseEther("0.0001"), gwei)).toBe(0n);
  });

  it("reserves the gas limit of the dearest trade", () => {
    const trades = Object.entries(gasSnapshot).filter(([name]) => /^(buy|sell)[ ,]/.test(name));
    expect(trades.length).toBeGreaterThan(10);
    const dearest = Math.max(...trades.map(([, used]) => used));
    const limit = BigInt(String(raiseEstimate(numberToHex(dearest), [{}])));
    const gwei = 10n ** 9n;
    expect(parseEther("1") - payableWei(parseEther("1"), gwei)).toBeGreaterThan(limit * gwei);
  });

  it.each([false, true])(
    "stays payable after Max while the gas price rises up to twice (managed: %s)",
    (isManaged) => {
      const [balance, gwei] = [parseEther("1"), 10n ** 9n];
      const max = spendableWei(balance, gwei, isManaged);
      expect(payableWei(balance, 2n * gwei, isManaged)).toBeGreaterThanOrEqual(max);
      expect(payableWei(balance, 3n * gwei, isManaged)).toBeLessThan(max);
      expect(payableWei(parseEther("0.0001"), gwei, isManaged)).toBe(0n);
    },
  );
});

describe("figures", () => {
  it("deduct the fee from the ETH of a buy before comparing the price", () => {
    const figures = tradeFigures({
      side: "buy",
      amountIn: 10_000n,
      amountOut: 9_405n,
      sqrtPriceX96: Q96,
      feeBps: 100n,
    });
    expect(figures).toEqual({ feeWei: 100n, priceImpactBps: 500 });
  });

  it("add the fee to the ETH of a sale", () => {
    const figures = tradeFigures({
      side: "sell",
      amountIn: 10_000n,
      amountOut: 9_900n,
      sqrtPriceX96: Q96,
      feeBps: 100n,
    });
    expect(figures).toEqual({ feeWei: 100n, priceImpactBps: 0 });
  });

  it("separate what launch protection adds to the fee of a buy", () => {
    const buy = { side: "buy", amountIn: 10_000n, feeWei: 4_992n } as const;
    expect(protectionFeeWei(buy, 100n)).toBe(4_892n);
    expect(protectionFeeWei({ ...buy, feeWei: 100n }, 100n)).toBe(0n);
    expect(protectionFeeWei({ ...buy, side: "sell" }, 100n)).toBe(0n);
  });

  it("never show a price impact in the trader's favour", () => {
    const lucky = { side: "buy", amountIn: 100n, amountOut: 200n, sqrtPriceX96: Q96 } as const;
    expect(tradeFigures({ ...lucky, feeBps: 100n }).priceImpactBps).toBe(0);
  });

  it.each([
    [0, "none"],
    [299, "none"],
    [300, "notable"],
    [1_499, "notable"],
    [1_500, "severe"],
  ])("show an impact of %i basis points as %s", (bps, level) => {
    expect(impactLevel(bps)).toBe(level);
  });

  it("round the minimum down", () => {
    expect(minimumReceived(1_001n, 100)).toBe(990n);
    expect(minimumReceived(1_000n, 5_000)).toBe(500n);
  });
});

describe("slippage", () => {
  it.each([
    [0, 100],
    [200, 200],
    [900, 500],
  ])("auto mode at an impact of %i allows %i basis points", (impact, allowed) => {
    expect(slippageBps("auto", impact)).toBe(allowed);
  });

  it("uses a custom value unchanged", () => {
    expect(slippageBps(50, 5_000)).toBe(50);
  });

  it.each([
    ["0.5", 50],
    ["1,25", 125],
    ["50", 5_000],
    ["0.01", 1],
    ["3.", 300],
    ["0", null],
    ["50.01", null],
    ["1,000", null],
    ["1e1", null],
    ["1.234", null],
    ["-1", null],
    ["x", null],
    ["", null],
  ])("%j is read as %s", (text, bps) => {
    expect(parseSlippage(text)).toBe(bps);
  });

  it.each([".", ","] as const)(
    "is written with the decimal mark %s, and read as the same",
    (mark) => {
      expect(slippageText(50, mark)).toBe(`0${mark}5`);
      expect(slippageText(300, mark)).toBe("3");
      for (let bps = 1; bps <= SLIPPAGE_MAX_BPS; bps += 1) {
        expect(parseSlippage(slippageText(bps, mark), mark)).toBe(bps);
      }
    },
  );

  it.each([
    [5, "low"],
    [100, null],
    [500, null],
    [501, "high"],
    [2_001, "extreme"],
  ])("%i basis points give the advice %s", (bps, advice) => {
    expect(slippageAdvice(bps)).toBe(advice);
  });
});

describe("deadline", () => {
  it("counts from the later of both clocks", () => {
    expect(deadlineSeconds(10, 1_000_000, 500n)).toBe(1_600n);
    expect(deadlineSeconds(10, 0, 5_000n)).toBe(5_600n);
  });

  it.each([
    ["1", 1],
    ["180", 180],
    ["0", null],
    ["181", null],
    ["1.5", null],
    ["", null],
  ])("%j is read as %s", (text, minutes) => {
    expect(parseDeadline(text)).toBe(minutes);
  });
});

describe("transaction plan", () => {
  const none = { permit2: 0n, router: { amount: 0n, expirationSeconds: 0n } };
  const approved = { ...none, permit2: 100n };
  const allowed = { permit2: 100n, router: { amount: 100n, expirationSeconds: 1_060n } };
  const sale = { side: "sell", amountIn: 100n, deadlineSeconds: 1_000n, signs: true } as const;

  it.each([
    ["a buy", { ...sale, side: "buy", allowances: null } as const, ["trade"]],
    ["a first sale", { ...sale, allowances: none }, ["approve", "sign", "trade"]],
    ["a later sale", { ...sale, allowances: approved }, ["sign", "trade"]],
    ["a sale that is allowed", { ...sale, allowances: allowed }, ["trade"]],
    [
      "an allowance that ends too soon",
      { ...sale, deadlineSeconds: 1_001n, allowances: allowed },
      ["sign", "trade"],
    ],
    ["a contract", { ...sale, signs: false, allowances: none }, ["approve", "allow", "trade"]],
  ])("has the right steps for %s", (_name, facts, steps) => {
    expect(listTradeSteps(facts)).toEqual(steps);
  });
});

describe("calldata", () => {
  const trade: TradeInput = {
    side: "buy",
    token: TOKEN,
    amountIn: parseEther("1"),
    minimumOut: 5n,
    deadlineSeconds: 1_800_000_000n,
  };
  const abi = parseAbi([
    "function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
  ]);
  const decode = (data: `0x${string}`) => decodeFunctionData({ abi, data }).args;

  it("of a buy sends the ETH and includes the deadline", () => {
    const { to, data, value } = encodeTrade(trade, ROUTE);
    const [commands, inputs, deadline] = decode(data);
    expect({ to, value, commands, deadline }).toEqual({
      to: ROUTER,
      value: trade.amountIn,
      commands: "0x10",
      deadline: trade.deadlineSeconds,
    });
    expect(inputs).toHaveLength(1);
  });

  it("of a sale includes the permit first and sends no ETH", () => {
    const permit = permitFor({ ...trade, spender: ROUTER, nonce: 3 });
    const { data, value } = encodeTrade({ ...trade, side: "sell" }, ROUTE, {
      permit,
      signature: "0x1234",
    });
    const [commands, inputs] = decode(data);
    expect({ value, commands }).toEqual({ value: 0n, commands: "0x0a10" });
    expect(inputs).toHaveLength(2);
  });

  it("has one more field for routers from 2.1.1", () => {
    const [, [plain = "0x"]] = decode(encodeTrade(trade, ROUTE).data);
    const [, [hopPrice = "0x"]] = decode(
      encodeTrade(trade, { ...ROUTE, universalRouterVersion: "2.1.1" }).data,
    );
    expect(hopPrice.length - plain.length).toBe(64);
    expect(slice(plain, 0, 32)).toBe(slice(hopPrice, 0, 32));
  });

  it("permits exactly the sale, to the router only, until its deadline", () => {
    const permit = permitFor({ ...trade, spender: ROUTER, nonce: 3 });
    expect(permitTypedData(permit, 8453, PERMIT2)).toMatchObject({
      domain: { name: "Permit2", chainId: 8453, verifyingContract: PERMIT2 },
      primaryType: "PermitSingle",
      message: {
        details: { token: TOKEN, amount: trade.amountIn, expiration: 1_800_000_000, nonce: 3 },
        spender: ROUTER,
        sigDeadline: 1_800_000_000n,
      },
    });
  });
});

describe("trade errors", () => {
  it("have a meaning for every contract error that is decoded", () => {
    const wrappers = ["Error", "ExecutionFailed", "WrappedError", "UnexpectedRevertBytes"];
    const decoded = new Set(tradeErrorsAbi.map(({ name }) => name));
    // Older contracts revert with a text instead: Error("TRANSFER_FROM_FAILED").
    const named = Object.keys(REVERT_MEANINGS).filter((name) => name !== "TRANSFER_FROM_FAILED");
    expect(named.toSorted()).toEqual(
      [...decoded].filter((name) => !wrappers.includes(name)).sort(),
    );
  });
});
