/** The wallets of this server do not belong to its realm. */
export class WalletSeedError extends Error {
  override readonly name = "WalletSeedError";
}
