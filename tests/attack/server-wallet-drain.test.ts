import { createPublicClient, getAddress, http, isHash } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharesAnswer } from "@/lib/features/fees/schema/wallet-actions";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { accountAnswer } from "@/lib/features/users/schema";
import { openBrowser, signInByMail } from "../api/account/browser";
import { request } from "../setup/api/api";
import { launchBody } from "../setup/api/launch-body";
import { readSpending } from "../setup/api/read-spending";
import { signInWithWallet } from "../setup/api/sign-in";
import { waitForLaunch } from "../setup/api/wait-for-launch";
import { newAddress } from "../setup/chain/new-address";
import type { Browser } from "../setup/create-browser";

/** Share changes used to send the managed wallet twice the gas that they needed. */

const CHAIN = "robinhood";

/** A split whose moderator is the managed wallet of an email address. */
async function launchSplit() {
  const email = `drain-${newAddress().toLowerCase()}@example.com`;
  const { body } = await request(`/api/v1/${CHAIN}/launch-memecoin`, {
    body: launchBody({ creatorEmail: email, feeSplitRecipients: [newAddress(), newAddress()] }),
  });
  const job = await waitForLaunch(launchAccepted.parse(body).jobId);
  if (job.state !== "completed" || !isHash(job.transactionHash)) throw new Error("not launched");
  return { email, manager: job.feeSplitManagerAddress, launchHash: job.transactionHash };
}

async function accountOf(browser: Browser) {
  return accountAnswer.parse(await (await browser.request("/api/account")).json()).account;
}

async function post(browser: Browser, path: string, json: unknown) {
  const response = await browser.request(`/api/account/${path}`, { json });
  return { status: response.status, body: await response.json() };
}

const changeShares = (browser: Browser, manager: string | null, count: number) =>
  post(browser, "manager-shares", {
    chain: CHAIN,
    manager,
    recipients: Array.from({ length: count }, newAddress),
  });

describe("draining the server wallet", () => {
  const client = createPublicClient({
    transport: http(`${inject("baseUrl")}/rpc/${CHAIN}`),
    cacheTime: 0,
  });
  const balanceOf = (address: `0x${string}`) => client.getBalance({ address });
  let split: Awaited<ReturnType<typeof launchSplit>>;
  beforeAll(async () => {
    split = await launchSplit();
  });

  it("three rounds of share change and withdrawal gain nothing and cost the service only gas", async () => {
    const browser = openBrowser();
    await signInByMail(browser, split.email);
    const wallet = getAddress((await accountOf(browser)).wallets[0]?.address ?? "");
    const { from: server } = await client.getTransaction({ hash: split.launchHash });
    const loot = newAddress();
    const start = { block: await client.getBlockNumber(), wei: await balanceOf(server) };

    for (let round = 1; round <= 3; round += 1) {
      const changed = await changeShares(browser, split.manager, 100);
      expect(sharesAnswer.parse(changed.body).state).toBe("completed");
      const order = { chain: CHAIN, wallet, to: loot, amount: "max", confirm: true };
      expect(await post(browser, "withdraw", order)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining("must be at most 0 ETH") },
      });
      expect([await balanceOf(wallet), await balanceOf(loot)]).toEqual([0n, 0n]);
    }

    const end = { block: await client.getBlockNumber(), wei: await balanceOf(server) };
    const spending = await readSpending(client, server, { from: start.block, to: end.block });
    expect(spending).toMatchObject({ count: 3, sentWei: 0n });
    expect(start.wei - end.wei).toBe(spending.gasWei);
  });

  it("a wallet can change shares ten times per hour, across all accounts", async () => {
    const { email, manager } = await launchSplit();
    const linked = openBrowser();
    await signInWithWallet(linked, inject("baseUrl"), privateKeyToAccount(generatePrivateKey()));
    await post(linked, "link", { type: "email", email });
    await signInByMail(linked, email);
    const { id, identities } = await accountOf(linked);
    expect(identities).toHaveLength(2);
    for (let change = 1; change <= 5; change += 1) {
      expect((await changeShares(linked, manager, 1)).status).toBe(200);
    }
    expect((await post(linked, "unlink", { type: "email", id: email })).status).toBe(200);

    const fresh = openBrowser();
    await signInByMail(fresh, email);
    expect((await accountOf(fresh)).id).not.toBe(id);
    for (let change = 6; change <= 10; change += 1) {
      expect((await changeShares(fresh, manager, 1)).status).toBe(200);
    }
    const refused = await changeShares(fresh, manager, 1);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  });
});
