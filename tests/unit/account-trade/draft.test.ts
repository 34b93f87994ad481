import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubStorage } from "../../setup/stub-storage";

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** A browser tab on a storage that all tabs share. */
async function openTab() {
  vi.resetModules();
  return import("@/lib/web/trade/run/account-trade-draft");
}

const newDraft = (token: string) => ({
  accountId: "a",
  chain: "base" as const,
  tokenAddress: token,
  side: "buy" as const,
  amountIn: "100",
  minAmountOut: "990",
  slippageBps: 100,
  at: NOW,
  wallet: "0x1",
  referrer: null,
  deadlineMinutes: 20,
  requestId: crypto.randomUUID(),
  confirmed: null,
});

beforeEach(() => {
  stubStorage();
  vi.useFakeTimers({ now: NOW });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("account trades", () => {
  it("of several tokens do not replace each other, across tabs", async () => {
    const [first, second] = [await openTab(), await openTab()];
    const [one, two] = [newDraft("0xa"), newDraft("0xb")];
    first.accountTrades.add(one);
    first.accountTrades.confirm(one, { deadline: 1, at: NOW });
    second.accountTrades.add(two);
    expect(first.accountTrades.of("base", "0xa")?.confirmed).toEqual({ deadline: 1, at: NOW });
    second.accountTrades.remove(two);
    expect(first.accountTrades.of("base", "0xb")).toBeNull();
    expect(second.accountTrades.of("base", "0xa")?.requestId).toBe(one.requestId);
  });

  it("are confirmed once, and then keep their minimum", async () => {
    const { accountTrades } = await openTab();
    const one = newDraft("0xa");
    accountTrades.add(one);
    accountTrades.confirm(one, { deadline: 1, at: NOW });
    accountTrades.confirm(one, { deadline: 2, at: NOW });
    accountTrades.improve(one, "5000");
    accountTrades.add(one);
    expect(accountTrades.of("base", "0xa")).toEqual({
      ...one,
      confirmed: { deadline: 1, at: NOW },
    });
  });

  it("never return less than the best minimum that was shown", async () => {
    const { accountTrades, bestMinimum } = await openTab();
    const one = newDraft("0xa");
    accountTrades.add(one);
    for (const [expectedOut, minimum] of [
      ["1000", "990"],
      ["1430", "1415"],
      ["1200", "1415"],
    ] as const) {
      accountTrades.improve(one, expectedOut);
      expect(accountTrades.of("base", "0xa")?.minAmountOut).toBe(minimum);
    }
    expect(bestMinimum({ minAmountOut: "1415", slippageBps: 100 }, "1200")).toBe("1415");
  });

  it("are sent with the gas fee that was confirmed, also after a reload", async () => {
    const first = await openTab();
    const one = newDraft("0xa");
    first.accountTrades.add(one);
    first.accountTrades.confirm(one, { deadline: 1, at: NOW, networkFeeWei: "77" });
    const reloaded = await openTab();
    const { sendAccountTrade } = await import("@/lib/web/trade/run/send-account-trade");
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", async (_url: unknown, init?: RequestInit) => {
      sent.push(JSON.parse(String(init?.body)));
      throw new TypeError("offline");
    });
    const stored = reloaded.accountTrades.of("base", "0xa");
    expect(stored?.confirmed).toEqual({ deadline: 1, at: NOW, networkFeeWei: "77" });
    await expect(sendAccountTrade(stored ?? one)).rejects.toThrow();
    expect(sent[0]).toMatchObject({ confirm: true, deadline: 1, networkFeeWei: "77" });
  });

  it("are dropped 15 minutes after they were made or confirmed", async () => {
    const { isStaleTrade } = await openTab();
    const one = newDraft("0xa");
    const confirmed = { ...one, confirmed: { deadline: 1, at: NOW + 10 * MINUTE } };
    vi.setSystemTime(NOW + 15 * MINUTE);
    expect([one, confirmed].map(isStaleTrade)).toEqual([false, false]);
    vi.setSystemTime(NOW + 15 * MINUTE + 1);
    expect([one, confirmed].map(isStaleTrade)).toEqual([true, false]);
    vi.setSystemTime(NOW + 25 * MINUTE + 1);
    expect(isStaleTrade(confirmed)).toBe(true);
  });
});
