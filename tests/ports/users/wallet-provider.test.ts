import { generateKeyPairSync } from "node:crypto";
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "@/lib/drivers/db/create-database";
import { createIdentityDirectory } from "@/lib/drivers/identities/create-identity-directory";
import type { Seed } from "@/lib/drivers/secrets/seed-file";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import type { LookUpPerson } from "@/lib/drivers/wallets/look-up-person";
import { createPrivyWalletProvider } from "@/lib/drivers/wallets/privy-wallet-provider";
import type { Person } from "@/lib/drivers/wallets/wallet-owners";
import type { WalletProvider } from "@/lib/drivers/wallets/wallet-provider";
import type { ProvenIdentity } from "@/lib/features/users/rules/account";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { createProviderWallets } from "@/lib/features/users/store/create-provider-wallets";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets, providerWallets } from "@/lib/features/users/store/wallet-tables";
import { AppError } from "@/lib/shared/errors";
import type { Identity } from "@/lib/shared/identity";
import { startTestDatabase } from "../../setup/database/postgres";
import { onlySeed, testSeed } from "../../setup/stack/seeds";
import { X_BEARER_TOKEN } from "../../setup/wallet-vendors/fake-names";
import {
  PRIVY_APP_ID,
  PRIVY_APP_SECRET,
  PRIVY_SIGNER_ID,
} from "../../setup/wallet-vendors/fake-privy";
import { startWalletVendors } from "../../setup/wallet-vendors/start-wallet-vendors";
import { testWalletProvider, type WalletHarness } from "./wallet-provider.suite";

const NOBODY_LISTENS = "127.0.0.1:9";
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let vendors: Awaited<ReturnType<typeof startWalletVendors>>;
let deadDatabase: Database;

