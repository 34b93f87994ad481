import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { payOut } from "@/lib/features/fees/pay-out";
import { getFarcasterSignIn } from "@/lib/features/users/get-farcaster-sign-in";
import { getOwnAccount } from "@/lib/features/users/get-own-account";
import { linkIdentity } from "@/lib/features/users/link-identity";
import { requestFarcasterSignIn } from "@/lib/features/users/request-farcaster-sign-in";
import { IDENTITIES_MAX } from "@/lib/features/users/rules/account";
import { signIn } from "@/lib/features/users/sign-in";
import { identities } from "@/lib/features/users/store/tables";
import { addressBuckets } from "@/lib/http/limits/buckets";
import { createCallerLimits } from "@/lib/http/limits/caller-limits";
import { isWithinLimit } from "@/lib/shared/is-within-limit";
import { startStore } from "@/sandbox/store/start-store";
import { requestAuth } from "../../setup/api/request-auth";
import { sendSigned, signInWithWallet } from "../../setup/api/sign-in";
import { newAddress } from "../../setup/chain/new-address";
import { type Browser, createBrowser } from "../../setup/create-browser";
import { startNetworks, X_CODE } from "../../setup/servers/start-networks";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/** Sign-in with X and Farcaster against a server with their wire formats. */

const ORIGIN = "http://localhost:3000";
let fixture: ServiceFixture;
let store: Awaited<ReturnType<typeof startStore>>;
let networks: Awaited<ReturnType<typeof startNetworks>>;
let ctx: ServiceContext;

beforeAll(async () => {
  [fixture, store, networks] = await Promise.all([
    createServiceFixture(),
    startStore("redis://:t@127.0.0.1:0"),
    startNetworks(),
  ]);
  ctx = fixture.newContext({
    REDIS_URL: store.url,
    ...networks.variables,
  });
});
afterAll(async () => {
  ctx.limiter.close();
  await Promise.all([fixture.stop(), store.stop(), networks.stop()]);
});

function openBrowser(): Browser {
  return createBrowser(ORIGIN, (request) => requestAuth(ctx, request));
}
function sessionOf(browser: Browser) {
  const header = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return ctx.sessions.read(header);
}
async function accountOf(browser: Browser) {
  const session = await sessionOf(browser);
  return session && (await getOwnAccount({ ctx, input: { session } })).account;
}

