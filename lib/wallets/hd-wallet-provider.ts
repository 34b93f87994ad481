import { HDKey, hdKeyToAccount } from "viem/accounts";
import type { Identity } from "../domain/identity";
import { ownWallet } from "./own-wallet";
import type { Seed } from "./seed-file";
import type { WalletProvider } from "./wallet-provider";

/** Where the numbers of managed wallets are kept: one for each identity, never given twice. */
export type WalletRegistry = {
  /** The wallet of an identity, registered on first use. */
  register(identity: Identity, seedId: string): Promise<{ index: number; seedId: string }>;
};

/**
 * Managed wallets derived from one seed, the n-th identity at `m/44'/60'/0'/0/n`.
 * @throws in `resolve` when the seed is not the one that the registered wallets came from
 */
export function createHdWalletProvider(seed: Seed, registry: WalletRegistry): WalletProvider {
  // Deriving the root is slow, so it happens once, and only when a wallet is needed.
  let root: HDKey | undefined;
  return {
    async resolve(identity) {
      if (identity.type === "wallet") return ownWallet(identity);
      const wallet = await registry.register(identity, seed.id);
      if (wallet.seedId !== seed.id) {
        throw new Error(
          `Managed wallet ${wallet.index} was made from seed ${wallet.seedId}, but this is seed ${seed.id}. Restore the seed file.`,
        );
      }
      root ??= HDKey.fromMasterSeed(seed.bytes);
      const { address } = hdKeyToAccount(root, { addressIndex: wallet.index });
      return { ...identity, address, userId: `local:${wallet.index}` };
    },
  };
}
