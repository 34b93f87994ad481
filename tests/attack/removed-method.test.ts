import { randomUUID } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, inject, it } from "vitest";
import { accountAnswer } from "@/lib/features/users/schema";
import { openBrowser, signInByMail } from "../api/account/browser";
import { signInWithWallet } from "../setup/api/sign-in";
import type { Browser } from "../setup/create-browser";
import { queryStack } from "../setup/database/stack-database";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const newEmail = () => `${randomUUID()}@example.com`;

const post = (browser: Browser, action: string, json: unknown) =>
  browser.request(`/api/account/${action}`, { json });

async function accountOf(browser: Browser) {
  const response = await browser.request("/api/account");
  return accountAnswer.parse(await response.json());
}

async function link(browser: Browser, email: string): Promise<void> {
  expect((await post(browser, "link", { type: "email", email })).status).toBe(200);
  await signInByMail(browser, email);
}

/** An account with two addresses: the owner's browser, and one that signed in by the other address. */
async function accountWithTwo() {
  const [own, other] = [newEmail(), newEmail()];
  const [owner, thief] = [openBrowser(), openBrowser()];
  await signInByMail(owner, own);
  await link(owner, other);
  await signInByMail(thief, other);
  // The owner now uses the address that stays.
  await signInByMail(owner, own);
  const { account } = await accountOf(owner);
  expect((await accountOf(thief)).account).toMatchObject({ id: account.id, identities: [{}, {}] });
  return { own, other, owner, thief, account };
}

/** The responses of everything that moves money or gives access. */
async function statusesOf(browser: Browser, wallet: string): Promise<number[]> {
  const chain = "base-sepolia";
  const withdrawal = { chain, wallet, to: ADDRESS, amount: "max", confirm: true };
  const shares = { chain, manager: ADDRESS, recipients: [ADDRESS] };
  const responses = await Promise.all([
    browser.request("/api/account"),
    post(browser, "withdraw", withdrawal),
    post(browser, "manager-shares", shares),
    post(browser, "link", { type: "wallet" }),
    post(browser, "unlink", { type: "email", id: "someone@example.com" }),
  ]);
  return responses.map(({ status }) => status);
}

describe("a session of a removed sign-in method", () => {
  it("is rejected with 401, while the owner's session goes on", async () => {
    const { other, owner, thief, account } = await accountWithTwo();
    const wallet = account.wallets[0]?.address ?? "";
    expect((await post(owner, "unlink", { type: "email", id: other })).status).toBe(200);
    expect(await statusesOf(thief, wallet)).toEqual(Array(5).fill(401));
    expect((await accountOf(owner)).session.recent).toBe(true);
  });

  it("does not add another method with a link that it requested before", async () => {
    const { other, owner, thief, account } = await accountWithTwo();
    expect((await post(thief, "link", { type: "wallet" })).status).toBe(200);
    expect((await post(owner, "unlink", { type: "email", id: other })).status).toBe(200);
    const key = privateKeyToAccount(generatePrivateKey());
    await signInWithWallet(thief, inject("baseUrl"), key);
    expect((await accountOf(thief)).account.id).not.toBe(account.id);
    expect((await accountOf(owner)).account.identities).toHaveLength(1);
  });

  it("ends also when the method moves to another account", async () => {
    const { other, thief, owner, account } = await accountWithTwo();
    const third = openBrowser();
    await signInByMail(third, newEmail());
    await link(third, other);
    expect((await thief.request("/api/account")).status).toBe(401);
    expect((await accountOf(owner)).account).toMatchObject({ id: account.id, identities: [{}] });
  });

  it("ends when it removes its own method", async () => {
    const { other, owner, thief } = await accountWithTwo();
    expect((await post(thief, "unlink", { type: "email", id: other })).status).toBe(200);
    expect((await thief.request("/api/account")).status).toBe(401);
    expect((await owner.request("/api/account")).status).toBe(200);
  });

  it("does not come back when the method is added again", async () => {
    const { other, owner, thief } = await accountWithTwo();
    expect((await post(owner, "unlink", { type: "email", id: other })).status).toBe(200);
    await link(owner, other);
    expect((await thief.request("/api/account")).status).toBe(401);
  });
});

describe("a session that an earlier release opened", () => {
  const forget = (accountId: string) =>
    queryStack(
      inject("dataDir"),
      "update account.sessions set identity_type = null, identity_stable_id = null where account_id = $1",
      [accountId],
    );

  it("reads the account, and moves no money until the user signs in again", async () => {
    const { own, thief, account } = await accountWithTwo();
    await forget(account.id);
    const wallet = account.wallets[0]?.address ?? "";
    expect(await statusesOf(thief, wallet)).toEqual([200, 403, 403, 403, 403]);
    expect((await accountOf(thief)).session.recent).toBe(false);
    await signInByMail(thief, own);
    expect((await accountOf(thief)).session.recent).toBe(true);
  });

  it("ends when any method is removed, because it may be of this one", async () => {
    const { own, other, owner, thief, account } = await accountWithTwo();
    await forget(account.id);
    await signInByMail(owner, own);
    expect((await post(owner, "unlink", { type: "email", id: other })).status).toBe(200);
    expect((await thief.request("/api/account")).status).toBe(401);
    expect((await owner.request("/api/account")).status).toBe(200);
  });
});
