import type { Address, Hex } from "viem";
import type { IdentityDirectory } from "@/lib/drivers/identities/create-identity-directory";
import { AppError } from "@/lib/shared/errors";
import { type Identity, isUsername, type ResolvedIdentity } from "@/lib/shared/identity";
import { createVendor, SYSTEM_TIMING, type Timing } from "@/lib/support/calls/create-vendor";
import { VendorError } from "@/lib/support/calls/vendor-error";
import { orKnown } from "./look-up-person";
import { ownWallet } from "./own-wallet";
import {
  createPrivyClient,
  createPrivyUsers,
  type PrivyAccount,
  type PrivySigning,
  type PrivyUser,
  type PrivyUsers,
} from "./privy-users";
import {
  type PrivySigner,
  signConsentWithPrivy,
  signPermitWithPrivy,
  signSharesWithPrivy,
  signTransferWithPrivy,
} from "./sign-with-privy";
import { toPublicIdentities } from "./to-public-identities";
import type { LookedUpPerson, Person, PersonIdentity, WalletOwners } from "./wallet-owners";
import type { WalletProvider } from "./wallet-provider";
import type { RecordedWallet, WalletStore } from "./wallet-store";

const API_URL = "https://api.privy.io";
const TIMEOUT_MS = 5_000;

type Options = {
  appId: string;
  appSecret: string;
  apiUrl?: string | undefined;
  directory: IdentityDirectory;
  wallets: WalletStore;
  owners: WalletOwners;
  /** Null: only the users themselves can sign with their wallets. */
  signing?: PrivySigning | null;
  timeoutMs?: number;
  timing?: Timing;
};

/**
 * Managed wallets by Privy. The user of an identity is looked up, or created with an embedded
 * Ethereum wallet for its owner to sign in to. `resolve` throws AppError: invalid_body (unknown
 * username, rejected identity), unsupported_operation, dependency_unavailable (retryable),
 * internal_error (our credentials).
 */
