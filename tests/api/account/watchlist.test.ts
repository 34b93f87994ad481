import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, inject, it } from "vitest";
import { WATCHED_MAX } from "@/lib/features/users/rules/watchlist";
import { accountAnswer, watchlistAnswer } from "@/lib/features/users/schema";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { request } from "../../setup/api/api";
import { signInWithWallet } from "../../setup/api/sign-in";
import type { Browser } from "../../setup/create-browser";
import { openBrowser, signInByMail } from "./browser";

const PATH = "/api/account/watchlist";
const chain = "base-sepolia";
const addressOf = (n: number) => toChecksumAddress(`0xabcdef${n.toString(16).padStart(34, "0")}`);
const tokenOf = (n: number) => ({ chain, address: addressOf(n) });
const newKey = () => privateKeyToAccount(generatePrivateKey());

async function signedIn(key = newKey()): Promise<{ browser: Browser; account: string }> {
  const browser = openBrowser();
  await signInWithWallet(browser, inject("baseUrl"), key);
  const answer = accountAnswer.parse(await (await browser.request("/api/account")).json());
  return { browser, account: answer.account.id };
}
async function tokensOf(response: Response) {
  expect(response.status).toBe(200);
  return watchlistAnswer.parse(await response.json()).tokens;
}

describe("/api/account/watchlist", () => {
  it("returns the user's tokens in every browser of the user, newest first", async () => {
    const key = newKey();
    const { browser, account } = await signedIn(key);
    expect(await tokensOf(await browser.request(PATH))).toEqual([]);
    const add = [tokenOf(2), tokenOf(1)];
    const changed = await browser.request(PATH, { json: { account, add } });
    expect(await tokensOf(changed)).toEqual(add);
    const other = (await signedIn(key)).browser;
    const json = { account, add: [tokenOf(3)], remove: [tokenOf(2)] };
    expect(await tokensOf(await other.request(PATH, { json }))).toEqual([tokenOf(3), tokenOf(1)]);
    const read = await browser.request(PATH);
    expect(read.headers.get("cache-control")).toBe("no-store");
    expect(await tokensOf(read)).toEqual([tokenOf(3), tokenOf(1)]);
  });

  it("checksums addresses and stores each once", async () => {
    const { browser, account } = await signedIn();
    const lower = { chain, address: addressOf(1).toLowerCase() };
    const json = { account, add: [tokenOf(1), lower] };
    expect(await tokensOf(await browser.request(PATH, { json }))).toEqual([tokenOf(1)]);
    expect(await tokensOf(await browser.request(PATH, { json }))).toEqual([tokenOf(1)]);
  });

  it("keeps the tokens of concurrent requests", async () => {
    const { browser, account } = await signedIn();
    const numbers = Array.from({ length: 10 }, (_, n) => n);
    await Promise.all(
      numbers.map((n) => browser.request(PATH, { json: { account, add: [tokenOf(n)] } })),
    );
    expect(await tokensOf(await browser.request(PATH))).toHaveLength(10);
  });

  it("carries the tokens over when the identity is linked to another account", async () => {
    const email = `watcher-${Date.now()}@example.com`;
    const old = openBrowser();
    await signInByMail(old, email);
    const { account } = accountAnswer.parse(await (await old.request("/api/account")).json());
    await old.request(PATH, { json: { account: account.id, add: [tokenOf(1)] } });
    const heir = await signedIn();
    await heir.browser.request(PATH, { json: { account: heir.account, add: [tokenOf(2)] } });
    await heir.browser.request("/api/account/link", { json: { type: "email", email } });
    await signInByMail(heir.browser, email);
    expect(await tokensOf(await heir.browser.request(PATH))).toEqual([tokenOf(1), tokenOf(2)]);
    expect((await old.request(PATH)).status).toBe(401);
  });

  const wrongChecksum = `0xA${addressOf(1).slice(3).toLowerCase()}`;
  const tooMany = Array.from({ length: WATCHED_MAX + 1 }, (_, n) => tokenOf(n));
  it.each<(account: string) => unknown>([
    () => null,
    () => [],
    () => ({}),
    () => ({ add: [tokenOf(1)] }),
    () => ({ account: 1 }),
    () => ({ account: "x".repeat(65) }),
    (account) => ({ account, add: [{ chain: "moon", address: addressOf(1) }] }),
    (account) => ({ account, add: [{ chain, address: "0x1" }] }),
    (account) => ({ account, add: [{ chain, address: wrongChecksum }] }),
    (account) => ({ account, add: ["base:0x1"] }),
    (account) => ({ account, add: tokenOf(1) }),
    (account) => ({ account, add: [tokenOf(1)], remove: [{ chain, address: null }] }),
    (account) => ({ account, add: tooMany }),
    (account) => ({ account, remove: tooMany }),
    (account) => ({
      account,
      add: [tokenOf(1)],
      remove: [{ chain, address: addressOf(1).toLowerCase() }],
    }),
  ])("rejects invalid body %# with 400 and stores nothing", async (invalid) => {
    const { browser, account } = await signedIn();
    const response = await browser.request(PATH, { json: invalid(account) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, code: "invalid_body" });
    expect(await tokensOf(await browser.request(PATH))).toEqual([]);
  });

  it("returns 401 without a session", async () => {
    expect(await request(PATH)).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
    const body = { account: "a", add: [tokenOf(1)] };
    expect(await request(PATH, { body })).toMatchObject({ status: 401 });
  });

  it("returns 409 for a list of another account", async () => {
    const [ada, bob] = [await signedIn(), await signedIn()];
    const json = { account: ada.account, add: [tokenOf(1)] };
    const response = await bob.browser.request(PATH, { json });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "conflict" });
    expect(await tokensOf(await bob.browser.request(PATH))).toEqual([]);
    expect(await tokensOf(await ada.browser.request(PATH))).toEqual([]);
  });

  it("rejects other media types, large bodies and other methods with 415, 413 and 405", async () => {
    const { browser, account } = await signedIn();
    const statusOf = async (init: Parameters<Browser["request"]>[1]) =>
      (await browser.request(PATH, init)).status;
    expect(await statusOf({ form: { account } })).toBe(415);
    expect(await statusOf({ json: { account, more: "x".repeat(140_000) } })).toBe(413);
    expect(await request(PATH, { method: "DELETE" })).toMatchObject({ status: 405 });
  });

  it("accepts the largest change", async () => {
    const { browser, account } = await signedIn();
    const add = Array.from({ length: WATCHED_MAX }, (_, n) => tokenOf(n));
    const remove = Array.from({ length: WATCHED_MAX }, (_, n) => tokenOf(WATCHED_MAX + n));
    const json = { account, add, remove };
    expect(await tokensOf(await browser.request(PATH, { json }))).toEqual(add);
  });

  it("rejects a 61st request within a minute with 429 and stores nothing of it", async () => {
    const { browser, account } = await signedIn();
    const statuses: number[] = [];
    while (statuses.length < 61 && statuses.at(-1) !== 429) {
      statuses.push((await browser.request(PATH)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    const json = { account, add: [tokenOf(1)] };
    const refused = await browser.request(PATH, { json });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = openBrowser();
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    expect(await tokensOf(await other.request(PATH))).toEqual([]);
  });
});
