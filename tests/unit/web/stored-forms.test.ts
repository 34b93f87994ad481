import { beforeEach, describe, expect, it, vi } from "vitest";

/** What browsers stored, read by later builds and at later times. */
const NOW = Date.UTC(2026, 0, 1);

let held = new Map<string, string>();

beforeEach(() => {
  held = new Map();
  vi.resetModules();
  vi.stubGlobal("window", {
    addEventListener: () => {},
    localStorage: {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => held.set(key, text),
      removeItem: (key: string) => held.delete(key),
    },
  });
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
});