export function createPrivyWalletProvider(options: Options): WalletProvider {
  const {
    appId,
    directory,
    wallets,
    owners,
    timeoutMs = TIMEOUT_MS,
    timing = SYSTEM_TIMING,
  } = options;
  const { appSecret, apiUrl = API_URL, signing = null } = options;
  const access = { appId, appSecret, apiUrl, timeoutMs };
  const users = createPrivyUsers({ ...access, now: timing.now, signing });
  const client = createPrivyClient(access);
  const vendor = createVendor("wallet provider", timing);
  // Apart, so that new wallets, which strangers can request, do not delay withdrawals and trades.
  const signatures = createVendor("wallet provider", timing);
  const account = privyAccount(appId);
  const underWay = new Map<string, Promise<RecordedWallet>>();

  async function recordWallet(identity: PersonIdentity): Promise<RecordedWallet> {
    const known = await wallets.find(identity);
    if (known !== null && identity.type === "email") return known;
    const found = await orKnown(() => identify(directory, identity), wallets.find, identity);
    if (found === null && known !== null) return known;
    if (found === null) throw new Error("An identity vanished while it was looked up");
    const { person, privy } = found;
    const own = await wallets.findPerson(person, identity.id);
    return own ?? createWallet(person, identity.id, privy);
  }

  async function createWallet(
    { type, stableId }: Person,
    username: string | null,
    privy: PrivyAccount,
  ): Promise<RecordedWallet> {
    const wallet = await vendor.run(() => findOrCreate(users, privy));
    return wallets.record({ type, username }, { account, stableId, ...wallet });
  }

  /** Concurrent callers share one lookup. */
  function recordOnce(identity: PersonIdentity): Promise<RecordedWallet> {
    const key = `${identity.type}:${identity.id}`;
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const started = recordWallet(identity).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  /** @throws Error when the wallet belongs to another Privy app */
  function toResolved(identity: Identity, wallet: RecordedWallet): ResolvedIdentity {
    if (wallet.account !== account) {
      throw new Error(
        `The wallet of this identity is in ${wallet.account}, but PRIVY_APP_ID is ${appId}.`,
      );
    }
    return { ...identity, address: wallet.address, userId: wallet.userId };
  }

  async function signAs(
    identity: PersonIdentity,
    wallet: Address,
    sign: (signer: PrivySigner) => Promise<Hex>,
  ): Promise<Hex> {
    if (signing === null) {
      throw new AppError(
        "unsupported_operation",
        "This server is not allowed to sign for its wallets",
      );
    }
    const recorded = await wallets.findByAddress(identity.type, wallet);
    if (recorded === null || recorded.account !== account) {
      throw new Error(`${wallet} is not a managed wallet of type ${identity.type}.`);
    }
    return signatures.run(async () => {
      const user = await users.get(recorded.userId);
      const walletId = user?.walletIds.get(wallet);
      if (walletId === undefined) throw new VendorError("down", "a wallet without an id");
      return sign({ client, walletId, address: wallet, signing, now: timing.now() });
    });
  }

  return {
    async find(identity) {
      if (identity.type === "wallet") return ownWallet(identity);
      const wallet = await wallets.find(identity);
      return wallet && toResolved(identity, wallet);
    },
    async check({ type, id }, beforeLookup) {
      if (type === "wallet" || type === "email") return;
      const find = () => identify(directory, { type, id }, beforeLookup);
      await orKnown(find, wallets.find, { type, id });
    },
    async resolve(identity): Promise<ResolvedIdentity> {
      const { type, id } = identity;
      if (type === "wallet") return ownWallet(identity);
      return toResolved(identity, await recordOnce({ type, id }));
    },
    async resolvePerson(person, username) {
      const identity = { type: person.type, id: username ?? person.stableId };
      const own = await wallets.findPerson(person, username);
      // Not looked up by the username: a directory may remember its former owner.
      const wallet = own ?? (await createWallet(person, username, provenAccount(person, username)));
      return toResolved(identity, wallet);
    },
    markVerified: (person, username) => owners.markVerified(person, username),
    walletsOf: (person) => owners.listOf(person),
    signTransfer: (identity, wallet, transfer) =>
      signAs(identity, wallet, (signer) => signTransferWithPrivy(signer, transfer)),
    signCall: (identity, wallet, call) =>
      signAs(identity, wallet, (signer) => signTransferWithPrivy(signer, call)),
    signPermit: (identity, wallet, permit) =>
      signAs(identity, wallet, (signer) => signPermitWithPrivy(signer, permit)),
    signShares: (identity, wallet, change) =>
      signAs(identity, wallet, (signer) => signSharesWithPrivy(signer, change)),
    signConsent: (identity, wallet, terms) =>
      signAs(identity, wallet, (signer) => signConsentWithPrivy(signer, terms)),
    async identitiesOf(addresses) {
      return toPublicIdentities(addresses, await owners.findByAddress(addresses));
    },
  };
}

/** A proven identity as a linked account of Privy. */
function provenAccount(
  { type, stableId, custodyAddress }: Person,
  username: string | null,
): PrivyAccount {
  switch (type) {
    case "email":
      return { type, address: stableId };
    case "twitter":
      if (username === null) throw new Error("A sign-in with X has no username");
      // The sign-in does not return the name that X shows.
      return { type: "twitter_oauth", subject: stableId, username, name: username };
    case "farcaster": {
      if (custodyAddress === undefined) throw new Error("A Farcaster sign-in has no address");
      const name = username !== null && isUsername(username) ? { username } : {};
      return { type, fid: Number(stableId), owner_address: custodyAddress, ...name };
    }
  }
}

/** The owner of an identity, and their Privy linked account. */
async function identify(
  directory: IdentityDirectory,
  { type, id }: PersonIdentity,
  beforeLookup?: () => Promise<void>,
): Promise<{ person: Person | LookedUpPerson; privy: PrivyAccount }> {
  switch (type) {
    case "email":
      return { person: { type, stableId: id }, privy: { type, address: id } };
    case "twitter": {
      const { lookedUpAt, ...user } = await directory.findXUser(id, beforeLookup);
      const person = { type, stableId: user.subject, lookedUpAt };
      return { person, privy: { type: "twitter_oauth", ...user } };
    }
    case "farcaster": {
      const user = await directory.findFarcasterUser(id, beforeLookup);
      const { fid, username, custodyAddress, lookedUpAt } = user;
      const person = { type, stableId: `${fid}`, lookedUpAt };
      return { person, privy: { type, fid, username, owner_address: custodyAddress } };
    }
  }
}

/**
 * Looks the user up before each attempt: an earlier one may have created it although its response
 * was lost.
 */
async function findOrCreate(
  users: PrivyUsers,
  account: PrivyAccount,
): Promise<Pick<RecordedWallet, "userId" | "address">> {
  const user = (await users.find(account)) ?? (await create(users, account));
  if (user.wallet !== null) return { userId: user.id, address: user.wallet };
  const withWallet = (await users.addWallet(user.id)) ?? (await users.find(account));
  if (!withWallet?.wallet) throw new VendorError("down", "a user without a wallet");
  return { userId: withWallet.id, address: withWallet.wallet };
}

async function create(users: PrivyUsers, account: PrivyAccount): Promise<PrivyUser> {
  const made = await users.create(account);
  if (made !== "conflict" && made !== "invalid") return made;
  const found = await users.find(account);
  if (found !== null) return found;
  if (made === "conflict") throw new VendorError("down", "a user that exists but is not found");
  throw new AppError("invalid_body", "The wallet provider does not accept this identity");
}

/** Our Privy app, as the wallet store names it. */
export function privyAccount(appId: string): string {
  return `privy:${appId}`;
}
