/** Ids of the wallets that are no part of the browser; those of extensions are their own. */
export const REMOTE_WALLET_ID = "walletConnect";
export const COINBASE_WALLET_ID = "coinbaseWalletSDK";

/** What the extension of Coinbase Wallet, and the browser in its app, announce themselves as. */
const COINBASE_ANNOUNCED_ID = "com.coinbase.wallet";
/** The one that an old extension puts on the page without a name. */
const NAMELESS_ID = "injected";

/**
 * The wallets to choose from: those of the browser, then Coinbase Wallet unless it is one of them,
 * then those on other devices.
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
