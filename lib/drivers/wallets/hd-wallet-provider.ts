import type { Address } from "viem";
import { HDKey, hdKeyToAccount } from "viem/accounts";
import { sharesMessage } from "@/lib/features/managers/rules/shares-change";
import type { Identity } from "@/lib/shared/identity";
import { ownWallet } from "./own-wallet";
import type { Seed } from "./seed-file";
import { toPublicIdentities } from "./to-public-identities";
import type { PersonIdentity, WalletOwners } from "./wallet-owners";
import type { WalletProvider } from "./wallet-provider";

/** `address` is null until the wallet has been derived for the first time. */
export type RegisteredWallet = { index: number; seedId: string; address: Address | null };

/** Where the numbers of managed wallets are kept: one for each identity, never given twice. */
export type WalletRegistry = {
  /** The wallet of an identity, registered on first use. */
  register(identity: Identity, seedId: string): Promise<RegisteredWallet>;
  /** The wallet of an identity that was registered before. */
  find(identity: Identity): Promise<RegisteredWallet | null>;
  /** Notes the address behind a number, by which the wallet can be looked up. */
  keepAddress(index: number, address: Address): Promise<void>;
  /** Wallets of a seed whose address was not noted yet. */
  listWithoutAddress(seedId: string): Promise<RegisteredWallet[]>;
};

/**
 * Managed wallets derived from one seed, the n-th identity at `m/44'/60'/0'/0/n`.
 * @param openSeed answers the same seed each time; what it throws, every method does
 * @throws in `resolve` when the seed is not the one that the registered wallets came from
 */
export function createHdWalletProvider(
  openSeed: () => Promise<Seed>,
  registry: WalletRegistry,
  owners: WalletOwners,
): WalletProvider {
  // Deriving the root is slow, so it happens once, and only when a wallet is needed.
  let root: HDKey | undefined;
  function derive(seed: Seed, index: number) {
    root ??= HDKey.fromMasterSeed(seed.bytes);
    return hdKeyToAccount(root, { addressIndex: index });
  }

  /** The key of an identity's wallet. */
  async function keyOf(identity: PersonIdentity, wallet: Address) {
    const seed = await openSeed();
    const { index, seedId } = await registry.register(identity, seed.id);
    const account = derive(seed, index);
    if (seedId !== seed.id || account.address !== wallet) {
      throw new Error(`Managed wallet ${index} is not ${wallet}. Restore the seed file.`);
    }
    return account;
  }

  /** Notes the address of a wallet whose registration was cut short, or older than addresses are. */
  async function noteMissingAddresses(): Promise<void> {
    const seed = await openSeed();
    for (const { index } of await registry.listWithoutAddress(seed.id)) {
      await registry.keepAddress(index, derive(seed, index).address);
    }
  }

  /** @throws Error when the wallet came from another seed */
  function toResolved(seed: Seed, identity: Identity, { index, seedId }: RegisteredWallet) {
    if (seedId !== seed.id) {
      throw new Error(
        `Managed wallet ${index} was made from seed ${seedId}, but this is seed ${seed.id}. Restore the seed file.`,
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
      await noteMissingAddresses();
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
      await noteMissingAddresses();
      return toPublicIdentities(addresses, await owners.findByAddress(addresses));
    },
  };
}
