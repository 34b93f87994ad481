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
    const { feeSplitDraft } = await import("@/components/managers/stored-drafts");
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
    expect(feeSplitDraft.read()).toEqual(form);
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

describe("a request for a manager without a result", () => {
  const HOUR = 60 * MINUTE;
  const sent = { request: "{}", key: "k", at: NOW, isOpen: true };

  it("is sent again without a click for an hour, if no response arrived", async () => {
    const { isResumed } = await import("@/components/managers/creation/open-request");
    const pending = { ...sent, isAnswered: false };
    expect(isResumed(pending)).toBe(true);
    expect(isResumed(sent), "stored by an earlier build").toBe(true);
    expect(isResumed({ ...sent, isAnswered: true })).toBe(false);
    expect(isResumed({ ...pending, isOpen: false })).toBe(false);
    expect(isResumed(null)).toBe(false);
    vi.setSystemTime(NOW + HOUR);
    expect(isResumed(pending)).toBe(false);
  });

  it("opens its form for an hour", async () => {
    const { isRecentlyOpen } = await import("@/components/managers/creation/open-request");
    expect(isRecentlyOpen({ ...sent, isAnswered: true })).toBe(true);
    vi.setSystemTime(NOW + HOUR);
    expect(isRecentlyOpen(sent)).toBe(false);
  });

  it.each([
    { kind: "network", status: 0, code: "timeout", isOpen: true, isAnswered: false },
    { kind: "invalid_answer", status: 200, code: "?", isOpen: true, isAnswered: false },
    { kind: "answered", status: 504, code: "http_504", isOpen: true, isAnswered: false },
    {
      kind: "answered",
      status: 503,
      code: "dependency_unavailable",
      isOpen: true,
      isAnswered: true,
    },
    { kind: "answered", status: 503, code: "budget_exhausted", isOpen: false, isAnswered: true },
    { kind: "answered", status: 400, code: "invalid_body", isOpen: false, isAnswered: true },
  ] as const)("is a request that failed with $code ($status): open $isOpen", async (row) => {
    const { kind, status, code, ...state } = row;
    const { stateAfter } = await import("@/components/managers/creation/open-request");
    // The module and its client were loaded anew.
    const { ApiError } = await import("@slipway-launchpad/client");
    const error = new ApiError({ kind, status, code, message: "Failed" });
    expect(stateAfter(error, false)).toEqual(state);
  });

  it("stays open if it is repeated, and refused for now", async () => {
    const { stateAfter } = await import("@/components/managers/creation/open-request");
    const { ApiError } = await import("@slipway-launchpad/client");
    const facts = { kind: "answered", status: 429, code: "rate_limited", message: "Busy" } as const;
    expect(stateAfter(new ApiError(facts), true)).toEqual({ isOpen: true, isAnswered: true });
    expect(stateAfter(new ApiError(facts), false).isOpen).toBe(false);
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

describe("a confirmed withdrawal", () => {
  const draft = {
    accountId: "a",
    wallet: "0xa",
    chain: "base",
    to: "0xb",
    amount: "0.5",
    confirmed: { requestId: "7f0d5d3c-2a6c-4f0e-9d0b-3c6a0a6f1f11", at: NOW, isRequested: true },
  } as const;
  const read = async (openedAt: number, confirmed: object = draft.confirmed) => {
    const { pendingWithdrawal, withoutStale } = await import(
      "@/lib/web/account/pending-withdrawal"
    );
    store("slipway.withdrawal", { ...draft, confirmed });
    const stored = pendingWithdrawal.read();
    return stored && withoutStale(stored, openedAt);
  };

  it("is not offered again to a page that opens later than ten minutes after it", async () => {
    expect(await read(NOW + 10 * MINUTE)).toEqual(draft);
    expect(await read(NOW + 10 * MINUTE + 1)).toBeNull();
    const { requestId, at } = draft.confirmed;
    expect(await read(NOW + 11 * MINUTE, { requestId, at }), "of an earlier build").toBeNull();
  });

  it("stays on a page that showed it before, however long", async () => {
    vi.setSystemTime(NOW + 60 * MINUTE);
    expect(await read(NOW - MINUTE)).toEqual(draft);
  });

  it("is input again if it was never requested", async () => {
    const unsent = { ...draft.confirmed, isRequested: false };
    expect(await read(NOW + 11 * MINUTE, unsent)).toEqual({ ...draft, confirmed: null });
  });
});
