import type { Address } from "viem";
import { consentMessage } from "@/lib/features/managers/rules/attach-consent";
import { sharesMessage } from "@/lib/features/managers/rules/shares-change";
import { permitTypedData } from "@/lib/features/trade/rules/permit";
import type { Identity } from "@/lib/shared/identity";
import type { Seed } from "../secrets/seed-file";
import { createWalletDeriver, type WalletDerivation } from "./derive-wallet";
import { type LookUpPerson, orKnown } from "./look-up-person";
import { ownWallet } from "./own-wallet";
import { toPublicIdentities } from "./to-public-identities";
import type { LookedUpPerson, Person, PersonIdentity, WalletOwners } from "./wallet-owners";
import type { WalletProvider } from "./wallet-provider";

/** `address` is null until the wallet has been derived once. */
export type RegisteredWallet = {
  index: number;
  seedId: string;
  derivation: WalletDerivation;
  address: Address | null;
  /** The key of the wallet, which it is derived from. */
  identity: Identity;
};

/** Managed wallets: one per identity, with a number that is never reused. */
export type WalletRegistry = {
  /** The wallet that an identity named last, registered on first use. */
  register(identity: Identity, seedId: string): Promise<RegisteredWallet>;
  /**
   * The wallet of the username's present owner, registered on first use. Later lookups of the username
   * return it. Without a username the wallet keeps the name that it has. If another user has signed in with it
   * after `lookedUpAt`, returns that user's wallet.
   */
  registerPerson(
    person: Person | LookedUpPerson,
    username: string | null,
    seedId: string,
  ): Promise<RegisteredWallet>;
  /** The wallet of a registered identity, or null. */
  find(identity: Identity): Promise<RegisteredWallet | null>;
  findByAddress(type: Person["type"], address: Address): Promise<RegisteredWallet | null>;
  /** Records the address of a number, so that the wallet can be found by address. */
  keepAddress(index: number, address: Address): Promise<void>;
  /** Wallets of a seed without a recorded address. */
  listWithoutAddress(seedId: string): Promise<RegisteredWallet[]>;
};

/**
 * The seeds of the wallets; each returns the same seed each time. Every method of the provider
 * rethrows their errors.
 */
export type WalletSeeds = {
  /** Derives new wallets. */
  current(): Promise<Seed>;
  /** A seed that registered wallets were derived from, or null. */
  find(seedId: string): Promise<Seed | null>;
};

/**
 * Managed wallets derived from a seed and the identity. Those that an earlier release registered are
 * at `m/44'/60'/0'/0/n`.
 * @param lookUp the present owner of a username, where a directory is configured
 * @throws in `resolve` when a registered wallet was derived from a seed that is not here
 */
export function createHdWalletProvider(
  seeds: WalletSeeds,
  registry: WalletRegistry,
  owners: WalletOwners,
  lookUp: LookUpPerson,
): WalletProvider {
  const derive = createWalletDeriver();

  /** @throws Error when the seed of the wallet is not here */
  async function seedOf({ index, seedId }: RegisteredWallet): Promise<Seed> {
    const current = await seeds.current();
    if (seedId === current.id) return current;
    const other = await seeds.find(seedId);
    if (other !== null) return other;
    throw new Error(
      `Managed wallet ${index} was derived from seed ${seedId}, which is not in the database; the current seed is ${current.id}. Add it from its file: npm run secrets -- import FILE`,
    );
  }

  /**
   * The private key of a wallet. Its owner may have another username than when an action was accepted, so
   * only the type of the identity is compared.
   */
  async function keyOf({ type }: PersonIdentity, wallet: Address) {
    const registered = await registry.findByAddress(type, wallet);
    if (registered === null) {
      throw new Error(`${wallet} is not a managed wallet of type ${type}.`);
    }
    const account = derive(await seedOf(registered), registered, registered.identity);
    if (account.address !== wallet) {
      throw new Error(`Managed wallet ${registered.index} is not ${wallet}.`);
    }
    return account;
  }

  /**
   * Records addresses of wallets whose registration was interrupted or predates the address column.
   */
  async function recordMissingAddresses(): Promise<void> {
    const seed = await seeds.current();
    for (const wallet of await registry.listWithoutAddress(seed.id)) {
      await registry.keepAddress(wallet.index, derive(seed, wallet, wallet.identity).address);
    }
  }

  /** @throws Error as `seedOf` */
  async function toResolved(identity: Identity, wallet: RegisteredWallet) {
    const { address } = derive(await seedOf(wallet), wallet, wallet.identity);
    if (wallet.address === null) await registry.keepAddress(wallet.index, address);
    return { ...identity, address, userId: `local:${wallet.index}` };
  }

  return {
    async find(identity) {
      if (identity.type === "wallet") return ownWallet(identity);
      const wallet = await registry.find(identity);
      return wallet && toResolved(identity, wallet);
    },
    async check({ type, id }, beforeLookup) {
      if (type === "wallet") return;
      await orKnown(() => lookUp({ type, id }, beforeLookup), registry.find, { type, id });
    },
    async resolve(identity) {
      const { type, id } = identity;
      if (type === "wallet") return ownWallet(identity);
      const seedId = (await seeds.current()).id;
      const person = await orKnown(() => lookUp({ type, id }), registry.find, identity);
      const wallet =
        person === null
          ? await registry.register(identity, seedId)
          : await registry.registerPerson(person, id, seedId);
      return toResolved(identity, wallet);
    },
    async resolvePerson(person, username) {
      const seedId = (await seeds.current()).id;
      const wallet = await registry.registerPerson(person, username, seedId);
      return toResolved({ type: person.type, id: username ?? person.stableId }, wallet);
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
    async signCall(identity, wallet, { valueWei, ...call }) {
      const key = await keyOf(identity, wallet);
      return key.signTransaction({ ...call, value: valueWei, type: "eip1559" });
    },
    async signPermit(identity, wallet, { permit, chainId, permit2 }) {
      return (await keyOf(identity, wallet)).signTypedData(
        permitTypedData(permit, chainId, permit2),
      );
    },
    async signShares(identity, wallet, change) {
      return (await keyOf(identity, wallet)).signTypedData(sharesMessage(change));
    },
    async signConsent(identity, wallet, terms) {
      return (await keyOf(identity, wallet)).signTypedData(consentMessage(terms));
    },
    async identitiesOf(addresses) {
      await recordMissingAddresses();
      return toPublicIdentities(addresses, await owners.findByAddress(addresses));
    },
  };
}
