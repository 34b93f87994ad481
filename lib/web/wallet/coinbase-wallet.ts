import type { ProviderInterface } from "@coinbase/wallet-sdk";
import { numberToHex } from "viem";
import { z } from "zod";
import { createStore } from "../create-store";
import { siteName } from "../site-name";
import { browserStorage } from "./browser-storage";
import { reportClosedPopups } from "./report-closed-popups";
import {
  type BrowserProvider,
  createWalletEvents,
  ProviderError,
  type WalletCall,
} from "./wallet-provider";

/** Origin of its page, which the library opens in a popup. */
const ORIGIN = "https://keys.coinbase.com";
const POPUP_CLOSED = { event: "PopupUnload" };

/** Methods that are sent to the wallet, in addition to `wallet_…`; all others go to the chain. */
const WALLET_METHODS = [
  "eth_accounts",
  "eth_chainId",
  "eth_requestAccounts",
  "eth_sendTransaction",
  "eth_signTypedData_v4",
  "personal_sign",
];
/** Messages with which its mobile app reports, as an internal error, that the user declined. */
const DECLINED = /user (closed|denied|rejected|cancell?ed)|request rejected|received is empty/i;
const INTERNAL = -32_603;

/** Whether this browser is connected: the library is loaded only then. */
const known = createStore("slipway.coinbase", z.object({ isConnected: z.literal(true) }));
const answeredError = z.object({ code: z.number(), message: z.string() });

/**
 * Coinbase Wallet: its page in a popup, its mobile app, or its extension. Its library is loaded
 * only when the user connects or was connected.
 * @param options.chainIds real chains, the preferred one first
 * @param options.requestChain handles requests that are not for the wallet
 */
export function createCoinbaseWallet(options: {
  chainIds: readonly [number, ...number[]];
  requestChain: (chainId: number, call: WalletCall) => Promise<unknown>;
}): BrowserProvider {
  const { chainIds, requestChain } = options;
  const { emit, on, removeListener } = createWalletEvents();
  let opening: Promise<ProviderInterface> | null = null;

  function open(): Promise<ProviderInterface> {
    opening ??= start().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  async function start(): Promise<ProviderInterface> {
    const { createCoinbaseWalletSDK } = await import("@coinbase/wallet-sdk");
    const wallet = createCoinbaseWalletSDK({
      appName: siteName(),
      appLogoUrl: `${window.location.origin}/apple-icon.png`,
      appChainIds: [...chainIds],
      preference: { options: "all" },
    }).getProvider();
    reportClosedPopups(ORIGIN, POPUP_CLOSED);
    wallet.on("accountsChanged", (accounts) => emit("accountsChanged", accounts));
    wallet.on("chainChanged", (chainId) => emit("chainChanged", chainId));
    wallet.on("disconnect", (reason) => {
      known.write(null);
      emit("disconnect", reason);
    });
    return wallet;
  }

  async function disconnect(): Promise<null> {
    known.write(null);
    // When the library is not loaded, or fails to load, only its storage has to be cleared.
    const wallet = await opening?.catch(() => null);
    if (wallet) await wallet.disconnect();
    else forgetKeys();
    return null;
  }

  async function request(call: WalletCall): Promise<unknown> {
    const { method } = call;
    if (method === "wallet_requestPermissions") throw new ProviderError(4200, "Not supported");
    if (method === "wallet_revokePermissions") return disconnect();
    if (known.read() === null) {
      if (method === "eth_accounts") return [];
      if (method === "eth_chainId") return numberToHex(chainIds[0]);
      if (method !== "eth_requestAccounts") {
        throw new ProviderError(4900, "The wallet is not connected");
      }
    }
    const wallet = await open();
    if (!method.startsWith("wallet_") && !WALLET_METHODS.includes(method)) {
      return requestChain(Number(await send(wallet, { method: "eth_chainId" })), call);
    }
    const answer = await send(wallet, call);
    if (method === "eth_requestAccounts") known.write({ isConnected: true });
    return answer;
  }

  return { request, on, removeListener };
}

/** The library's own storage keys of a connection. */
const STORED = /^-(CBWSDK|walletlink)\b/;

function forgetKeys(): void {
  for (const key of browserStorage.keys()) {
    if (STORED.test(key)) browserStorage.removeItem(key);
  }
}

/** @throws ProviderError for the plain objects that the library throws */
async function send(wallet: ProviderInterface, { method, params }: WalletCall): Promise<unknown> {
  try {
    const hasParams = typeof params === "object" && params !== null;
    return await wallet.request(hasParams ? { method, params } : { method });
  } catch (error) {
    const { data } = answeredError.safeParse(error);
    if (data === undefined) throw error;
    const isDeclined = data.code === INTERNAL && DECLINED.test(data.message);
    throw new ProviderError(isDeclined ? 4001 : data.code, data.message, { cause: error });
  }
}
