import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, inject, it } from "vitest";
import { accountAnswer, watchlistAnswer } from "@/lib/features/users/schema";
import { openBrowser } from "../api/account/browser";
import { signInWithWallet } from "../setup/api/sign-in";
import type { Browser } from "../setup/create-browser";

const PATH = "/api/account/watchlist";
const TOKEN = { chain: "base-sepolia", address: "0x52908400098527886E0F7030069857D2E4169EE7" };
const OTHER = { ...TOKEN, address: "0x8ba1f109551bD432803012645Ac136ddd64DBA72" };

/** A user who watches `TOKEN`. */
async function openVictim(): Promise<{ browser: Browser; account: string }> {
  const browser = openBrowser();
  const key = privateKeyToAccount(generatePrivateKey());
  await signInWithWallet(browser, inject("baseUrl"), key);
  const own = accountAnswer.parse(await (await browser.request("/api/account")).json());
  const json = { account: own.account.id, add: [TOKEN] };
  expect((await browser.request(PATH, { json })).status).toBe(200);
  return { browser, account: own.account.id };
}

async function tokensOf(browser: Browser): Promise<unknown> {
  return watchlistAnswer.parse(await (await browser.request(PATH)).json()).tokens;
}

describe("the watchlist of a user", () => {
  it.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("is neither read nor changed by a page of another site (%j)", async (headers) => {
    const { browser, account } = await openVictim();
    const json = { account, add: [OTHER], remove: [TOKEN] };
    expect((await browser.request(PATH, { headers })).status).toBe(403);
    const changed = await browser.request(PATH, { json, headers });
    expect(changed.status).toBe(403);
    expect(changed.headers.get("access-control-allow-origin")).toBeNull();
    expect(await tokensOf(browser)).toEqual([TOKEN]);
  });

  it("is not changed by a form, which needs no preflight", async () => {
    const { browser, account } = await openVictim();
    const form = { account, add: JSON.stringify([OTHER]) };
    expect((await browser.request(PATH, { form })).status).toBe(415);
    const headers = { "content-type": "text/plain" };
    expect((await browser.request(PATH, { json: { account, add: [OTHER] }, headers })).status).toBe(
      415,
    );
    expect(await tokensOf(browser)).toEqual([TOKEN]);
  });

  it("is neither read nor changed by another user who names its account", async () => {
    const victim = await openVictim();
    const thief = await openVictim();
    const json = { account: victim.account, add: [OTHER], remove: [TOKEN] };
    expect((await thief.browser.request(PATH, { json })).status).toBe(409);
    const query = `${PATH}?account=${victim.account}`;
    const read = watchlistAnswer.parse(await (await thief.browser.request(query)).json());
    expect(read.account).toBe(thief.account);
    expect(await tokensOf(victim.browser)).toEqual([TOKEN]);
    expect(await tokensOf(thief.browser)).toEqual([TOKEN]);
  });
});
