import { numberToHex } from "viem";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CHAINS } from "@/lib/shared/chains";

const FIRST = "0x1111111111111111111111111111111111111111";
const SECOND = "0x2222222222222222222222222222222222222222";
const { chainId } = CHAINS["base-sepolia"];

/** An extension that announces itself (EIP-6963) and is authorized for this page. */
function newWallet(rdns: string, account: string) {
  let accounts = [account];
  let silence = Promise.resolve();
  let speak = () => {};
  const listeners = new Map<string, (value: unknown) => void>();
  const info = { uuid: rdns, rdns, name: rdns, icon: "data:," };
  return {
    rdns,
    /** It answers no request until `speak`. */
    fallSilent() {
      silence = new Promise((resolve) => {
        speak = resolve;
      });
    },
    speak: () => speak(),
    choose(chosen: string) {
      accounts = [chosen];
      listeners.get("accountsChanged")?.(accounts);
    },
    detail: {
      info,
      provider: {
        on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
        removeListener: () => {},
        async request({ method }: { method: string }) {
          await silence;
          if (/^eth_(requestA|a)ccounts$/.test(method)) return accounts;
          if (method === "eth_chainId") return numberToHex(chainId);
          throw Object.assign(new Error("Not supported"), { code: 4200 });
        },
      },
    },
  };
}

describe("a browser with several wallets", () => {
  let stored: Map<string, string>;
  let good: ReturnType<typeof newWallet>;
  let other: ReturnType<typeof newWallet>;

  beforeEach(() => {
    good = newWallet("test.good", FIRST);
    other = newWallet("test.other", SECOND);
    stored = new Map([["slipway.wagmi.recentConnectorId", '"test.good"']]);
    stored.set("slipway.wallet", JSON.stringify({ address: FIRST, name: "test.good", chainId }));
    const localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    };
    const location = { origin: "https://launch.test" };
    const page = Object.assign(new EventTarget(), { localStorage, location });
    page.addEventListener("eip6963:requestProvider", () => {
      for (const { detail } of [other, good]) {
        page.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
      }
    });
    vi.stubGlobal("window", page);
    vi.stubGlobal("localStorage", localStorage);
    vi.resetModules();
  });
  let reconnected = Promise.resolve();
  afterEach(async () => {
    vi.useRealTimers();
    // wagmi reconnects once at a time, also for the next test.
    good.speak();
    other.speak();
    await reconnected;
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** The code of a page that is loaded now. */
  async function load() {
    const code = await import("@/lib/web/wallet/wagmi");
    const { walletSigner } = await import("@/lib/web/wallet/wallet-signer");
    const wagmi = code.getWagmi(["base-sepolia"], null);
    reconnected = new Promise((resolve) => {
      const isOver = () => /connected$/.test(wagmi.state.status);
      wagmi.subscribe(isOver, (over) => over && resolve());
    });
    const connector = (rdns: string) => {
      const found = wagmi.connectors.find(({ id }) => id === rdns);
      if (found === undefined) throw new Error(`${rdns} is not announced`);
      return found;
    };
    return { ...code, wagmi, connector, walletSigner };
  }
  const shown = () => stored.get("slipway.wallet");

  it("signs with the connected one while another one answers nothing", async () => {
    other.fallSilent();
    const { wagmi, walletSigner } = await load();
    expect((await walletSigner(wagmi, chainId, FIRST)).address).toBe(FIRST);
  });

  it("shows the account that is chosen in the connected one meanwhile", async () => {
    other.fallSilent();
    const { wagmi, untilReconnected } = await load();
    expect(wagmi.state.status).toBe("connecting");
    await untilReconnected();
    good.choose(SECOND);
    await vi.waitFor(() => expect(shown()).toContain(SECOND));
  });

  it("waits for the one that was connected before a reload", async () => {
    const { untilReconnected } = await load();
    await untilReconnected();
    await vi.waitFor(() => expect(stored.get("slipway.wagmi.store")).toContain(FIRST));
    good.choose(SECOND);
    await vi.waitFor(() => expect(shown()).toContain(SECOND));
    vi.resetModules();
    good.fallSilent();
    const { wagmi, walletSigner } = await load();
    const signing = walletSigner(wagmi, chainId, SECOND);
    await new Promise((resolve) => setTimeout(resolve, 50));
    good.speak();
    expect((await signing).address).toBe(SECOND);
  });

  it("connects another one while the last connected one answers nothing", async () => {
    good.fallSilent();
    vi.useFakeTimers();
    const { wagmi, connector, connectWallet } = await load();
    const connecting = connectWallet(wagmi, connector("test.other"));
    await vi.advanceTimersByTimeAsync(20_000);
    await connecting;
    expect(shown()).toContain(SECOND);
  });

  it("has no connected one after the user has disconnected", async () => {
    const { wagmi, connectWallet, connector, disconnectWallet } = await load();
    await connectWallet(wagmi, connector("test.other"));
    expect(shown()).toContain(SECOND);
    await disconnectWallet(wagmi);
    expect(shown()).toBeUndefined();
    vi.resetModules();
    const reloaded = await load();
    await reloaded.untilReconnected();
    expect(reloaded.wagmi.state.current).toBeNull();
  });
});
