import { numberToHex } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CONFIG_EXAMPLES } from "@/lib/features/system/examples";
import { config } from "@/lib/features/system/schema";
import { CHAINS } from "@/lib/shared/chains";
import { createCoinbaseWallet } from "@/lib/web/wallet/coinbase-wallet";
import { offeredWallets, walletNameOf } from "@/lib/web/wallet/offered-wallets";
import { createRemoteWallet } from "@/lib/web/wallet/remote-wallet";
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

describe("the code that a wallet on another device scans", () => {
  afterEach(() => {
    vi.doUnmock("@walletconnect/sign-client");
    vi.unstubAllGlobals();
  });

  it("stays while an earlier one, of a dialog that was closed, expires", async () => {
    const expire: (() => void)[] = [];
    const client = {
      on: () => {},
      session: { getAll: () => [] },
      connect: async () => ({
        uri: `wc:${expire.length}`,
        approval: () =>
          new Promise((_resolve, reject) => expire.push(() => reject(new Error("Expired")))),
      }),
    };
    vi.doMock("@walletconnect/sign-client", () => ({ SignClient: { init: async () => client } }));
    vi.stubGlobal("window", {
      location: { origin: "https://launch.test" },
      localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    });
    vi.stubGlobal("document", { querySelector: () => null });
    let shown: string | null = null;
    const wallet = createRemoteWallet({
      projectId: "test",
      chainIds: [8453],
      onUri: (uri) => {
        shown = uri;
      },
      requestChain: async () => null,
    });
    const connect = () => wallet.request({ method: "eth_requestAccounts" });
    const first = connect();
    await vi.waitFor(() => expect(shown).toBe("wc:0"));
    const second = connect();
    await vi.waitFor(() => expect(shown).toBe("wc:1"));
    expire[0]?.();
    await expect(first).rejects.toMatchObject({ code: 4001 });
    expect(shown).toBe("wc:1");
    expire[1]?.();
    await expect(second).rejects.toMatchObject({ code: 4001 });
    expect(shown).toBeNull();
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

describe("the account that signs", () => {
  const SHOWN = "0x1111111111111111111111111111111111111111";
  const OTHER = "0x2222222222222222222222222222222222222222";
  const HASH = `0x${"3".repeat(64)}`;
  const { chainId } = CHAINS["base-sepolia"];
  let accounts: string[] = [];
  let requests: { method: string; params?: unknown }[] = [];
  let stored = new Map<string, string>();

  const show = (address: string) =>
    stored.set("slipway.wallet", JSON.stringify({ address, name: "Harbour", chainId }));

  beforeEach(() => {
    requests = [];
    stored = new Map([
      ["slipway.wagmi.recentConnectorId", '"injected"'],
      ["slipway.wagmi.injected.connected", "true"],
    ]);
    const localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    };
    const ethereum = {
      on: () => {},
      removeListener: () => {},
      async request(call: { method: string; params?: unknown }) {
        requests.push(call);
        if (/^eth_(requestA|a)ccounts$/.test(call.method)) return accounts;
        return call.method === "eth_chainId" ? numberToHex(chainId) : HASH;
      },
    };
    const page = Object.assign(new EventTarget(), {
      localStorage,
      ethereum,
      location: { origin: "https://launch.test" },
    });
    vi.stubGlobal("window", page);
    vi.stubGlobal("localStorage", localStorage);
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** The code of a page that is loaded now. */
  async function page() {
    const { getWagmi } = await import("@/lib/web/wallet/wagmi");
    const { walletSigner } = await import("@/lib/web/wallet/wallet-signer");
    const { walletMessageSigner } = await import("@/lib/web/account/wallet-message-signer");
    const wagmi = getWagmi(["base-sepolia"], null);
    return {
      signer: (address: typeof SHOWN | typeof OTHER) => walletSigner(wagmi, chainId, address),
      messageSigner: (address: typeof SHOWN | typeof OTHER) =>
        walletMessageSigner(wagmi, [chainId], address),
    };
  }
  const asked = () => requests.filter(({ method }) => /send|sign/i.test(method));
  const CALL = { to: OTHER, data: "0x", value: 5n, gas: 21_000n } as const;

  it("is the one that the page showed, for transactions, batches and messages", async () => {
    accounts = [SHOWN];
    show(SHOWN);
    const { signer, messageSigner } = await page();
    const { sendTransaction, batch } = await signer(SHOWN);
    await sendTransaction(CALL);
    await batch?.send([CALL]);
    await (await messageSigner(SHOWN))?.sign("Hello");
    expect(asked()).toMatchObject([
      { method: "eth_sendTransaction", params: [{ from: SHOWN }] },
      { method: "wallet_sendCalls", params: [{ from: SHOWN }] },
      { method: "personal_sign", params: [expect.any(String), SHOWN] },
    ]);
  });

  it("is never another one, which the user chose in the wallet after the page loaded", async () => {
    accounts = [OTHER, SHOWN];
    show(SHOWN);
    const { signer, messageSigner } = await page();
    await expect(signer(SHOWN)).rejects.toThrow(`The wallet uses ${OTHER}, not ${SHOWN}`);
    await expect(messageSigner(SHOWN)).rejects.toMatchObject({ name: "OtherWalletError" });
    expect(asked()).toEqual([]);
    // From now on the page shows it.
    expect(stored.get("slipway.wallet")).toContain(OTHER);
    expect((await signer(OTHER)).address).toBe(OTHER);
  });

  it("is the one that another tab has connected, not the one that this tab still has", async () => {
    accounts = [SHOWN];
    show(SHOWN);
    const { signer } = await page();
    expect((await signer(SHOWN)).address).toBe(SHOWN);
    accounts = [OTHER];
    show(OTHER);
    expect((await signer(OTHER)).address).toBe(OTHER);
  });

  it.each([
    ["blocked", "SecurityError"],
    ["full", "QuotaExceededError"],
  ])("can be connected and disconnected while the browser's storage is %s", async (_, name) => {
    accounts = [SHOWN];
    const refuse = () => {
      throw new DOMException("No storage", name);
    };
    const get =
      name === "SecurityError" ? refuse : () => ({ getItem: () => null, setItem: refuse });
    Object.defineProperty(window, "localStorage", { get });
    const { connectWallet, disconnectWallet, getWagmi } = await import("@/lib/web/wallet/wagmi");
    const { getConnection } = await import("wagmi/actions");
    const wagmi = getWagmi(["base-sepolia"], null);
    const injected = wagmi.connectors.find(({ id }) => id === "injected");
    if (injected === undefined) throw new Error("The browser has a wallet");
    await connectWallet(wagmi, injected);
    expect(getConnection(wagmi).address).toBe(SHOWN);
    await disconnectWallet(wagmi);
    expect(getConnection(wagmi).address).toBeUndefined();
  });

  it("is not the burner that another tab has created anew", async () => {
    const { burner } = await import("@/lib/web/wallet/burner");
    const { signerFor } = await import("@/lib/web/wallet/signer-for");
    const privateKey = generatePrivateKey();
    burner.write({ address: privateKeyToAddress(privateKey), privateKey });
    const site = config.parse(CONFIG_EXAMPLES.response);
    const by = { address: SHOWN, signal: new AbortController().signal } as const;
    await expect(signerFor("base-sepolia", site, by)).rejects.toMatchObject({
      name: "OtherWalletError",
    });
  });
});
