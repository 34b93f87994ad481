import type { Address } from "viem";
import { HDKey, hdKeyToAccount } from "viem/accounts";
import { sharesMessage } from "@/lib/features/managers/rules/shares-change";
import type { Identity } from "@/lib/shared/identity";
import { ownWallet } from "./own-wallet";
import type { Seed } from "./seed-file";
import { toPublicIdentities } from "./to-public-identities";
import type { PersonIdentity, WalletOwners } from "./wallet-owners";
import type { WalletProvider } from "./wallet-provider";

/** `address` is null until the wallet has been derived once. */
export type RegisteredWallet = { index: number; seedId: string; address: Address | null };

/** Numbers of managed wallets: one per identity, never reused. */
export type WalletRegistry = {
  /** The wallet of an identity, registered on first use. */
  register(identity: Identity, seedId: string): Promise<RegisteredWallet>;
  /** The wallet of a registered identity, or null. */
  find(identity: Identity): Promise<RegisteredWallet | null>;
  /** Records the address of a number, so that the wallet can be found by address. */
  keepAddress(index: number, address: Address): Promise<void>;
  /** Wallets of a seed without a recorded address. */
  listWithoutAddress(seedId: string): Promise<RegisteredWallet[]>;
};

/**
 * Managed wallets derived from one seed, the n-th identity at `m/44'/60'/0'/0/n`.
 * @param openSeed returns the same seed each time; every method rethrows its error
 * @throws in `resolve` when the registered wallets were derived from another seed
 */
export function createHdWalletProvider(
  openSeed: () => Promise<Seed>,
  registry: WalletRegistry,
  owners: WalletOwners,
): WalletProvider {
  // Derives the root once and only when a wallet is needed, because it is slow.
  let root: HDKey | undefined;
  function derive(seed: Seed, index: number) {
    root ??= HDKey.fromMasterSeed(seed.bytes);
    return hdKeyToAccount(root, { addressIndex: index });
  }

  /** The private key of an identity's wallet. */
  async function keyOf(identity: PersonIdentity, wallet: Address) {
    const seed = await openSeed();
    const { index, seedId } = await registry.register(identity, seed.id);
    const account = derive(seed, index);
    if (seedId !== seed.id || account.address !== wallet) {
      throw new Error(`Managed wallet ${index} is not ${wallet}. Restore the seed file.`);
    }
    return account;
  }

  /**
   * Records addresses of wallets whose registration was interrupted or predates the address column.
   */
  async function recordMissingAddresses(): Promise<void> {
    const seed = await openSeed();
    for (const { index } of await registry.listWithoutAddress(seed.id)) {
      await registry.keepAddress(index, derive(seed, index).address);
    }
  }

  /** @throws Error when the wallet was derived from another seed */
  function toResolved(seed: Seed, identity: Identity, { index, seedId }: RegisteredWallet) {
    if (seedId !== seed.id) {
      throw new Error(
        `Managed wallet ${index} was derived from seed ${seedId}, but this is seed ${seed.id}. Restore the seed file.`,
      );
    }
    return { ...identity, address: derive(seed, index).address, userId: `local:${index}` };
  }

  return {
    async find(identity) {
      if (identity.type === "wallet") return ownWallet(identity);
      const wallet = await registry.find(identity);
      return wallet && toResolved(await openSeed(), identity, wallet);
    },
    async resolve(identity) {
      if (identity.type === "wallet") return ownWallet(identity);
      const seed = await openSeed();
      const wallet = await registry.register(identity, seed.id);
      const resolved = toResolved(seed, identity, wallet);
      if (wallet.address === null) await registry.keepAddress(wallet.index, resolved.address);
      return resolved;
    },
    async markVerified(person, username) {
      await recordMissingAddresses();
      return owners.markVerified(person, username);
    },
    walletsOf: (person) => owners.listOf(person),
    async signTransfer(identity, wallet, { valueWei, ...transfer }) {
      const key = await keyOf(identity, wallet);
      return key.signTransaction({ ...transfer, data: "0x", value: valueWei, type: "eip1559" });
    },
    async signShares(identity, wallet, change) {
      return (await keyOf(identity, wallet)).signTypedData(sharesMessage(change));
    },
    async identitiesOf(addresses) {
      await recordMissingAddresses();
      return toPublicIdentities(addresses, await owners.findByAddress(addresses));
    },
  };
}