describe("with X", () => {
  async function begin(browser: Browser): Promise<URL> {
    const form = { csrfToken: await browser.csrfToken(), json: "true" };
    const response = await browser.request("/api/auth/signin/twitter", { form });
    return new URL(z.object({ url: z.string() }).parse(await response.json()).url);
  }

  it("signs in the user that X reports and verifies the wallet assigned to that username", async () => {
    networks.xUser = { id: "4711", username: "Ada_X" };
    const { address } = await ctx.wallets.resolve({ type: "twitter", id: "ada_x" });
    const browser = openBrowser();
    const asked = await begin(browser);
    expect(asked.origin + asked.pathname).toBe("https://x.com/i/oauth2/authorize");
    expect(asked.searchParams.get("redirect_uri")).toBe(`${ORIGIN}/api/auth/callback/twitter`);
    expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    const state = asked.searchParams.get("state") ?? "";
    const back = await browser.request(`/api/auth/callback/twitter?code=${X_CODE}&state=${state}`);
    expect(back.headers.get("location")).toBe(ORIGIN);
    expect(await accountOf(browser)).toMatchObject({
      identities: [{ type: "twitter", id: "4711", name: "ada_x" }],
      wallets: [{ address, managed: true }],
    });
    const known = await ctx.wallets.identitiesOf([address]);
    expect(known).toMatchObject([{ identity: { name: "ada_x", verified: true } }]);
  });

  it("is not used up by an image or a frame with the address of the callback", async () => {
    networks.xUser = { id: "4711", username: "Ada_X" };
    const browser = openBrowser();
    const state = (await begin(browser)).searchParams.get("state") ?? "";
    const path = `/api/auth/callback/twitter?code=${X_CODE}&state=${state}`;
    for (const destination of ["image", "iframe", "empty"]) {
      const embedded = await browser.request(path, { headers: { "sec-fetch-dest": destination } });
      expect(embedded.headers.get("location")).toContain("error=OAuthCallback");
      expect(embedded.headers.get("ratelimit")).toBeNull();
    }
    await browser.request(path, { headers: { "sec-fetch-dest": "document" } });
    expect(await accountOf(browser)).toMatchObject({ identities: [{ id: "4711" }] });
  });

  it("creates an account for the buyer of a username, with a new wallet that launches pay", async () => {
    const username = { type: "twitter", id: "ada_x" } as const;
    const before = await ctx.wallets.resolve(username);
    networks.xUser = { id: "4712", username: "Ada_X" };
    const browser = openBrowser();
    const state = (await begin(browser)).searchParams.get("state") ?? "";
    await browser.request(`/api/auth/callback/twitter?code=${X_CODE}&state=${state}`);
    const { address } = await ctx.wallets.resolve(username);
    expect(address).not.toBe(before.address);
    expect(await accountOf(browser)).toMatchObject({
      identities: [{ id: "4712" }],
      wallets: [{ address }],
    });
  });

  it.each([
    ["a made-up state", (_: string) => `code=${X_CODE}&state=made-up`, "OAuthCallback"],
    ["another code", (state: string) => `code=wrong&state=${state}`, "OAuthCallback"],
    ["a refusal", (state: string) => `error=access_denied&state=${state}`, "AccessDenied"],
    ["an outage", (state: string) => `error=server_error&state=${state}`, "OAuthCallback"],
  ])("rejects a sign-in with %s", async (_, answer, code) => {
    const browser = openBrowser();
    const state = (await begin(browser)).searchParams.get("state") ?? "";
    const back = await browser.request(`/api/auth/callback/twitter?${answer(state)}`);
    expect(back.headers.get("location")).toContain(`error=${code}`);
    expect(await accountOf(browser)).toBeNull();
  });

  it.each(["newAccount", "signIn"] as const)(
    "redirects a return beyond the limit %s to a page that explains it",
    async (policy) => {
      networks.xUser = { id: "4713", username: "Late_X" };
      const from = policy === "signIn" ? "203.0.113.7" : "203.0.113.8";
      const browser = createBrowser(ORIGIN, (request) => requestAuth(ctx, request, from));
      const state = (await begin(browser)).searchParams.get("state") ?? "";
      const caller = { address: from, buckets: addressBuckets(from), isExempt: false };
      const { limit } = createCallerLimits(ctx, caller, () => undefined);
      while (await isWithinLimit(() => limit(policy)));
      const back = await browser.request(
        `/api/auth/callback/twitter?code=${X_CODE}&state=${state}`,
      );
      expect(back.status).toBe(302);
      expect(back.headers.get("location")).toBe(`${ORIGIN}/account?error=TooMany`);
      expect(await accountOf(browser)).toBeNull();
    },
  );

  it("redirects the owner of an account that is full to a page that explains it", async () => {
    const browser = openBrowser();
    const key = privateKeyToAccount(generatePrivateKey());
    await signInWithWallet(browser, ORIGIN, key);
    const session = await sessionOf(browser);
    if (session === null) throw new Error("nobody is signed in");
    await linkIdentity({ ctx, input: { session, request: { type: "twitter" } } });
    const more = Array.from({ length: IDENTITIES_MAX - 1 }, () => ({
      realm: ctx.env.realm,
      type: "wallet" as const,
      stableId: newAddress(),
      accountId: session.accountId,
      name: "another",
      createdAt: new Date(),
      signedInAt: new Date(),
    }));
    await fixture.db.insert(identities).values(more);
    networks.xUser = { id: "4714", username: "Full_X" };
    const state = (await begin(browser)).searchParams.get("state") ?? "";
    const back = await browser.request(`/api/auth/callback/twitter?code=${X_CODE}&state=${state}`);
    expect(back.status).toBe(302);
    expect(back.headers.get("location")).toBe(`${ORIGIN}/account?error=Full`);
  });
});

