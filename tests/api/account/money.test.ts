import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { earningsAnswer, payoutAnswer } from "@/lib/features/fees/schema/earnings";
import {
  dropTokenAnswer,
  sharesAnswer,
  withdrawAnswer,
} from "@/lib/features/fees/schema/wallet-actions";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { accountAnswer } from "@/lib/features/users/schema";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { signInWithWallet } from "../../setup/api/sign-in";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import { newAddress } from "../../setup/chain/new-address";
import type { Browser } from "../../setup/create-browser";
import { openBrowser, signInByMail } from "./browser";

const CHAIN = "robinhood";
let owner: Browser;
let attacker: Browser;
let wallet: string;
let manager: string | null;
let token: string | null;

beforeAll(async () => {
  const email = `money-${Date.now()}@example.com`;
  const { body } = await request(`/api/v1/${CHAIN}/launch-memecoin`, {
    body: launchBody({ creatorEmail: email, feeSplitRecipients: [newAddress(), newAddress()] }),
  });
  const job = await waitForLaunch(launchAccepted.parse(body).jobId);
  token = job.state === "completed" ? job.collectionToken.address : null;
  manager = job.state === "completed" ? job.feeSplitManagerAddress : null;
  owner = openBrowser();
  await signInByMail(owner, email);
  const { account } = accountAnswer.parse(await (await owner.request("/api/account")).json());
  wallet = account.wallets[0]?.address ?? "";
  attacker = openBrowser();
  const key = privateKeyToAccount(generatePrivateKey());
  await signInWithWallet(attacker, inject("baseUrl"), key);
});

async function post(browser: Browser, path: string, json: unknown, headers = {}) {
  const response = await browser.request(`/api/account/${path}`, { json, headers });
  return { status: response.status, body: await response.json() };
}

describe("GET /api/account/earnings, POST /api/account/payout", () => {
  it("returns 200 with the earnings of each wallet on each chain", async () => {
    const response = await owner.request("/api/account/earnings");
    expect(response.status).toBe(200);
    const { wallets } = earningsAnswer.parse(await response.json());
    expect(wallets).toMatchObject([{ address: wallet, managed: true }]);
    const [first] = wallets;
    expect(first?.chains.map(({ chain }) => chain).sort()).toEqual([
      "base",
      "base-sepolia",
      "robinhood",
    ]);
  });

  it("returns 200 without a payout when the balance is zero", async () => {
    const { status, body } = await post(owner, "payout", {});
    expect(status).toBe(200);
    expect(payoutAnswer.parse(body)).toMatchObject({ payouts: [], unpaid: [], unavailable: [] });
  });

  it("rejects unauthenticated, cross-site and malformed requests with 401, 403, 400 and 415", async () => {
    expect((await request("/api/account/payout", { body: {} })).status).toBe(401);
    expect((await request("/api/account/earnings")).status).toBe(401);
    const evil = { origin: "https://evil.example" };
    expect((await post(owner, "payout", {}, evil)).status).toBe(403);
    expect((await post(attacker, "payout", { wallet })).status).toBe(403);
    expect((await post(owner, "payout", { wallet: "0x12" })).status).toBe(400);
    const form = await owner.request("/api/account/payout", { form: {} });
    expect(form.status).toBe(415);
  });

  it("rejects an eleventh payout within an hour for one wallet with 429", async () => {
    const browser = openBrowser();
    await signInWithWallet(browser, inject("baseUrl"), privateKeyToAccount(generatePrivateKey()));
    const tries = Array.from({ length: 11 }, () => post(browser, "payout", {}));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  });
});

