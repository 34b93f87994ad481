import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCoinbaseWallet } from "@/lib/web/wallet/coinbase-wallet";
import { offeredWallets, walletNameOf } from "@/lib/web/wallet/offered-wallets";
import { reportClosedPopups } from "@/lib/web/wallet/report-closed-popups";

describe("offered wallets", () => {
  const idsOf = (...ids: string[]) => {
    const { inBrowser, elsewhere } = offeredWallets(ids.map((id) => ({ id })));
    return { inBrowser: inBrowser.map(({ id }) => id), elsewhere: elsewhere.map(({ id }) => id) };
  };

  it("are the browser's, then Coinbase Wallet, then WalletConnect", () => {
    expect(idsOf("walletConnect", "coinbaseWalletSDK", "test.harbour")).toEqual({
      inBrowser: ["test.harbour"],
      elsewhere: ["coinbaseWalletSDK", "walletConnect"],
    });
  });

  it("contain Coinbase Wallet once when its extension announces itself", () => {
    expect(idsOf("coinbaseWalletSDK", "walletConnect", "com.coinbase.wallet")).toEqual({
      inBrowser: ["com.coinbase.wallet"],
      elsewhere: ["walletConnect"],
    });
  });

  it("contain the unnamed injected wallet only when no wallet announces itself", () => {
    expect(idsOf("injected", "coinbaseWalletSDK").inBrowser).toEqual(["injected"]);
    expect(idsOf("injected", "coinbaseWalletSDK", "test.harbour").inBrowser).toEqual([
      "test.harbour",
    ]);
  });

  it("have one name each, also an extension that has none", () => {
    expect(walletNameOf({ id: "injected", name: "Injected" })).toBe("Browser wallet");
    expect(walletNameOf({ id: "test.harbour", name: "Harbour" })).toBe("Harbour");
  });

  it("contain no injected wallet where the browser has none", () => {
    expect(idsOf("coinbaseWalletSDK")).toEqual({
      inBrowser: [],
      elsewhere: ["coinbaseWalletSDK"],
    });
  });
});

describe("Coinbase Wallet before the first connection", () => {
  it("has no account, and loads neither its library nor a chain", async () => {
    const wallet = createCoinbaseWallet({
      chainIds: [8453, 84532],
      requestChain: async () => {
        throw new Error("Unexpected request to a chain");
      },
    });
    // Without a browser the library fails once it is loaded.
    expect(await wallet.request({ method: "eth_accounts" })).toEqual([]);
    expect(await wallet.request({ method: "eth_chainId" })).toBe("0x2105");
    for (const method of ["eth_sendTransaction", "eth_getBalance", "wallet_getCapabilities"]) {
      await expect(wallet.request({ method })).rejects.toMatchObject({ code: 4900 });
    }
  });
});

describe("a closed wallet window", () => {
  const ORIGIN = "https://wallet.test";
  const CLOSED = { event: "closed" };
  let page: EventTarget & { open: (url: string) => { closed: boolean } };
  let told: unknown[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    told = [];
    page = Object.assign(new EventTarget(), {
      location: { href: "https://launch.test/base" },
      open: () => ({ closed: false }),
    });
    page.addEventListener("message", (event) => {
      if (event instanceof MessageEvent) told.push([event.origin, event.data]);
    });
    vi.stubGlobal("window", page);
    reportClosedPopups(ORIGIN, CLOSED);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is reported once with the page's message", () => {
    const popup = page.open(`${ORIGIN}/connect`);
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual([]);
    popup.closed = true;
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual([[ORIGIN, CLOSED]]);
  });

  it("is not reported for another wallet or when the next window is open", () => {
    page.open("https://elsewhere.test/").closed = true;
    page.open("/base").closed = true;
    page.open(`${ORIGIN}/connect`).closed = true;
    page.open(`${ORIGIN}/connect`);
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual([]);
  });
});