describe("with Farcaster", () => {
  const signedBy = (key: ReturnType<typeof privateKeyToAccount>, fid: number, chainId = 10) => ({
    provider: "farcaster",
    chainId,
    resources: [`farcaster://fid/${fid}`],
    address: key.address,
  });

  it("signs in the custody address that signed, with the registry's username", async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    networks.custody.set(key.address.toLowerCase(), 99);
    networks.names.set(99, "ada.eth");
    const browser = openBrowser();
    const answer = await signInWithWallet(browser, ORIGIN, key, signedBy(key, 99));
    expect(answer.status).toBe(200);
    expect(await accountOf(browser)).toMatchObject({
      identities: [{ type: "farcaster", id: "99", name: "ada.eth" }],
    });
  });

  describe("while the name registry is down", () => {
    let down: ServiceContext;
    beforeAll(() => {
      down = fixture.newContext({
        REDIS_URL: store.url,
        ...networks.variables,
        FARCASTER_NAMES_URL: "http://127.0.0.1:9",
      });
    });
    afterAll(() => down.limiter.close());
    const openBrowserThen = () => createBrowser(ORIGIN, (request) => requestAuth(down, request));
    const named = (id: string) => ({ type: "farcaster", id }) as const;

    it("signs users in with their stored name, and keeps the names of wallets", async () => {
      const [owner, buyer] = [1, 2].map(() => privateKeyToAccount(generatePrivateKey()));
      if (owner === undefined || buyer === undefined) throw new Error("no keys");
      networks.custody.set(owner.address.toLowerCase(), 201);
      networks.custody.set(buyer.address.toLowerCase(), 202);
      networks.names.set(201, "kept.eth");
      await signInWithWallet(openBrowser(), ORIGIN, owner, signedBy(owner, 201));
      const { address } = await ctx.wallets.resolve(named("kept.eth"));
      const browser = openBrowserThen();
      const answer = await signInWithWallet(browser, ORIGIN, owner, signedBy(owner, 201));
      expect(answer.status).toBe(200);
      expect(await accountOf(browser)).toMatchObject({
        identities: [{ id: "201", name: "kept.eth" }],
        wallets: [{ address }],
      });
      expect(await ctx.wallets.find(named("kept.eth"))).toMatchObject({ address });

      // A name that was sold meanwhile does not return to the seller.
      networks.names.delete(201);
      networks.names.set(202, "kept.eth");
      await signInWithWallet(openBrowser(), ORIGIN, buyer, signedBy(buyer, 202));
      const sold = await ctx.wallets.find(named("kept.eth"));
      expect(sold?.address).not.toBe(address);
      await signInWithWallet(openBrowserThen(), ORIGIN, owner, signedBy(owner, 201));
      expect(await ctx.wallets.find(named("kept.eth"))).toEqual(sold);
    });

    it("signs in new users, who get their name and wallet's name later", async () => {
      const key = privateKeyToAccount(generatePrivateKey());
      networks.custody.set(key.address.toLowerCase(), 203);
      networks.names.set(203, "late.eth");
      const browser = openBrowserThen();
      await signInWithWallet(browser, ORIGIN, key, signedBy(key, 203));
      const account = await accountOf(browser);
      expect(account).toMatchObject({ identities: [{ id: "203", name: "fid:203" }] });
      expect(account?.wallets).toHaveLength(1);
      const later = openBrowser();
      await signInWithWallet(later, ORIGIN, key, signedBy(key, 203));
      expect(await accountOf(later)).toMatchObject({
        identities: [{ id: "203", name: "late.eth" }],
        wallets: account?.wallets.map(({ address }) => ({ address })),
      });
    });

    it("accepts a signed message once", async () => {
      const key = privateKeyToAccount(generatePrivateKey());
      networks.custody.set(key.address.toLowerCase(), 204);
      const browser = openBrowserThen();
      const csrfToken = await browser.csrfToken();
      const message = createSiweMessage({
        address: key.address,
        chainId: 10,
        domain: new URL(ORIGIN).host,
        nonce: csrfToken,
        uri: ORIGIN,
        version: "1",
        issuedAt: new Date(),
        resources: ["farcaster://fid/204"],
      });
      const signature = await key.signMessage({ message });
      const send = () =>
        sendSigned(browser, { message, signature, csrfToken, provider: "farcaster" });
      expect((await send()).status).toBe(200);
      expect((await send()).status).toBe(401);
    });
  });

  it("pays a user without a username, and one whose username belongs to another user", async () => {
    networks.names.set(101, "sold.eth");
    for (const [fid, name] of [
      ["77", "fid:77"],
      ["100", "sold.eth"],
    ] as const) {
      const identity = { type: "farcaster", stableId: fid, name, proofChainId: null } as const;
      const { accountId } = await signIn({ ctx, input: { identity, current: null } });
      const [wallet] = await ctx.wallets.walletsOf({ type: "farcaster", stableId: fid });
      const { token } = await fixture.launch({ creatorAddress: wallet?.address });
      await fixture.trader.buy(token, parseEther("1"));
      await fixture.untilIndexed();
      const session = { accountId, identity, authenticatedAt: ctx.clock.now() };
      const input = { session, wallet: null, caller: null, limit: noLimit };
      const { payouts } = await payOut({ ctx, input });
      expect(payouts).toMatchObject([{ state: "paid", source: token, wallet: wallet?.address }]);
    }
  });

  it.each([
    ["of another user", 100, 10],
    ["for another chain", 99, 8453],
  ])("rejects a message %s", async (_, fid, chainId) => {
    const key = privateKeyToAccount(generatePrivateKey());
    networks.custody.set(key.address.toLowerCase(), 99);
    const browser = openBrowser();
    const answer = await signInWithWallet(browser, ORIGIN, key, signedBy(key, fid, chainId));
    expect(answer.status).toBe(401);
    expect(await accountOf(browser)).toBeNull();
  });

  it("rejects an address without a Farcaster id", async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    const answer = await signInWithWallet(openBrowser(), ORIGIN, key, signedBy(key, 99));
    expect(answer.status).toBe(401);
  });
});