beforeAll(async () => {
  [database, vendors] = await Promise.all([startTestDatabase(), startWalletVendors()]);
  deadDatabase = createDatabase({
    url: `postgres://nobody:nothing@${NOBODY_LISTENS}/none`,
    connectionsMax: 1,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await Promise.all([database.stop(), vendors.stop(), deadDatabase.$client.end()]);
});

const now = () => new Date(0);
const unknown: LookUpPerson = async () => null;
const hdProvider = (from: Seed, db: Database, lookUp = unknown) =>
  createHdWalletProvider(
    onlySeed(from),
    createWalletRegistry(db, now, "sandbox"),
    createWalletOwners(db, managedWallets, now, "sandbox"),
    lookUp,
  );

const hdHarness = (): WalletHarness => ({
  provider: () => hdProvider(testSeed("a"), database.db),
  looksUp: false,
  introduce,
  sell: introduce,
  stableIdOf,
  countOwners: () => database.db.$count(managedWallets),
  resolveWhileDown: () => hdProvider(testSeed("a"), deadDatabase).resolve(EMAIL),
  async resolveWithWrongCredentials() {
    await hdProvider(testSeed("a"), database.db).resolve(EMAIL);
    return hdProvider(testSeed("b"), database.db).resolve(EMAIL);
  },
  secrets: [testSeed("a"), testSeed("b")].map(({ bytes }) => Buffer.from(bytes).toString("hex")),
});

testWalletProvider("HD wallets", hdHarness);

describe("HD wallets without a directory", () => {
  const named = (id: string) => ({ type: "twitter", id }) as const;
  const person = (stableId: string): Person => ({ type: "twitter", stableId });
  async function signIn(provider: WalletProvider, stableId: string, username: string) {
    await provider.resolvePerson(person(stableId), username);
    return provider.markVerified(person(stableId), username);
  }

  it.each([
    ["the latest owner has another name", "freed"],
    ["both owners have other names", "freed_again"],
  ])("create a wallet for a username that nobody has when %s", async (_, name) => {
    const identity = named(name);
    const provider = hdProvider(testSeed("a"), database.db);
    const first = await provider.resolve(identity);
    await signIn(provider, `${name}:1`, name);
    await signIn(provider, `${name}:2`, name);
    const second = await provider.resolve(identity);
    expect(second.address).not.toBe(first.address);
    await signIn(provider, `${name}:2`, `${name}_2`);
    if (name === "freed_again") await signIn(provider, `${name}:1`, `${name}_1`);

    expect(await provider.find(identity)).toBeNull();
    const wallets = [provider, hdProvider(testSeed("a"), database.db)];
    const [third, same] = await Promise.all(wallets.map((one) => one.resolve(identity)));
    expect([first.address, second.address]).not.toContain(third?.address);
    expect(same).toEqual(third);
    expect(await provider.find(identity)).toEqual(third);
    expect(await provider.resolve(identity)).toEqual(third);
    if (third === undefined) throw new Error("no wallet");
    const shown = { type: "twitter", name, verified: false };
    expect(await provider.identitiesOf([third.address])).toMatchObject([{ identity: shown }]);

    // The next user with the name gets this wallet, and can sign with it.
    const owned = await provider.markVerified(person(`${name}:3`), name);
    expect(owned).toEqual([{ ...identity, address: third.address }]);
    expect(await provider.resolvePerson(person(`${name}:3`), name)).toEqual(third);
    const signed = provider.signTransfer(identity, third.address, {
      chainId: 8453,
      nonce: 0,
      to: third.address,
      valueWei: 1n,
      gas: 21_000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 1n,
    });
    await expect(signed).resolves.toMatch(/^0x/);

    // The name is free once more.
    await signIn(provider, `${name}:3`, `${name}_3`);
    const fourth = await provider.resolve(identity);
    expect([first, second, third].map(({ address }) => address)).not.toContain(fourth.address);
    expect(await provider.find(identity)).toEqual(fourth);
    expect(await provider.resolvePerson(person(`${name}:4`), name)).toEqual(fourth);
  });
});

describe("with a directory", () => {
  let other: typeof database;
  beforeAll(async () => {
    other = await startTestDatabase();
  });
  afterAll(() => other.stop());
  const lookUp: LookUpPerson = async ({ type, id }) =>
    type === "email" ? null : { type, stableId: stableIdOf({ type, id }), lookedUpAt: new Date() };

  testWalletProvider("HD wallets", () => ({
    ...hdHarness(),
    provider: () => hdProvider(testSeed("a"), other.db, lookUp),
    looksUp: true,
    countOwners: () => other.db.$count(managedWallets),
  }));

  it("a wallet of a username alone becomes the one of the user who is found", async () => {
    const identity = { type: "twitter", id: "named_before" } as const;
    introduce(identity);
    const before = await hdProvider(testSeed("a"), other.db).resolve(identity);
    expect(await hdProvider(testSeed("a"), other.db, lookUp).resolve(identity)).toEqual(before);
    introduce(identity);
    const after = await hdProvider(testSeed("a"), other.db, lookUp).resolve(identity);
    expect(after.address).not.toBe(before.address);
  });

  it("a database that lost its wallets never gives the buyer the wallet of the seller", async () => {
    const identity = { type: "twitter", id: "lost_and_sold" } as const;
    introduce(identity);
    const provider = hdProvider(testSeed("a"), other.db, lookUp);
    const { address } = await provider.resolve(identity);
    await other.db.delete(managedWallets);
    expect(await provider.resolve(identity)).toMatchObject({ address });
    await other.db.delete(managedWallets);
    introduce(identity);
    expect((await provider.resolve(identity)).address).not.toBe(address);
  });

  it("a sign-in of the buyer is not undone by an earlier lookup that a process remembers", async () => {
    const identity = { type: "twitter", id: "sold_and_signed_in" } as const;
    const at = (ms: number) => new Date(ms);
    const remembered = hdProvider(testSeed("a"), other.db, async () => ({
      type: "twitter",
      stableId: "seller",
      lookedUpAt: at(1_000),
    }));
    const before = await remembered.resolve(identity);
    const buyer = {
      type: "twitter",
      stableId: "buyer",
      name: identity.id,
      proofChainId: null,
    } as const;
    const accounts = createAccountStore(other.db, () => at(2_000), "sandbox");
    await accounts.signIn(buyer, { current: null, newId: "buyer" });
    const bought = await remembered.resolvePerson(buyer, identity.id);
    expect(bought.address).not.toBe(before.address);
    expect(await remembered.resolve(identity)).toEqual(bought);
    expect(await remembered.find(identity)).toEqual(bought);

    const later = hdProvider(testSeed("a"), other.db, async () => ({
      type: "twitter",
      stableId: "seller",
      lookedUpAt: at(3_000),
    }));
    expect(await later.resolve(identity)).toEqual(before);
    expect(await later.find(identity)).toEqual(before);
  });

  it("a sign-in of the seller whose name nothing confirms does not undo a lookup of the buyer", async () => {
    const identity = { type: "farcaster", id: "transferred" } as const;
    const at = (ms: number) => new Date(ms);
    const remembered = hdProvider(testSeed("a"), other.db, async () => ({
      type: "farcaster",
      stableId: "71",
      lookedUpAt: at(1_000),
    }));
    const seller = { type: "farcaster", stableId: "70", proofChainId: null } as const;
    const signIn = (ms: number, name: Pick<ProvenIdentity, "name" | "isNameUnconfirmed">) =>
      createAccountStore(other.db, () => at(ms), "sandbox").signIn(
        { ...seller, ...name },
        { current: null, newId: `seller at ${ms}` },
      );
    await signIn(500, { name: identity.id });
    const sold = await remembered.resolvePerson(seller, identity.id);
    await signIn(2_000, { name: "fid:70", isNameUnconfirmed: true });
    expect(await remembered.resolvePerson(seller, null)).toMatchObject({ address: sold.address });
    const bought = await remembered.resolve(identity);
    expect(bought.address).not.toBe(sold.address);
    expect(await remembered.find(identity)).toEqual(bought);
  });

  it("shows no name for a former owner, until they sign in with another one", async () => {
    const identity = { type: "twitter", id: "shown_and_sold" } as const;
    const accounts = createAccountStore(other.db, now, "sandbox");
    const provider = hdProvider(testSeed("a"), other.db);
    const signIn = async (stableId: string, name: string) => {
      const proven = { type: "twitter", stableId, name, proofChainId: null } as const;
      await accounts.signIn(proven, { current: null, newId: `${stableId}:${name}` });
      await provider.resolvePerson(proven, name);
      return provider.markVerified(proven, name);
    };
    const shown = async (addresses: Address[]) =>
      (await provider.identitiesOf(addresses)).map((one) => one.identity);
    const { address } = await provider.resolve(identity);
    const { address: second } = await provider.resolve({ type: "twitter", id: "shown_too" });
    await signIn("4412", identity.id);
    await signIn("4412", "shown_too");
    await signIn("4413", "shown_too");
    await signIn("4413", identity.id);
    const noName = { type: "twitter", name: null, verified: true };
    expect(await shown([address, second])).toEqual([noName, noName]);

    const owned = await signIn("4412", "shown_again");
    expect(new Set(owned.map((one) => one.address))).toEqual(new Set([address, second]));
    const again = { type: "twitter", name: "shown_again", verified: true };
    expect(await shown([address, second])).toEqual([again, again]);
    // The names of wallets that sign are not changed.
    for (const { address: own, id } of owned) {
      const signed = provider.signTransfer({ type: "twitter", id }, own, {
        chainId: 8453,
        nonce: 0,
        to: own,
        valueWei: 1n,
        gas: 21_000n,
        maxFeePerGas: 2n,
        maxPriorityFeePerGas: 1n,
      });
      await expect(signed).resolves.toMatch(/^0x/);
    }
  });

  it("shows no name for a user without one", async () => {
    const person = { type: "farcaster", stableId: "7700" } as const;
    const provider = hdProvider(testSeed("a"), other.db);
    const { address } = await provider.resolvePerson(person, "fid:7700");
    await provider.markVerified(person, "fid:7700");
    const identity = { type: "farcaster", name: null, verified: true };
    expect(await provider.identitiesOf([address])).toEqual([{ address, identity }]);
  });

  it("known usernames keep their wallet while it is down, and unknown ones are rejected", async () => {
    const identity = { type: "twitter", id: "known_name" } as const;
    introduce(identity);
    const before = await hdProvider(testSeed("a"), other.db, lookUp).resolve(identity);
    const down = hdProvider(testSeed("a"), other.db, async () => {
      throw new AppError("dependency_unavailable");
    });
    expect(await down.resolve(identity)).toEqual(before);
    await expect(down.resolve({ type: "twitter", id: "new_name" })).rejects.toMatchObject({
      code: "dependency_unavailable",
    });
  });
});

testWalletProvider("Privy wallets", () => ({
  provider: () => privyProvider(),
  looksUp: true,
  introduce,
  sell: introduce,
  stableIdOf,
  countOwners: async () => vendors.privy.users.length,
  resolveWhileDown: () => privyProvider({ apiUrl: `http://${NOBODY_LISTENS}` }).resolve(NEWCOMER),
  resolveWithWrongCredentials: () =>
    privyProvider({ appSecret: "another-s3cret-value" }).resolve(NEWCOMER),
  secrets: [PRIVY_APP_SECRET, AUTHORIZATION_KEY, "another-s3cret-value", X_BEARER_TOKEN].flatMap(
    (secret) => [secret, Buffer.from(`${PRIVY_APP_ID}:${secret}`).toString("base64")],
  ),
}));

const AUTHORIZATION_KEY = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .privateKey.export({ type: "pkcs8", format: "der" })
  .toString("base64");
const EMAIL: Identity = { type: "email", id: "known@example.com" };
const NEWCOMER: Identity = { type: "email", id: "newcomer@example.com" };

function privyProvider(overrides: { apiUrl?: string; appSecret?: string } = {}) {
  const timing = { now: () => new Date(), wait: async () => undefined };
  return createPrivyWalletProvider({
    appId: PRIVY_APP_ID,
    appSecret: PRIVY_APP_SECRET,
    apiUrl: vendors.privyUrl,
    directory: createIdentityDirectory({
      xBearerToken: X_BEARER_TOKEN,
      xApiUrl: vendors.xUrl,
      farcasterNamesUrl: vendors.farcasterNamesUrl,
      rememberedMs: 0,
      timing,
    }),
    wallets: createProviderWallets(database.db, now, "sandbox"),
    owners: createWalletOwners(database.db, providerWallets, now, "sandbox"),
    signing: { authorizationKey: AUTHORIZATION_KEY, signerId: PRIVY_SIGNER_ID },
    timing,
    ...overrides,
  });
}

let people = 0;
/** The network's response at a sign-in. */
function stableIdOf({ type, id }: Identity): string {
  if (type === "twitter") return vendors.names.xUsers.get(id)?.id ?? "";
  return type === "farcaster" ? `${vendors.names.farcasterNames.get(id)?.fid}` : id;
}

/** Each call assigns the username to a new user, so a second call is a sale. */
function introduce({ type, id }: Identity): void {
  people += 1;
  if (type === "twitter") {
    vendors.names.xUsers.set(id, { id: `${1000 + people}`, username: id.toUpperCase(), name: id });
  }
  if (type === "farcaster") {
    const owner = `0x${people.toString(16).padStart(40, "0")}`;
    vendors.names.farcasterNames.set(id, { fid: people, owner });
  }
}