describe("POST /api/account/manager-shares, then /api/account/withdraw", () => {
  it("returns 200 when the moderator changes shares without gas, and leaves nothing to withdraw", async () => {
    const recipients = [{ type: "wallet", id: newAddress() }];
    const changed = await post(owner, "manager-shares", { chain: CHAIN, manager, recipients });
    expect(changed.status).toBe(200);
    expect(sharesAnswer.parse(changed.body)).toMatchObject({
      state: "completed",
      recipients: [{ percentage: "100.00000" }],
    });
    const requestBody = { chain: CHAIN, wallet, to: newAddress(), amount: "max", confirm: true };
    expect((await post(owner, "withdraw", requestBody)).status).toBe(400);
  });

  it("returns 200 and withdraws once per requestId", async () => {
    const grant = await request("/sandbox/faucet", { body: { chain: CHAIN, address: wallet } });
    expect(grant.status).toBe(200);
    const requestBody = { chain: CHAIN, wallet, to: newAddress(), amount: "max" };
    const preview = withdrawAnswer.parse((await post(owner, "withdraw", requestBody)).body);
    expect(preview).toMatchObject({ state: "preview", transactionHash: null });
    const requestId = crypto.randomUUID();
    const order = { ...requestBody, confirm: true, requestId };
    const done = await post(owner, "withdraw", order);
    expect(done.status).toBe(200);
    const { transactionHash, ...sent } = withdrawAnswer.parse(done.body);
    expect(sent).toMatchObject({ state: "completed", to: requestBody.to });
    const again = await post(owner, "withdraw", order);
    expect(withdrawAnswer.parse(again.body)).toMatchObject({ state: "completed", transactionHash });
    const other = await post(owner, "withdraw", { ...order, to: newAddress() });
    expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });

  it.each([
    ["withdraw", () => ({ chain: CHAIN, wallet, to: newAddress(), amount: "max", confirm: true })],
    ["manager-shares", () => ({ chain: CHAIN, manager, recipients: [newAddress()] })],
    ["manager-drop", () => ({ chain: CHAIN, manager, tokenAddress: token, confirm: true })],
  ] as const)("rejects %s with 401 or 403 unless the owner requests it", async (path, body) => {
    expect((await request(`/api/account/${path}`, { body: body() })).status).toBe(401);
    const refused = await post(attacker, path, body());
    expect(refused).toMatchObject({ status: 403, body: { success: false, code: "forbidden" } });
    const evil = { "sec-fetch-site": "cross-site" };
    expect((await post(owner, path, body(), evil)).status).toBe(403);
  });

  it.each([
    ["another chain", { chain: "mainnet" }],
    ["no address", { to: "somebody" }],
    ["the zero address", { to: `0x${"0".repeat(40)}` }],
    ["a wrong checksum", { to: "0x8ba1f109551bD432803012645Ac136ddd64DBa72" }],
    ["an amount in wei with an exponent", { amount: "1e18" }],
    ["more than there is", { amount: "1000000" }],
    ["nothing", { amount: "0" }],
  ])("rejects a withdrawal to or of %s with 400", async (_, changes) => {
    const requestBody = { chain: CHAIN, wallet, to: newAddress(), amount: "max", confirm: true };
    const { status, body } = await post(owner, "withdraw", { ...requestBody, ...changes });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "invalid_body" });
  });

  it.each([
    ["an address that is no split", { manager: newAddress() }, "unsupported_operation"],
    ["no recipients", { recipients: [] }, "invalid_recipient"],
    [
      "shares that sum to 99.99999 %",
      { recipients: [{ type: "wallet", id: newAddress(), split: "9999999" }] },
      "invalid_recipient",
    ],
  ])("rejects shares of %s with 400", async (_, changes, code) => {
    const requestBody = { chain: CHAIN, manager, recipients: [newAddress()] };
    const { status, body } = await post(owner, "manager-shares", { ...requestBody, ...changes });
    expect({ status, code: Object(body).code }).toEqual({ status: 400, code });
  });
});

describe("POST /api/account/manager-drop", () => {
  const requestBody = () => ({ chain: CHAIN, manager, tokenAddress: token });

  it("returns 400 without ETH for the gas, then a preview, then drops the token once", async () => {
    const refused = await post(owner, "manager-drop", requestBody());
    expect(refused).toMatchObject({ status: 400, body: { code: "insufficient_funds" } });
    const grant = await request("/sandbox/faucet", { body: { chain: CHAIN, address: wallet } });
    expect(grant.status).toBe(200);
    const preview = dropTokenAnswer.parse((await post(owner, "manager-drop", requestBody())).body);
    expect(preview).toMatchObject({ state: "preview", wallet, transactionHash: null });
    const order = { ...requestBody(), confirm: true, requestId: crypto.randomUUID() };
    const done = dropTokenAnswer.parse((await post(owner, "manager-drop", order)).body);
    expect(done).toMatchObject({ state: "completed", tokenAddress: token });
    const again = await post(owner, "manager-drop", order);
    expect(again.body).toMatchObject({ transactionHash: done.transactionHash });
    expect(await post(owner, "manager-drop", { ...order, requestId: undefined })).toMatchObject({
      status: 400,
      body: { code: "invalid_body", details: [{ path: "tokenAddress" }] },
    });
  });

  it.each([
    ["another chain", { chain: "mainnet" }, "invalid_body"],
    ["no address", { tokenAddress: "0x12" }, "invalid_body"],
    ["an address that is no split", { manager: newAddress() }, "unsupported_operation"],
  ])("rejects %s with 400", async (_, changes, code) => {
    const { status, body } = await post(owner, "manager-drop", { ...requestBody(), ...changes });
    expect({ status, code: Object(body).code }).toEqual({ status: 400, code });
  });
});
