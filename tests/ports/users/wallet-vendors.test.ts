import { generateKeyPairSync } from "node:crypto";
import type { Address } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createIdentityDirectory } from "@/lib/drivers/identities/create-identity-directory";
import type { PrivySigning } from "@/lib/drivers/wallets/privy-users";
import { createPrivyWalletProvider } from "@/lib/drivers/wallets/privy-wallet-provider";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { createProviderWallets } from "@/lib/features/users/store/create-provider-wallets";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { providerWallets } from "@/lib/features/users/store/wallet-tables";
import { startTestDatabase } from "../../setup/database/postgres";
import { X_BEARER_TOKEN } from "../../setup/wallet-vendors/fake-names";
import {
  PRIVY_APP_ID,
  PRIVY_APP_SECRET,
  PRIVY_SIGNER_ID,
} from "../../setup/wallet-vendors/fake-privy";
import { startWalletVendors } from "../../setup/wallet-vendors/start-wallet-vendors";

/** How the Privy driver handles its vendors' responses; the shared suite tests its guarantees. */

const BY_EMAIL = "POST /privy/v1/users/email/address";
const CREATE = "POST /privy/v1/users";
const OWNER = `0x${"ab".repeat(20)}` as const;
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let vendors: Awaited<ReturnType<typeof startWalletVendors>>;
let waits: number[];
let nowMs: number;
let people = 0;

beforeAll(async () => {
  [database, vendors] = await Promise.all([startTestDatabase(), startWalletVendors()]);
});
afterAll(async () => {
  await Promise.all([database.stop(), vendors.stop()]);
});
beforeEach(() => {
  waits = [];
  nowMs = 1_800_000_000_000;
  vendors.faults.length = 0;
  vendors.requests.length = 0;
  vendors.privy.settings.duplicateStatus = 409;
  vendors.names.settings.registryAnswersList = false;
});

const timing = {
  now: () => new Date(nowMs),
  async wait(ms: number) {
    waits.push(ms);
    nowMs += ms;
  },
};

function provider(
  overrides: {
    appId?: string;
    xBearerToken?: string | null;
    timeoutMs?: number;
    signing?: PrivySigning;
  } = {},
) {
  const { appId = PRIVY_APP_ID, xBearerToken = X_BEARER_TOKEN, timeoutMs = 10_000 } = overrides;
  const { signing = null } = overrides;
  return createPrivyWalletProvider({
    appId,
    appSecret: PRIVY_APP_SECRET,
    apiUrl: vendors.privyUrl,
    directory: createIdentityDirectory({
      xBearerToken,
      xApiUrl: `${vendors.xUrl}/`,
      farcasterNamesUrl: vendors.farcasterNamesUrl,
      timeoutMs,
      timing,
    }),
    wallets: createProviderWallets(database.db, timing.now, "sandbox"),
    owners: createWalletOwners(database.db, providerWallets, timing.now, "sandbox"),
    signing,
    timeoutMs,
    timing,
  });
}

function newEmail() {
  people += 1;
  return { type: "email" as const, id: `person${people}@example.com` };
}

function usersOf(email: string) {
  return vendors.privy.users.filter(({ linked_accounts }) =>
    linked_accounts.some(({ address }) => address === email),
  );
}

describe("users at Privy", () => {
  const wallet = { type: "wallet", chain_type: "ethereum", connector_type: "embedded" };

  it("uses the first embedded Ethereum wallet of a user with several", async () => {
    const email = newEmail();
    const user = vendors.privy.addUser(
      { type: "email", address: email.id },
      { ...wallet, connector_type: "injected", address: `0x${"11".repeat(20)}` },
      { ...wallet, chain_type: "solana", wallet_index: 0, address: "So1anaAddress" },
      { ...wallet, wallet_index: 1, address: `0x${"22".repeat(20)}` },
      { ...wallet, wallet_index: 0, address: `0x${"33".repeat(20)}` },
    );
    const resolved = await provider().resolve(email);
    expect(resolved).toMatchObject({ userId: user.id, address: `0x${"33".repeat(20)}` });
    expect(vendors.requests).toEqual([BY_EMAIL]);
  });

  it("adds a wallet to a user without one", async () => {
    const email = newEmail();
    const user = vendors.privy.addUser({ type: "email", address: email.id });
    const resolved = await provider().resolve(email);
    expect(resolved.userId).toBe(user.id);
    expect(user.linked_accounts.at(-1)?.address).toBe(resolved.address.toLowerCase());
  });

  it.each([400, 409, 422])("finds a user that was created concurrently (%i)", async (status) => {
    const email = newEmail();
    const user = vendors.privy.addUser({ type: "email", address: email.id });
    vendors.privy.settings.duplicateStatus = status;
    vendors.faults.push({ at: BY_EMAIL, status: 404 });
    expect((await provider().resolve(email)).userId).toBe(user.id);
    expect(usersOf(email.id)).toHaveLength(1);
  });

  it("creates no second user when the first response was lost", async () => {
    const email = newEmail();
    vendors.faults.push({ at: CREATE, cut: "worked" });
    const { userId } = await provider().resolve(email);
    expect(usersOf(email.id).map(({ id }) => id)).toEqual([userId]);
  });

  it("reports the identity that Privy rejects", async () => {
    vendors.faults.push({ at: CREATE, status: 422 });
    await expect(provider().resolve(newEmail())).rejects.toMatchObject({
      code: "invalid_body",
      message: "The wallet provider does not accept this identity",
    });
  });

  it("requests each identity once", async () => {
    const email = newEmail();
    await provider().resolve(email);
    vendors.requests.length = 0;
    await provider().resolve(email);
    expect(vendors.requests).toEqual([]);
  });

  it("detects wallets that were created in another Privy app", async () => {
    const email = newEmail();
    await provider().resolve(email);
    await expect(provider({ appId: "other-app" }).resolve(email)).rejects.toThrow(
      /in privy:test-app, but PRIVY_APP_ID is other-app/,
    );
  });
});

