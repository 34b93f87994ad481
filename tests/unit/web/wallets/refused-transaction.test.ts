import { numberToHex } from "viem";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CHAINS } from "@/lib/shared/chains";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";

const ACCOUNT = "0x1111111111111111111111111111111111111111";
const HASH = `0x${"3".repeat(64)}`;
const { chainId } = CHAINS["base-sepolia"];
const CALL = { to: ACCOUNT, data: "0x", value: 5n, gas: 21_000n } as const;

describe("a transaction that the wallet refuses", () => {
  let answers: Record<string, { code: number; message: string }>;
  let sent: string[];

  beforeEach(() => {
    answers = {};
    sent = [];
    const stored = new Map([
      ["slipway.wagmi.recentConnectorId", '"injected"'],
      ["slipway.wagmi.injected.connected", "true"],
      ["slipway.wallet", JSON.stringify({ address: ACCOUNT, name: "Harbour", chainId })],
    ]);
    const localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    };
    const ethereum = {
      on: () => {},
      removeListener: () => {},
      async request({ method }: { method: string }) {
        if (/_sendTransaction$/.test(method)) sent.push(method);
        const answer = answers[method];
        if (answer !== undefined) throw Object.assign(new Error(answer.message), answer);
        if (/^eth_(requestA|a)ccounts$/.test(method)) return [ACCOUNT];
        return method === "eth_chainId" ? numberToHex(chainId) : HASH;
      },
    };
    const location = { origin: "https://launch.test" };
    const page = Object.assign(new EventTarget(), { localStorage, ethereum, location });
    vi.stubGlobal("window", page);
    vi.stubGlobal("localStorage", localStorage);
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  async function send() {
    const { getWagmi } = await import("@/lib/web/wallet/wagmi");
    const { walletSigner } = await import("@/lib/web/wallet/wallet-signer");
    const signer = await walletSigner(getWagmi(["base-sepolia"], null), chainId, ACCOUNT);
    return signer.sendTransaction(CALL);
  }
  const problem = () =>
    send().then(
      () => "sent",
      (error: unknown) => explainTradeError(error).code,
    );

  it.each([
    ["insufficient funds for gas * price + value", "insufficient_eth"],
    ["replacement transaction underpriced", "underpriced"],
    ["already known", "maybe_sent"],
  ])("because of “%s” is not asked for again", async (message, code) => {
    answers.eth_sendTransaction = { code: -32_000, message };
    expect(await problem()).toBe(code);
    expect(sent).toEqual(["eth_sendTransaction"]);
  });

  it("keeps its reason in a wallet that does not support other methods", async () => {
    const message = "insufficient funds for gas * price + value";
    answers.eth_sendTransaction = { code: -32_000, message };
    answers.wallet_sendTransaction = { code: 4200, message: "Not supported" };
    expect(await problem()).toBe("insufficient_eth");
  });

  it("is sent by another method if the wallet lacks the first one", async () => {
    answers.eth_sendTransaction = { code: -32_601, message: "The method does not exist" };
    expect(await send()).toBe(HASH);
    expect(sent).toEqual(["eth_sendTransaction", "wallet_sendTransaction"]);
  });
});
