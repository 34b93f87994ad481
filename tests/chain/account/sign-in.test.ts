import { eq } from "drizzle-orm";
import { type Address, encodeFunctionData, type Hex, hashMessage, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { createDatabase, type Database } from "@/lib/drivers/db/create-database";
import { signBrowser } from "@/lib/endpoints/auth/own-cookies";
import { getConfig } from "@/lib/features/system/get-config";
import { endSessions } from "@/lib/features/users/end-sessions";
import { getOwnAccount } from "@/lib/features/users/get-own-account";
import { linkIdentity } from "@/lib/features/users/link-identity";
import {
  EMAIL_ATTEMPT_MS,
  IDENTITIES_MAX,
  type OpenSession,
} from "@/lib/features/users/rules/account";
import { createEmailAttempts } from "@/lib/features/users/store/create-email-attempts";
import { emailAttempts, identities, sessions } from "@/lib/features/users/store/tables";
import { unlinkIdentity } from "@/lib/features/users/unlink-identity";
import { addressBuckets } from "@/lib/http/limits/buckets";
import { createCallerLimits } from "@/lib/http/limits/caller-limits";
import { LIMITS } from "@/lib/operations/limits";
import { startStore } from "@/sandbox/store/start-store";
import { requestAuth } from "../../setup/api/request-auth";
import {
  askForLink,
  codeIn,
  linkIn,
  pressLink,
  sendSigned,
  signInWithWallet,
  typeCode,
} from "../../setup/api/sign-in";
import { contractWalletCode } from "../../setup/chain/contract-wallet";
import { type Browser, createBrowser } from "../../setup/create-browser";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

/** Sign-in through next-auth over a real database, store and chain. */

const ORIGIN = "http://localhost:3000";
let fixture: ServiceFixture;
let store: Awaited<ReturnType<typeof startStore>>;
let ctx: ServiceContext;
let opened: Database | undefined;
let callers = 0;

beforeAll(async () => {
  [fixture, store] = await Promise.all([
    createServiceFixture(),
    startStore("redis://:t@127.0.0.1:0"),
  ]);
  ctx = fixture.newContext({ REDIS_URL: store.url });
});
afterAll(async () => {
  ctx.limiter.close();
  await opened?.$client.end();
  await Promise.all([fixture.stop(), store.stop()]);
});

/** A fresh browser; the limits count its requests for `from`. */
function openBrowser(from: ServiceContext = ctx): Browser {
  callers += 1;
  const caller = `198.51.100.${callers}`;
  return createBrowser(ORIGIN, (request) => requestAuth(from, request, caller));
}

async function sessionOf(browser: Browser): Promise<OpenSession | null> {
  const header = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return ctx.sessions.read(header);
}
async function accountOf(browser: Browser) {
  const session = await sessionOf(browser);
  if (session === null) throw new Error("nobody is signed in");
  return (await getOwnAccount({ ctx, input: { session } })).account;
}
async function latestMail(to: string) {
  const mail = (await ctx.mailbox?.list(50))?.find((one) => one.to === to);
  if (mail === undefined) throw new Error(`no mail to ${to}`);
  return mail;
}
async function signInByMail(browser: Browser, email: string): Promise<void> {
  await askForLink(browser, email);
  const { status } = await pressLink(browser, linkIn((await latestMail(email)).text));
  if (status !== 200) throw new Error(`the link answered ${status}`);
}
/** Direct database access for state that no service exposes. */
function database(): Database {
  const { url } = fixture.postgres();
  opened ??= createDatabase({ url, connectionsMax: 1, onError: () => undefined });
  return opened;
}
const newKey = () => privateKeyToAccount(generatePrivateKey());

describe("by email", () => {
  it("signs in once by the link in the email and verifies the assigned wallet", async () => {
    const identity = { type: "email", id: "mia@example.com" } as const;
    const { address } = await ctx.wallets.resolve(identity);
    const browser = openBrowser();
    const asked = await askForLink(browser, " Mia@Example.com ");
    expect(await asked.json()).toMatchObject({ url: expect.stringContaining("mail=sent") });
    expect(await sessionOf(browser)).toBeNull();

    const link = linkIn((await latestMail(identity.id)).text);
    expect(await pressLink(browser, link)).toMatchObject({ status: 200 });
    expect(await accountOf(browser)).toMatchObject({
      identities: [{ type: "email", id: identity.id, verified: true }],
      wallets: [{ address, managed: true, identity: { type: "email", name: identity.id } }],
    });
    const known = await ctx.wallets.identitiesOf([address]);
    expect(known).toEqual([{ address, identity: { type: "email", name: null, verified: true } }]);

    const again = openBrowser();
    const refused = await pressLink(again, link);
    expect(refused).toMatchObject({ status: 401, url: expect.stringContaining("Verification") });
    expect(await sessionOf(again)).toBeNull();
  });

  it("signs in by the code in the browser that requested it, and rejects code and link afterwards", async () => {
    const email = "coded@example.com";
    const browser = openBrowser();
    await askForLink(browser, email);
    const { text } = await latestMail(email);
    expect(await typeCode(browser, codeIn(text))).toMatchObject({ status: 200 });
    expect(await accountOf(browser)).toMatchObject({ identities: [{ type: "email", id: email }] });
    expect(await typeCode(browser, codeIn(text))).toMatchObject({ status: 401 });
    expect(await pressLink(openBrowser(), linkIn(text))).toMatchObject({ status: 401 });
  });

  it("rejects a code or link after 15 minutes", async () => {
    const email = "late@example.com";
    const browser = openBrowser();
    await askForLink(browser, email);
    const { text } = await latestMail(email);
    const later = { now: () => new Date(Date.now() + EMAIL_ATTEMPT_MS) };
    const attempts = createEmailAttempts(database(), later.now, ctx.env.realm);
    const late = { ...ctx, clock: later, emailAttempts: attempts };
    const inLate = openBrowser(late);
    for (const [name, value] of browser.cookies) inLate.cookies.set(name, value);
    expect((await typeCode(inLate, codeIn(text))).url).toContain("error=CodeDead");
    expect((await pressLink(inLate, linkIn(text))).url).toContain("error=Verification");
  });

  it("signs in the address that received the link, even if the link's address was altered", async () => {
    const email = "mine@example.com";
    await askForLink(openBrowser(), email);
    const link = linkIn((await latestMail(email)).text);
    const other = link.replace("mine%40", "yours%40");
    expect(other).not.toBe(link);
    expect(await pressLink(openBrowser(), other)).toMatchObject({ status: 401 });
    expect(await pressLink(openBrowser(), link)).toMatchObject({ status: 200 });
  });

  it("stores no code, link or cookie value in plain text", async () => {
    const browser = openBrowser();
    await askForLink(browser, "stored@example.com");
    const { text } = await latestMail("stored@example.com");
    const token = new URL(linkIn(text), ORIGIN).searchParams.get("token") ?? "";
    const rows = JSON.stringify(await database().select().from(emailAttempts));
    expect(rows).toContain("stored@example.com");
    for (const secret of [codeIn(text), token, browser.cookies.get("slipway.mail") ?? ""]) {
      expect(secret).not.toBe("");
      expect(rows).not.toContain(`"${secret}"`);
    }
  });

  it("limits an address with guessed codes to links for a day", async () => {
    const email = "target@example.com";
    const mailKnown = signBrowser(await ctx.sessions.unlock(), "known", email);
    const newAttempt = async () => {
      const browser = openBrowser();
      browser.cookies.set("slipway.known", mailKnown);
      await askForLink(browser, email);
      return browser;
    };
    for (let count = 0; count < 6; count += 1) {
      const browser = await newAttempt();
      const wrong = codeIn((await latestMail(email)).text) === "000000" ? "111111" : "000000";
      for (let guess = 0; guess < 5; guess += 1) await typeCode(browser, wrong);
    }
    const owner = await newAttempt();
    const { text } = await latestMail(email);
    expect((await typeCode(owner, codeIn(text))).url).toContain("error=CodeDead");
    expect(await pressLink(owner, linkIn(text))).toMatchObject({ status: 200 });
  });

  it("limits all addresses to links after a number of wrong codes a day", async () => {
    expect(LIMITS.wrongCode).toMatchObject({ quota: 2_000, windowSeconds: 86_400 });
    const own = await startStore("redis://:t@127.0.0.1:0");
    const node = fixture.newContext({ REDIS_URL: own.url });
    const quotas = { wrongCode: 2 };
    const current = () => ({ ...node.settings.current(), quotas });
    const limited = { ...node, settings: { ...node.settings, current } };
    const [attacker, owner] = [openBrowser(limited), openBrowser(limited)];
    const mail = async (browser: Browser, email: string) => {
      await askForLink(browser, email);
      return (await latestMail(email)).text;
    };
    const wrong = codeIn(await mail(attacker, "wrong@example.com")) === "000000" ? "1" : "0";
    const text = await mail(owner, "right@example.com");
    try {
      const urls: string[] = [];
      for (let n = 0; n < 3; n += 1) urls.push((await typeCode(attacker, wrong.repeat(6))).url);
      expect(urls.map((url) => /error=(\w+)/.exec(url)?.[1])).toEqual([
        "CodeWrong",
        "CodeWrong",
        "CodeDead",
      ]);
      expect((await typeCode(owner, codeIn(text))).url).toContain("error=CodeDead");
      expect(await sessionOf(owner)).toBeNull();
      expect(await pressLink(owner, linkIn(text))).toMatchObject({ status: 200 });
    } finally {
      limited.limiter.close();
      await own.stop();
    }
  });

  it("opens the same account the next time, in another browser", async () => {
    const [first, second] = [openBrowser(), openBrowser()];
    await signInByMail(first, "twice@example.com");
    await signInByMail(second, "twice@example.com");
    expect((await accountOf(second)).id).toBe((await accountOf(first)).id);
  });

  it.each(["nobody", "a@b", "two@x.com,three@y.com", "a\r\nBcc: b@x.com"])(
    "sends no email to %j",
    async (email) => {
      const before = await ctx.mailbox?.list(50);
      const browser = openBrowser();
      const answer: unknown = await (await askForLink(browser, email)).json();
      expect(answer).toMatchObject({ url: expect.stringContaining("error=EmailSignin") });
      expect(await ctx.mailbox?.list(50)).toEqual(before);
    },
  );

  it("redirects only to pages of this site after a sign-in", async () => {
    const browser = openBrowser();
    const csrfToken = await browser.csrfToken();
    const callbackUrl = "https://evil.example/";
    const form = { email: "led@example.com", csrfToken, callbackUrl, json: "true" };
    await browser.request("/api/auth/signin/email", { form });
    const link = linkIn((await latestMail("led@example.com")).text);
    expect(new URL(link, ORIGIN).searchParams.get("to")).toBe("/account");
  });

  it("sends at most three emails to one address in ten minutes, for any number of callers", async () => {
    const ask = async () => (await askForLink(openBrowser(), "bombed@example.com")).json();
    const answers: unknown[] = [];
    for (let count = 0; count < 5; count += 1) answers.push(await ask());
    expect(answers.map((answer) => /mail=(\w+)/.exec(JSON.stringify(answer))?.[1])).toEqual([
      "sent",
      "sent",
      "sent",
      "waiting",
      "waiting",
    ]);
  });

  it("sends at most ten emails per hour for one caller, and as many for a known browser", async () => {
    const browser = openBrowser();
    const ask = (index: number) => askForLink(browser, `caller-${index}@example.com`);
    for (let count = 0; count < 10; count += 1) expect((await ask(count)).status).toBe(200);
    const refused = await ask(10);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    const email = "caller-known@example.com";
    const keys = await ctx.sessions.unlock();
    browser.cookies.set("slipway.known", signBrowser(keys, "caller", email));
    for (let count = 0; count < 10; count += 1) {
      expect((await askForLink(browser, email)).status).toBe(200);
    }
    expect((await askForLink(browser, email)).status).toBe(429);
    // The limit does not affect other addresses.
    expect((await askForLink(browser, "caller-other@example.com")).status).toBe(429);
  });

  it("requires the CSRF token", async () => {
    const form = { email: "csrf@example.com", csrfToken: "made up", json: "true" };
    const answer: unknown = await (
      await openBrowser().request("/api/auth/signin/email", { form })
    ).json();
    expect(answer).toMatchObject({ url: expect.stringContaining("csrf=true") });
    await expect(latestMail("csrf@example.com")).rejects.toThrow();
    const known = openBrowser();
    await askForLink(known, "csrf-code@example.com");
    const { text } = await latestMail("csrf-code@example.com");
    const code = { code: codeIn(text), csrfToken: "made up", json: "true" };
    await known.request("/api/auth/callback/email", { form: code });
    expect(await sessionOf(known)).toBeNull();
    expect(await typeCode(known, codeIn(text))).toMatchObject({ status: 200 });
  });
});

describe("by wallet", () => {
  it("is not refused because pages of other sites requested sign-ins in the name of the visitor", async () => {
    const visitor = openBrowser();
    const form = { csrfToken: "made up", json: "true" };
    for (let n = 0; n < LIMITS.signIn.quota + 1; n += 1) {
      const image = await visitor.request("/api/auth/callback/twitter?code=x&state=y");
      expect(image.headers.get("location")).toContain("error=OAuthCallback");
      for (const path of ["callback/wallet", "signin/twitter", "signin/email"]) {
        const response = await visitor.request(`/api/auth/${path}`, { form });
        expect(await response.json()).toEqual({ url: `${ORIGIN}/api/auth/signin?csrf=true` });
      }
    }
    expect(await signInWithWallet(visitor, ORIGIN, newKey())).toMatchObject({ status: 200 });
  });

  it("signs in the signer of the message, and into the same account again", async () => {
    const key = newKey();
    const [first, second] = [openBrowser(), openBrowser()];
    expect(await signInWithWallet(first, ORIGIN, key)).toMatchObject({ status: 200 });
    expect(await accountOf(first)).toMatchObject({
      identities: [{ type: "wallet", id: key.address, name: key.address }],
      wallets: [{ address: key.address, managed: false }],
    });
    await signInWithWallet(second, ORIGIN, key);
    expect((await accountOf(second)).id).toBe((await accountOf(first)).id);
  });

  it.each([
    ["of another site", { domain: "evil.example" }],
    ["for another address of this site", { uri: "https://evil.example/login" }],
    ["for another sign-in", { nonce: "somebodyelsesnonce" }],
    ["of yesterday", { issuedAt: new Date(Date.now() - 86_400_000) }],
    ["of tomorrow", { issuedAt: new Date(Date.now() + 86_400_000) }],
    ["that has expired", { expirationTime: new Date(Date.now() - 1_000) }],
    ["for a chain that is not ours", { chainId: 1 }],
    ["for somebody else's wallet", { address: newKey().address }],
  ])("rejects a message %s", async (_, changes) => {
    const browser = openBrowser();
    const answer = await signInWithWallet(browser, ORIGIN, newKey(), changes);
    expect(answer).toMatchObject({ status: 401 });
    expect(await sessionOf(browser)).toBeNull();
  });

  it.each([
    ["no form", { message: "", signature: "" }],
    ["no message", { message: "hello", signature: `0x${"11".repeat(65)}` }],
  ])("rejects %s", async (_, form) => {
    const browser = openBrowser();
    const csrfToken = await browser.csrfToken();
    const answer = await sendSigned(browser, { ...form, csrfToken, provider: "wallet" });
    expect(answer.status).toBe(401);
  });

  it("accepts a message once", async () => {
    const key = newKey();
    const browser = openBrowser();
    const csrfToken = await browser.csrfToken();
    let message = "";
    const signer = {
      address: key.address,
      async signMessage(parameters: { message: string }): Promise<Hex> {
        message = parameters.message;
        return key.signMessage(parameters);
      },
    };
    expect(await signInWithWallet(browser, ORIGIN, signer)).toMatchObject({ status: 200 });
    const signature = await key.signMessage({ message });
    const replayed = await sendSigned(browser, {
      message,
      signature,
      csrfToken,
      provider: "wallet",
    });
    expect(replayed.status).toBe(401);
  });

  it("verifies a smart contract wallet by ERC-1271 on the chain of its contract", async () => {
    const owner = newKey();
    const address = await deployContractWallet(owner.address);
    const signer = { address, signMessage: owner.signMessage };
    const browser = openBrowser();
    expect(await signInWithWallet(browser, ORIGIN, signer)).toMatchObject({ status: 200 });
    expect(await accountOf(browser)).toMatchObject({ identities: [{ id: address }] });
    const thief = { address, signMessage: newKey().signMessage };
    expect(await signInWithWallet(openBrowser(), ORIGIN, thief)).toMatchObject({ status: 401 });
  });

  it("ignores contracts of a sandbox chain once another chain is real", async () => {
    const mixed = fixture.newContext({ REDIS_URL: store.url, RPC_URL_BASE: "http://127.0.0.1:9" });
    expect([mixed.env.realm, mixed.env.realmOf("base-sepolia")]).toEqual(["live", "sandbox"]);
    const owner = newKey();
    const address = await deployContractWallet(owner.address);
    const signIn = (signer: { address: Address; signMessage: typeof owner.signMessage }) =>
      signInWithWallet(openBrowser(mixed), ORIGIN, signer);
    try {
      const byContract = { address, signMessage: owner.signMessage };
      expect(await signIn(byContract)).toMatchObject({ status: 401 });
      expect(await signIn(owner)).toMatchObject({ status: 200 });
    } finally {
      mixed.limiter.close();
    }
  });

  it("creates 100 accounts per hour for one caller, and signs the owners of these in beyond that", async () => {
    const from = `203.0.113.${callers}`;
    const open = () => createBrowser(ORIGIN, (request) => requestAuth(ctx, request, from));
    const [owner, stranger] = [newKey(), newKey()];
    expect(await signInWithWallet(open(), ORIGIN, owner)).toMatchObject({ status: 200 });
    const caller = { address: from, buckets: addressBuckets(from), isExempt: false };
    const { limit } = createCallerLimits(ctx, caller, () => undefined);
    for (let count = 1; count < 100; count += 1) await limit("newAccount");
    const refused = open();
    expect(await signInWithWallet(refused, ORIGIN, stranger)).toMatchObject({ status: 429 });
    expect(await sessionOf(refused)).toBeNull();
    expect(await signInWithWallet(open(), ORIGIN, owner)).toMatchObject({ status: 200 });
    expect(await signInWithWallet(openBrowser(), ORIGIN, stranger)).toMatchObject({ status: 200 });
  });

  it("rejects a contract with the same address on another chain than the first sign-in", async () => {
    const address = newKey().address;
    const proven = { type: "wallet", stableId: address, name: address } as const;
    const sign = (proofChainId: number | null) =>
      ctx.accounts.signIn(
        { ...proven, proofChainId },
        { current: null, newId: ctx.ids.randomId() },
      );
    expect(await sign(84_532)).not.toBeNull();
    expect(await sign(8_453)).toBeNull();
    expect(await sign(null)).toBeNull();
  });
});

describe("several identities", () => {
  async function link(
    browser: Browser,
    request: Parameters<typeof linkIdentity>[0]["input"]["request"],
  ) {
    const session = await sessionOf(browser);
    if (session === null) throw new Error("nobody is signed in");
    return linkIdentity({ ctx, input: { session, request } });
  }

  it("are linked when the account requested it", async () => {
    const browser = openBrowser();
    const key = newKey();
    await signInByMail(browser, "linked@example.com");
    const { id } = await accountOf(browser);
    await link(browser, { type: "wallet" });
    await signInWithWallet(browser, ORIGIN, key);
    const account = await accountOf(browser);
    expect(account.id).toBe(id);
    expect(account.identities.map(({ type }) => type)).toEqual(["email", "wallet"]);
    expect(account.wallets).toHaveLength(2);

    const elsewhere = openBrowser();
    await signInWithWallet(elsewhere, ORIGIN, key);
    expect((await accountOf(elsewhere)).id).toBe(id);
  });

  it("are linked when another tab has requested another type meanwhile, each once", async () => {
    const browser = openBrowser();
    const key = newKey();
    await signInByMail(browser, "two-tabs@example.com");
    const { id } = await accountOf(browser);
    await link(browser, { type: "wallet" });
    await link(browser, { type: "email", email: "second-tab@example.com" });
    await signInWithWallet(browser, ORIGIN, key);
    await signInByMail(browser, "second-tab@example.com");
    expect(await accountOf(browser)).toMatchObject({ id, identities: [{}, {}, {}] });
    await signInWithWallet(browser, ORIGIN, newKey());
    expect((await accountOf(browser)).id).not.toBe(id);
  });

  it("switches accounts instead of linking without a request", async () => {
    const browser = openBrowser();
    await signInByMail(browser, "apart@example.com");
    const { id } = await accountOf(browser);
    await signInWithWallet(browser, ORIGIN, newKey());
    const account = await accountOf(browser);
    expect(account.id).not.toBe(id);
    expect(account.identities.map(({ type }) => type)).toEqual(["wallet"]);
  });

  it("are not linked when a different address signs in than requested", async () => {
    const browser = openBrowser();
    await signInWithWallet(browser, ORIGIN, newKey());
    const { id } = await accountOf(browser);
    await link(browser, { type: "email", email: "mine@example.com" });
    await signInByMail(browser, "attacker@example.com");
    expect((await accountOf(browser)).id).not.toBe(id);
  });

  it("move to the requesting account when the user proves ownership of both", async () => {
    const [first, second] = [openBrowser(), openBrowser()];
    await signInByMail(first, "moved@example.com");
    await signInWithWallet(second, ORIGIN, newKey());
    const { id } = await accountOf(second);
    await link(second, { type: "email", email: "moved@example.com" });
    await signInByMail(second, "moved@example.com");
    expect(await accountOf(second)).toMatchObject({ id, identities: [{}, {}] });
    // The first account has no identity left, so its session ends.
    expect(await sessionOf(first)).toBeNull();
  });

  it("can be unlinked, except the last one", async () => {
    const browser = openBrowser();
    const key = newKey();
    await signInByMail(browser, "parted@example.com");
    await link(browser, { type: "wallet" });
    await signInWithWallet(browser, ORIGIN, key);
    const session = await sessionOf(browser);
    if (session === null) throw new Error("nobody is signed in");
    const email = { type: "email", id: "parted@example.com" } as const;
    const wallet = { type: "wallet", id: key.address } as const;
    expect(await unlinkIdentity({ ctx, input: { session, ...email } })).toEqual({ success: true });
    await expect(unlinkIdentity({ ctx, input: { session, ...email } })).rejects.toThrow(
      /not linked/,
    );
    await expect(unlinkIdentity({ ctx, input: { session, ...wallet } })).rejects.toThrow(
      /cannot be removed/,
    );
  });

  it("are at most twenty, also when another one is added after the request", async () => {
    const [browser, other] = [openBrowser(), openBrowser()];
    const key = newKey();
    await signInWithWallet(browser, ORIGIN, key);
    await signInWithWallet(other, ORIGIN, key);
    const { id } = await accountOf(browser);
    const [own] = await database().select().from(identities).where(eq(identities.accountId, id));
    if (own === undefined) throw new Error("no identity");
    const more = Array.from({ length: IDENTITIES_MAX - 2 }, () => ({
      ...own,
      stableId: newKey().address,
    }));
    await database().insert(identities).values(more);
    await link(other, { type: "email", email: "too-many@example.com" });
    await database()
      .insert(identities)
      .values({ ...own, stableId: newKey().address });
    await expect(signInByMail(other, "too-many@example.com")).rejects.toThrow();
    expect((await accountOf(browser)).identities).toHaveLength(IDENTITIES_MAX);
    await expect(link(browser, { type: "wallet" })).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("at most 20 sign-in methods"),
    });
    // A method that the account has still signs in.
    await signInWithWallet(browser, ORIGIN, key);
    expect((await accountOf(browser)).id).toBe(id);
  });

  it("require a sign-in within the last ten minutes", async () => {
    const browser = openBrowser();
    await signInWithWallet(browser, ORIGIN, newKey());
    const session = await sessionOf(browser);
    if (session === null) throw new Error("nobody is signed in");
    const old = { ...session, authenticatedAt: new Date(Date.now() - 600_001) };
    const refused = linkIdentity({ ctx, input: { session: old, request: { type: "twitter" } } });
    await expect(refused).rejects.toMatchObject({ code: "reauthentication_required" });
  });
});