describe("a provider that is busy", () => {
  const busy = (headers = {}) => ({ at: BY_EMAIL, status: 429, headers });

  it("is retried after the time it named", async () => {
    vendors.faults.push(busy({ "retry-after": "3" }));
    await provider().resolve(newEmail());
    expect(waits).toEqual([3_000]);
  });

  it("is retried after 1, 2 and 4 seconds, and no more", async () => {
    vendors.faults.push(busy(), busy(), busy(), busy());
    await expect(provider().resolve(newEmail())).rejects.toMatchObject({
      code: "dependency_unavailable",
      message: "The wallet provider is busy. Try again later.",
      retryable: true,
      retryAfterSeconds: 8,
    });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    expect(vendors.requests).toHaveLength(4);
  });

  it.each([
    ["seconds", () => "60"],
    ["a date", () => new Date(nowMs + 60_000).toUTCString()],
  ])("is not requested by any process for the time it named, in %s", async (_, retryAfter) => {
    const wallets = provider();
    vendors.faults.push(busy({ "retry-after": retryAfter() }));
    const answer = { code: "dependency_unavailable", retryAfterSeconds: 60 };
    await expect(wallets.resolve(newEmail())).rejects.toMatchObject(answer);
    await expect(wallets.resolve(newEmail())).rejects.toMatchObject(answer);
    expect(waits).toEqual([]);
    expect(vendors.requests).toHaveLength(1);
    nowMs += 60_000;
    expect(await wallets.resolve(newEmail())).toHaveProperty("userId");
  });
});

describe("a provider that fails", () => {
  const down = {
    code: "dependency_unavailable",
    message: "The wallet provider does not respond",
    retryable: true,
  };

  it.each(["silent", "after headers"] as const)("times out (%s)", async (cut) => {
    vendors.faults.push({ at: BY_EMAIL, cut }, { at: BY_EMAIL, cut });
    await expect(provider({ timeoutMs: 100 }).resolve(newEmail())).rejects.toMatchObject(down);
    expect(waits).toEqual([1_000]);
  });

  it.each([
    ["answers 500", { at: BY_EMAIL, status: 500 }],
    ["answers no JSON", { at: BY_EMAIL, status: 200, body: "<html>" }],
    ["answers another shape", { at: BY_EMAIL, status: 200, body: '{"id":"did:privy:x"}' }],
    [
      "answers a wrong address",
      {
        at: BY_EMAIL,
        status: 200,
        body: JSON.stringify({
          id: "did:privy:x",
          linked_accounts: [
            {
              type: "wallet",
              chain_type: "ethereum",
              connector_type: "embedded",
              wallet_index: 0,
              address: "0x12",
            },
          ],
        }),
      },
    ],
    ["redirects", { at: BY_EMAIL, status: 302, headers: { location: "http://127.0.0.1:9/" } }],
  ])("is retried once, then the call fails: it %s", async (_, fault) => {
    const email = newEmail();
    vendors.faults.push(fault);
    expect(await provider().resolve(email)).toMatchObject(email);
    vendors.faults.push(fault, fault);
    await expect(provider().resolve(newEmail())).rejects.toMatchObject(down);
    expect(waits).toEqual([1_000, 1_000]);
  });
});

