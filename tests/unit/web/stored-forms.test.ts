import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubStorage } from "../../setup/stub-storage";

/** Values in the storage of browsers, read by later builds and at later times. */
const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

let held = new Map<string, string>();

beforeEach(() => {
  held = stubStorage();
  vi.resetModules();
  vi.useFakeTimers({ now: NOW });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const store = (key: string, value: unknown) => held.set(key, JSON.stringify(value));

describe("values that an earlier build stored", () => {
  it("still restore a form and the key of its pending request", async () => {
    const { keptFeeSplit } = await import("@/components/managers/saved-drafts");
    const form = {
      draft: {
        chain: "base",
        splitMode: "equal",
        recipients: [{ type: "wallet", id: "0xa", share: "" }],
        owner: { type: "wallet", id: "" },
        creatorFirstPercent: "0",
      },
      sent: { request: "{}", key: "k", at: NOW, isOpen: true },
    };
    store("slipway.fee-split", form);
    expect(keptFeeSplit.read()).toEqual(form);
  });

  it("still restore the code input of a plain sign-in", async () => {
    const { pendingMail } = await import("@/lib/web/account/pending-mail");
    const mail = { email: "ada@example.com", state: "sent", until: NOW + MINUTE };
    store("slipway.mail", mail);
    expect(pendingMail.read()).toEqual({ ...mail, linkTo: null });
  });

  it("do not stay in the browser after the key of trades was renamed", async () => {
    const { earlierAccountTrade } = await import("@/lib/web/trade/run/earlier-account-trade");
    store("slipway.account-trade", { amountIn: "1" });
    earlierAccountTrade.write(null);
    expect([...held.keys()]).toEqual([]);
  });
});

describe("shares under edit", () => {
  it("are restored for 15 minutes after the last edit", async () => {
    const { storedShares } = await import("@/components/account/shares/stored-shares");
    const split = { accountId: "a", chain: "base", manager: "0xa" } as const;
    const draft = { splitMode: "equal" as const, recipients: [] };
    storedShares.store(split, draft);
    vi.setSystemTime(NOW + 15 * MINUTE);
    expect(storedShares.find(split)).toEqual(draft);
    vi.setSystemTime(NOW + 15 * MINUTE + 1);
    expect(storedShares.find(split)).toBeNull();
  });
});