describe("a session", () => {
  /** The `Cookie` header of a browser, as a thief could copy it. */
  const cookiesOf = (browser: Browser) =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  async function signedIn(key = newKey()): Promise<Browser> {
    const browser = openBrowser();
    await signInWithWallet(browser, ORIGIN, key);
    return browser;
  }

  it("ends on sign-out, on every web server and for copied cookies", async () => {
    const browser = await signedIn();
    const copied = cookiesOf(browser);
    const otherServer = fixture.newContext();
    expect(await otherServer.sessions.read(copied)).not.toBeNull();
    const csrfToken = await browser.csrfToken();
    await browser.request("/api/auth/signout", { form: { csrfToken, json: "true" } });
    expect(await ctx.sessions.read(copied)).toBeNull();
    expect(await otherServer.sessions.read(copied)).toBeNull();
    const thief = openBrowser();
    thief.cookies.set(ctx.sessions.cookieName, copied.split("slipway.session=")[1] ?? "");
    const shown: unknown = await (await thief.request("/api/auth/session")).json();
    expect(shown).toEqual({});
  });

  it("does not end without the CSRF token", async () => {
    const browser = await signedIn();
    const copied = cookiesOf(browser);
    await browser.request("/api/auth/signout", { form: { csrfToken: "made up", json: "true" } });
    expect(await ctx.sessions.read(copied)).not.toBeNull();
  });

  it("ends with the next sign-in in the same browser, but not in another one", async () => {
    const key = newKey();
    const [first, second] = [await signedIn(key), await signedIn(key)];
    const copied = cookiesOf(first);
    await signInWithWallet(first, ORIGIN, key);
    expect(await ctx.sessions.read(copied)).toBeNull();
    expect(await sessionOf(first)).not.toBeNull();
    expect(await sessionOf(second)).not.toBeNull();
  });

  it("ends everywhere when the owner requests it", async () => {
    const key = newKey();
    const browsers = [await signedIn(key), await signedIn(key)];
    const otherUser = await signedIn();
    const [session] = await Promise.all(browsers.map(sessionOf));
    if (!session) throw new Error("nobody is signed in");
    expect(await endSessions({ ctx, input: { session } })).toEqual({ success: true, ended: 2 });
    expect(await Promise.all(browsers.map(sessionOf))).toEqual([null, null]);
    expect(await sessionOf(otherUser)).not.toBeNull();
  });

  it("expires after 30 days, and its row is removed", async () => {
    const browser = await signedIn();
    const session = await sessionOf(browser);
    if (session === null) throw new Error("nobody is signed in");
    const db = database();
    const past = { expiresAt: new Date(Date.now() - 1) };
    await db.update(sessions).set(past).where(eq(sessions.id, session.id));
    expect(await sessionOf(browser)).toBeNull();
    await ctx.accounts.removeExpired();
    expect(await db.$count(sessions, eq(sessions.id, session.id))).toBe(0);
  });

  it("returns the signed-in user to same-origin pages", async () => {
    const browser = openBrowser();
    await signInWithWallet(browser, ORIGIN, newKey());
    const { id } = await accountOf(browser);
    const shown: unknown = await (await browser.request("/api/auth/session")).json();
    expect(shown).toMatchObject({ user: { id } });
    expect((await sessionOf(browser))?.accountId).toBe(id);
  });

  it("cannot be forged with another server's secret or altered", async () => {
    const browser = openBrowser();
    await signInWithWallet(browser, ORIGIN, newKey());
    const value = browser.cookies.get(ctx.sessions.cookieName) ?? "";
    const read = (cookie: string) => ctx.sessions.read(`${ctx.sessions.cookieName}=${cookie}`);
    expect(await read(value)).not.toBeNull();
    expect(await read(`${value.slice(0, -2)}AA`)).toBeNull();
    const other = fixture.newContext({ NEXTAUTH_SECRET: "another secret that is long enough too" });
    expect(await other.sessions.read(`${other.sessions.cookieName}=${value}`)).toBeNull();
  });
});