describe("usernames", () => {
  const X_LOOKUP = "GET /x/2/users/by/username/ada";
  const ada = { type: "twitter", id: "ada" } as const;

  it("returns one wallet for two usernames of one X user", async () => {
    vendors.names.xUsers.set("before", { id: "77", username: "Before", name: "B" });
    vendors.names.xUsers.set("after", { id: "77", username: "After", name: "A" });
    const wallets = provider();
    const before = await wallets.resolve({ type: "twitter", id: "before" });
    expect((await wallets.resolve({ type: "twitter", id: "after" })).address).toBe(before.address);
  });

  it.each([false, true])("parses both forms of the Farcaster registry (list: %s)", async (list) => {
    vendors.names.settings.registryAnswersList = list;
    const id = `reader_${list}`;
    vendors.names.farcasterNames.set(id, { fid: list ? 501 : 502, owner: OWNER });
    const { userId } = await provider().resolve({ type: "farcaster", id });
    const user = vendors.privy.users.find((one) => one.id === userId);
    expect(user?.linked_accounts[0]).toMatchObject({ fid: list ? 501 : 502, username: id });
  });

  it.each([
    ["twitter", "nobody", "nobody is not a user of X"],
    ["farcaster", "nobody", "nobody is not a user of Farcaster"],
    ["farcaster", "given_up", "given_up is not a user of Farcaster"],
  ] as const)("rejects a %s username that does not exist: %s", async (type, id, message) => {
    vendors.names.farcasterNames.set("given_up", { fid: 0, owner: OWNER });
    const refused = provider().resolve({ type, id });
    await expect(refused).rejects.toMatchObject({ code: "invalid_body", status: 400, message });
    expect(vendors.requests.filter((place) => place.includes("/privy/"))).toEqual([]);
  });

  it("looks up a known username once, however many unknown ones follow", async () => {
    vendors.names.farcasterNames.set("known", { fid: 601, owner: OWNER });
    const { findFarcasterUser } = createIdentityDirectory({
      xBearerToken: null,
      farcasterNamesUrl: vendors.farcasterNamesUrl,
      rememberedMax: 2,
      timing,
    });
    await findFarcasterUser("known");
    for (const name of ["made_up_1", "made_up_2", "made_up_3"])
      await expect(findFarcasterUser(name)).rejects.toMatchObject({ code: "invalid_body" });
    const before = vendors.requests.length;
    expect(await findFarcasterUser("known")).toMatchObject({ fid: 601 });
    await expect(findFarcasterUser("made_up_3")).rejects.toMatchObject({ code: "invalid_body" });
    expect(vendors.requests).toHaveLength(before);
  });

  it("pays the buyer of a username from their sign-in on, in every process", async () => {
    const sold = { type: "twitter", id: "sold_today" } as const;
    const give = (id: string) =>
      vendors.names.xUsers.set(sold.id, { id, username: sold.id, name: "S" });
    give("801");
    const [first, second] = [provider(), provider()];
    const { address } = await first.resolve(sold);
    // Both remember the seller, and both are asked at the same time as before.
    expect(await second.resolve(sold)).toMatchObject({ address });
    give("802");
    nowMs += 60_000;
    const accounts = createAccountStore(database.db, timing.now, "sandbox");
    const buyer = { type: "twitter", stableId: "802", name: sold.id, proofChainId: null } as const;
    await accounts.signIn(buyer, { current: null, newId: "buyer" });
    const bought = await first.resolvePerson(buyer, sold.id);
    expect(bought.address).not.toBe(address);
    nowMs += 60_000;
    for (const wallets of [first, second]) {
      expect(await wallets.resolve(sold)).toEqual(bought);
      expect(await wallets.find(sold)).toEqual(bought);
    }
  });

  it.each([
    ["77", "fid:77", {}],
    ["78", null, {}],
    ["79", "named.eth", { username: "named.eth" }],
  ])("creates the wallet of the Farcaster user %s, who signs in as %s", async (id, name, shown) => {
    const person = { type: "farcaster", stableId: id, custodyAddress: OWNER } as const;
    const { userId, address } = await provider().resolvePerson(person, name);
    expect(vendors.privy.users.find((one) => one.id === userId)?.linked_accounts[0]).toEqual({
      type: "farcaster",
      fid: Number(id),
      owner_address: OWNER,
      ...shown,
    });
    expect(await provider().resolvePerson(person, name)).toMatchObject({ address });
    expect(vendors.requests.filter((place) => !place.includes("/privy/"))).toEqual([]);
    if (name === null) return;
    expect(await provider().find({ type: "farcaster", id: name })).toMatchObject({ address });
  });

  it("rejects a response about another user", async () => {
    vendors.names.xUsers.set("ada", { id: "1", username: "eve", name: "Eve" });
    await expect(provider().resolve(ada)).rejects.toMatchObject({ code: "dependency_unavailable" });
  });

  it("sends X no request until the time it names", async () => {
    const reset = `${nowMs / 1000 + 840}`;
    vendors.faults.push({ at: X_LOOKUP, status: 429, headers: { "x-rate-limit-reset": reset } });
    await expect(provider().resolve(ada)).rejects.toMatchObject({
      code: "dependency_unavailable",
      message: "The X user directory is busy. Try again later.",
      retryAfterSeconds: 840,
    });
  });

  it("reports a rejected X token without revealing it", async () => {
    await expect(provider({ xBearerToken: "expired-t0ken" }).resolve(ada)).rejects.toMatchObject({
      code: "internal_error",
      message: "The X user directory is not configured correctly on this server",
      retryable: false,
    });
  });

  it("reports that X usernames require a token", async () => {
    await expect(provider({ xBearerToken: null }).resolve(ada)).rejects.toMatchObject({
      code: "unsupported_operation",
    });
  });
});

