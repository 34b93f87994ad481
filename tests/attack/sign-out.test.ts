import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, inject, it } from "vitest";
import { openBrowser } from "../api/account/browser";
import { signInWithWallet } from "../setup/api/sign-in";
import type { Browser } from "../setup/create-browser";

const newKey = () => privateKeyToAccount(generatePrivateKey());
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

async function signedIn(key = newKey()): Promise<Browser> {
  const browser = openBrowser();
  await signInWithWallet(browser, inject("baseUrl"), key);
  expect((await browser.request("/api/account")).status).toBe(200);
  return browser;
}

/** A browser with stolen cookies. */
function leakedFrom(browser: Browser): Browser {
  const thief = openBrowser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  return thief;
}

/** The response of each account endpoint; the bodies are valid, so only the session can be rejected. */
async function statusesOf(browser: Browser): Promise<number[]> {
  const chain = "base-sepolia";
  const withdrawal = { chain, wallet: ADDRESS, to: ADDRESS, amount: "max", confirm: true };
  const requests = [
    browser.request("/api/account"),
    browser.request("/api/account/earnings"),
    browser.request("/api/account/watchlist"),
    browser.request("/api/account/watchlist", { json: { account: "a", add: [] } }),
    browser.request("/api/account/link", { json: { type: "email", email: "thief@example.com" } }),
    browser.request("/api/account/unlink", { json: { type: "wallet", id: ADDRESS } }),
    browser.request("/api/account/payout", { json: {} }),
    browser.request("/api/account/withdraw", { json: withdrawal }),
    browser.request("/api/account/manager-shares", {
      json: { chain, manager: ADDRESS, recipients: [ADDRESS] },
    }),
    browser.request("/api/account/sessions/end", { json: {} }),
  ];
  return (await Promise.all(requests)).map(({ status }) => status);
}

async function signOut(browser: Browser): Promise<void> {
  const form = { csrfToken: await browser.csrfToken(), json: "true" };
  expect((await browser.request("/api/auth/signout", { form })).status).toBe(200);
}

async function hasSession(browser: Browser): Promise<boolean> {
  const answer: unknown = await (await browser.request("/api/auth/session")).json();
  return typeof answer === "object" && answer !== null && "user" in answer;
}

describe("a leaked session cookie", () => {
  it("is rejected with 401 by every account endpoint once its owner has signed out", async () => {
    const owner = await signedIn();
    const thief = leakedFrom(owner);
    await signOut(owner);
    expect(await statusesOf(thief)).toEqual(Array(10).fill(401));
    expect(await hasSession(thief)).toBe(false);
  });

  it("is rejected with 401 once its owner has signed in again in the same browser", async () => {
    const key = newKey();
    const owner = await signedIn(key);
    const thief = leakedFrom(owner);
    await signInWithWallet(owner, inject("baseUrl"), key);
    expect((await owner.request("/api/account")).status).toBe(200);
    expect(await statusesOf(thief)).toEqual(Array(10).fill(401));
  });

  it("is rejected with 401 once its owner has signed out everywhere in another browser", async () => {
    const key = newKey();
    const [owner, other] = [await signedIn(key), await signedIn(key)];
    const ended = await owner.request("/api/account/sessions/end", { json: {} });
    expect(ended.status).toBe(200);
    expect(await statusesOf(leakedFrom(other))).toEqual(Array(10).fill(401));
    expect(await statusesOf(owner)).toEqual(Array(10).fill(401));
    expect(await hasSession(other)).toBe(false);
  });

  it("sign-out everywhere does not end sessions of other accounts", async () => {
    const [owner, otherUser] = [await signedIn(), await signedIn()];
    await owner.request("/api/account/sessions/end", { json: {} });
    expect((await otherUser.request("/api/account")).status).toBe(200);
  });
});

describe("a cross-site page", () => {
  it("cannot sign a user out everywhere", async () => {
    const owner = await signedIn();
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const json = {};
    const asked = await owner.request("/api/account/sessions/end", { json, headers });
    expect(asked.status).toBe(403);
    expect((await owner.request("/api/account")).status).toBe(200);
  });
});
