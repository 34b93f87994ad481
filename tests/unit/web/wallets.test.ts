import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCoinbaseWallet } from "@/lib/web/wallet/coinbase-wallet";
import { offeredWallets } from "@/lib/web/wallet/offered-wallets";
import { reportClosedPopups } from "@/lib/web/wallet/report-closed-popups";

describe("the wallets that are offered", () => {
  const idsOf = (...ids: string[]) => {
    const { inBrowser, elsewhere } = offeredWallets(ids.map((id) => ({ id })));
    return { inBrowser: inBrowser.map(({ id }) => id), elsewhere: elsewhere.map(({ id }) => id) };
  };

  it("are those of the browser, then Coinbase Wallet, then those on other devices", () => {
    expect(idsOf("walletConnect", "coinbaseWalletSDK", "test.harbour")).toEqual({
      inBrowser: ["test.harbour"],
      elsewhere: ["coinbaseWalletSDK", "walletConnect"],
    });
  });

  it("hold Coinbase Wallet once where its extension announces itself", () => {
    expect(idsOf("coinbaseWalletSDK", "walletConnect", "com.coinbase.wallet")).toEqual({
      inBrowser: ["com.coinbase.wallet"],
      elsewhere: ["walletConnect"],
    });
  });

  it("hold the nameless one only where no wallet of the browser gives its name", () => {
    expect(idsOf("injected", "coinbaseWalletSDK").inBrowser).toEqual(["injected"]);
    expect(idsOf("injected", "coinbaseWalletSDK", "test.harbour").inBrowser).toEqual([
      "test.harbour",
    ]);
  });

  it("are none of the browser where it has none", () => {
    expect(idsOf("coinbaseWalletSDK")).toEqual({
      inBrowser: [],
      elsewhere: ["coinbaseWalletSDK"],
    });
  });
});

describe("Coinbase Wallet before anybody has connected it", () => {
  it("is nobody, and asks neither its library nor a chain", async () => {
    const wallet = createCoinbaseWallet({
      chainIds: [8453, 84532],
      requestChain: async () => {
        throw new Error("A chain was asked");
      },
    });
    // There is no browser here: the library, once loaded, would fail for want of one.
    expect(await wallet.request({ method: "eth_accounts" })).toEqual([]);
    expect(await wallet.request({ method: "eth_chainId" })).toBe("0x2105");
    for (const method of ["eth_sendTransaction", "eth_getBalance", "wallet_getCapabilities"]) {
      await expect(wallet.request({ method })).rejects.toMatchObject({ code: 4900 });
    }
  });
});

describe("a wallet's window that is closed", () => {
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

  it("is told in the words of its page, once", () => {
    const popup = page.open(`${ORIGIN}/connect`);
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual([]);
    popup.closed = true;
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual([[ORIGIN, CLOSED]]);
  });

  it("is not told when it is another's, or when the next one is open already", () => {
    page.open("https://elsewhere.test/").closed = true;
    page.open("/base").closed = true;
    page.open(`${ORIGIN}/connect`).closed = true;
    page.open(`${ORIGIN}/connect`);
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual([]);
  });
});