describe("available sign-in methods", () => {
  it("are wallet and email in the sandbox", async () => {
    const offered: unknown = await (await openBrowser().request("/api/auth/providers")).json();
    expect(Object.keys(Object(offered))).toEqual(["wallet", "email"]);
  });

  it("are wallets only on a real chain without a mail server", async () => {
    const real = fixture.newContext({
      RPC_URL_BASE: "http://127.0.0.1:9",
      REDIS_URL: store.url,
    });
    expect(real.mailbox).toBeNull();
    const offered: unknown = await (await openBrowser(real).request("/api/auth/providers")).json();
    expect(Object.keys(Object(offered))).toEqual(["wallet"]);
  });

  it("name the mailbox only where it receives the emails", async () => {
    const smtp = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "launchpad@example.com" };
    const isMailboxNamed = async (variables: Record<string, string>) => {
      const of = fixture.newContext({ REDIS_URL: store.url, ...variables });
      return { isNamed: (await getConfig({ ctx: of })).mailbox, isPresent: of.mailbox !== null };
    };
    expect(await isMailboxNamed({})).toEqual({ isNamed: true, isPresent: true });
    const absent = { isNamed: false, isPresent: false };
    expect(await isMailboxNamed(smtp)).toEqual(absent);
    // One chain is real; the other remains a sandbox.
    expect(await isMailboxNamed({ ...smtp, RPC_URL_BASE: "http://127.0.0.1:9" })).toEqual(absent);
  });
});

const contractWalletAbi = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);

/**
 * A smart contract wallet: it returns the ERC-1271 magic value for signatures of its owner's key.
 * Written in bytecode, since the repository needs no such contract.
 */
async function deployContractWallet(owner: Address): Promise<Address> {
  const runtime = contractWalletCode(owner);
  const address = newKey().address;
  await fixture.chain.test.setCode({ address, bytecode: runtime });
  const data = encodeFunctionData({
    abi: contractWalletAbi,
    functionName: "isValidSignature",
    args: [hashMessage("probe"), `0x${"00".repeat(65)}`],
  });
  await fixture.chain.client.call({ to: address, data });
  return address;
}