describe("signing by Privy", () => {
  const signing = {
    signerId: PRIVY_SIGNER_ID,
    authorizationKey: generateKeyPairSync("ec", { namedCurve: "P-256" })
      .privateKey.export({ type: "pkcs8", format: "der" })
      .toString("base64"),
  };
  const transfer = {
    chainId: 8453,
    nonce: 0,
    to: OWNER,
    valueWei: 1n,
    gas: 21_000n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
  } as const;
  const change = {
    chainId: 8453,
    manager: OWNER,
    recipients: [{ account: OWNER, splitMicroPercent: 10_000_000 }],
    deadline: 1_800_000_000n,
    nonce: 0n,
  } as const;
  const consent = { chainId: 8453, manager: OWNER, nonce: 2n ** 200n, deadline: 1n } as const;
  type Wallets = ReturnType<typeof provider>;
  type Email = ReturnType<typeof newEmail>;
  const KINDS = {
    transfer: (wallets: Wallets, email: Email, address: Address) =>
      wallets.signTransfer(email, address, transfer),
    "change of shares": (wallets: Wallets, email: Email, address: Address) =>
      wallets.signShares(email, address, change),
    consent: (wallets: Wallets, email: Email, address: Address) =>
      wallets.signConsent(email, address, consent),
  };

  it("does not wait while Privy is too busy to create wallets", async () => {
    const email = newEmail();
    const wallets = provider({ signing });
    const { address } = await wallets.resolve(email);
    vendors.faults.push({ at: BY_EMAIL, status: 429, headers: { "retry-after": "60" } });
    await expect(wallets.resolve(newEmail())).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(await KINDS.transfer(wallets, email, address)).toMatch(/^0x/);
    expect(waits).toEqual([]);
  });

  describe.each(Object.entries(KINDS))("a %s", (_, sign) => {
    it("is rejected without an authorization key", async () => {
      const email = newEmail();
      const { address } = await provider().resolve(email);
      await expect(sign(provider(), email, address)).rejects.toMatchObject({
        code: "unsupported_operation",
      });
    });

    it("requires a wallet that was created with the key as a signer", async () => {
      const email = newEmail();
      const { address } = await provider().resolve(email);
      await expect(sign(provider({ signing }), email, address)).rejects.toMatchObject({
        code: "internal_error",
        retryable: false,
      });
    });

    it("is rejected when it is returned with another target", async () => {
      const email = newEmail();
      const wallets = provider({ signing });
      const { address } = await wallets.resolve(email);
      vendors.privy.settings.signsFor = `0x${"cd".repeat(20)}`;
      await expect(sign(wallets, email, address)).rejects.toThrow(/not the requested one/);
      vendors.privy.settings.signsFor = null;
      expect(await sign(wallets, email, address)).toMatch(/^0x/);
    });
  });
});

describe("unverified and verified", () => {
  it("verifies the wallet of the signed-in user by the latest username, not for a buyer", async () => {
    const wallets = provider();
    vendors.names.xUsers.set("first", { id: "901", username: "first", name: "F" });
    vendors.names.xUsers.set("second", { id: "901", username: "second", name: "F" });
    const { address } = await wallets.resolve({ type: "twitter", id: "first" });
    await wallets.resolve({ type: "twitter", id: "second" });
    vendors.names.xUsers.set("first", { id: "902", username: "first", name: "Buyer" });

    const buyer = { type: "twitter", stableId: "902" } as const;
    const owner = { type: "twitter", stableId: "901" } as const;
    expect(await wallets.markVerified(buyer, "first")).toEqual([]);
    expect(await wallets.markVerified(owner, "second")).toEqual([
      { type: "twitter", id: "second", address },
    ]);
  });
});
