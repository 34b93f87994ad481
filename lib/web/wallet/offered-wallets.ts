/** Ids of wallets outside the browser; extensions announce their own ids. */
export const REMOTE_WALLET_ID = "walletConnect";
export const COINBASE_WALLET_ID = "coinbaseWalletSDK";

/** The id that Coinbase Wallet's extension and its in-app browser announce. */
const COINBASE_ANNOUNCED_ID = "com.coinbase.wallet";
/** The id of an old extension's unnamed injected wallet. */
const NAMELESS_ID = "injected";

/** The name of a wallet on all pages. */
export function walletNameOf({ id, name }: { id: string; name: string }): string {
  return id === NAMELESS_ID ? "Browser wallet" : name;
}

/**
 * The wallets to choose from: those of the browser, then Coinbase Wallet unless it is one of them,
 * then wallets on other devices.
 */
export function offeredWallets<Wallet extends { id: string }>(
  wallets: readonly Wallet[],
): { inBrowser: Wallet[]; elsewhere: Wallet[] } {
  const withId = (id: string) => wallets.filter((wallet) => wallet.id === id);
  const own = wallets.filter(({ id }) => id !== REMOTE_WALLET_ID && id !== COINBASE_WALLET_ID);
  const named = own.filter(({ id }) => id !== NAMELESS_ID);
  const hasCoinbase = named.some(({ id }) => id === COINBASE_ANNOUNCED_ID);
  return {
    inBrowser: named.length > 0 ? named : own,
    elsewhere: [...(hasCoinbase ? [] : withId(COINBASE_WALLET_ID)), ...withId(REMOTE_WALLET_ID)],
  };
}
