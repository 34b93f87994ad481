import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTradingOn } from "@/lib/features/account-trade/rules/is-trading-on";
import { lowestMinimum } from "@/lib/features/account-trade/rules/minimum-out";
import {
  findBreach,
  leftToday,
  type TradeLimits,
} from "@/lib/features/account-trade/rules/trade-limits";
import { accountTradeRequest } from "@/lib/features/account-trade/schema";

const LIMITS: TradeLimits = { tradeWei: 100n, dayWei: 250n, withoutSignInWei: 10n };
const NOTHING = { allWei: 0n, withoutSignInWei: 0n };

describe("findBreach", () => {
  it.each([
    ["the maximum", 100n, true, NOTHING, null],
    ["one wei more", 101n, true, NOTHING, "trade"],
    ["the rest of the day", 50n, true, { allWei: 200n, withoutSignInWei: 0n }, null],
    ["more than the rest of the day", 51n, true, { allWei: 200n, withoutSignInWei: 0n }, "day"],
    ["a small amount of an older session", 10n, false, NOTHING, null],
    ["one wei more of an older session", 11n, false, NOTHING, "sign_in"],
    [
      "the second part of an older session",
      5n,
      false,
      { allWei: 6n, withoutSignInWei: 6n },
      "sign_in",
    ],
    ["a part after trades with a sign-in", 10n, false, { allWei: 90n, withoutSignInWei: 0n }, null],
    ["what no sign-in would allow", 101n, false, NOTHING, "trade"],
  ] as const)("%s", (_, valueWei, isRecent, traded, breach) => {
    expect(findBreach({ valueWei, isRecent }, traded, LIMITS)).toBe(breach);
  });

  it("never lets accepted trades exceed a limit, in any order", () => {
    const trades = fc.array(fc.record({ valueWei: fc.bigInt(1n, 120n), isRecent: fc.boolean() }));
    fc.assert(
      fc.property(trades, (list) => {
        const traded = { allWei: 0n, withoutSignInWei: 0n };
        for (const trade of list) {
          if (findBreach(trade, traded, LIMITS) !== null) continue;
          traded.allWei += trade.valueWei;
          if (!trade.isRecent) traded.withoutSignInWei += trade.valueWei;
        }
        expect(traded.allWei <= LIMITS.dayWei).toBe(true);
        expect(traded.withoutSignInWei <= LIMITS.withoutSignInWei).toBe(true);
        expect(leftToday(traded, LIMITS)).toBe(LIMITS.dayWei - traded.allWei);
      }),
    );
  });

  it("leaves nothing after the operator lowered the limit", () => {
    expect(leftToday({ allWei: 300n, withoutSignInWei: 0n }, LIMITS)).toBe(0n);
  });
});

describe("isTradingOn", () => {
  const sandbox = { ACCOUNT_TRADING: "on", realm: "sandbox", isSandbox: () => true } as const;
  const live = {
    ...sandbox,
    realm: "live",
    isSandbox: (chain: string) => chain !== "base",
  } as const;
  const privy = { ...live, PRIVY_APP_ID: "app" };

  it.each([
    ["a sandbox", sandbox, "base-sepolia", true],
    ["a real chain", live, "base", true],
    ["a sandbox chain next to a real one", live, "base-sepolia", false],
    [
      "an operator who switched it off",
      { ...live, ACCOUNT_TRADING: "off" as const },
      "base",
      false,
    ],
    ["Privy wallets that this server may not sign with", privy, "base", false],
    ["Privy wallets with its key", { ...privy, PRIVY_AUTHORIZATION_KEY: "key" }, "base", true],
  ] as const)("%s", (_, env, chain, isOn) => {
    expect(isTradingOn(env, chain)).toBe(isOn);
  });
});

describe("lowestMinimum", () => {
  it("is half of the quote, and never nothing", () => {
    expect(lowestMinimum(1_000n)).toBe(500n);
    expect(lowestMinimum(1n)).toBe(1n);
    expect(lowestMinimum(0n)).toBe(1n);
  });
});

describe("accountTradeRequest", () => {
  const order = {
    chain: "base",
    tokenAddress: "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
    side: "buy",
    amountIn: "5",
    minAmountOut: 7,
  };
  const requestId = "6f0f7a52-43b1-4b0c-9d4e-0b7a2f0f7a52";

  it("is a preview without confirm, whatever else is sent", () => {
    const parsed = accountTradeRequest.parse({ ...order, deadline: 9, requestId });
    expect(parsed).toMatchObject({ amountIn: 5n, minAmountOut: 7n, confirmed: null });
  });

  it("is confirmed with a deadline and a key", () => {
    const body = { ...order, confirm: true, deadline: 9, requestId };
    expect(accountTradeRequest.parse(body).confirmed).toEqual({ deadline: 9, requestId });
  });

  it.each([
    { confirm: true, requestId },
    { confirm: true, deadline: 9 },
    { confirm: "yes" },
    { amountIn: "1.5" },
    { amountIn: `${2n ** 128n}` },
    { minAmountOut: 0 },
    { side: "both" },
    { chain: "8453" },
    { wallet: "ada@example.com" },
    { referrer: "0x12" },
    { deadlineMinutes: 0 },
    { deadlineMinutes: 181 },
  ])("rejects %j", (changes) => {
    expect(accountTradeRequest.safeParse({ ...order, ...changes }).success).toBe(false);
  });
});