describe("the relay to a Farcaster app", () => {
  const nonce = "0123456789abcdef";

  it("forwards a request and returns the signed message once", async () => {
    const { url, token } = await requestFarcasterSignIn({ ctx, input: { origin: ORIGIN, nonce } });
    const read = () => getFarcasterSignIn({ ctx, input: { token } });
    expect(await read()).toEqual({ success: true, state: "pending" });
    await networks.confirm(url, privateKeyToAccount(generatePrivateKey()), 7);
    const answer = await read();
    expect(answer).toMatchObject({ success: true, state: "signed" });
    expect("message" in answer && answer.message).toContain(`Nonce: ${nonce}`);
    expect(await read()).toEqual({ success: true, state: "expired" });
  });

  it("reports an unavailable relay, and returns 404 without configuration", async () => {
    const input = { origin: ORIGIN, nonce };
    const unreachable = fixture.newContext({
      FARCASTER_RPC_URL: "http://127.0.0.1:9",
      FARCASTER_RELAY_URL: "http://127.0.0.1:9",
    });
    await expect(requestFarcasterSignIn({ ctx: unreachable, input })).rejects.toMatchObject({
      code: "dependency_unavailable",
    });
    const without = fixture.newContext({});
    await expect(requestFarcasterSignIn({ ctx: without, input })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
