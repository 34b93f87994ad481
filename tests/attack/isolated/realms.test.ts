import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { accountAnswer } from "@/lib/features/users/schema";
import { newCaller, request } from "../../setup/api/api";
import { askForLink, codeIn, linkIn, signInWithWallet, typeCode } from "../../setup/api/sign-in";
import { type RealChain, startRealChain } from "../../setup/chain/real-chain";
import { type Browser, createBrowser } from "../../setup/create-browser";
import { queryStack } from "../../setup/database/stack-database";
import { type Stack, startStack } from "../../setup/stack/start-stack";

/** Sandbox credentials of an attacker are worthless on a real chain. */

const VICTIM = "victim@example.com";
const START_MS = 300_000;
const mails = z.array(z.object({ text: z.string() }));
let stack: Stack;
let chain: RealChain;

beforeAll(async () => {
  [stack, chain] = [await startStack(), await startRealChain("base-sepolia")];
}, START_MS);
afterAll(async () => {
  await stack.stop();
  await chain.stop();
});

function openBrowser(): Browser {
  const caller = newCaller();
  return createBrowser(stack.baseUrl, (sent) => {
    sent.headers.set("x-forwarded-for", caller);
    return fetch(sent);
  });
}

async function latestMail(): Promise<string> {
  const statement = "select text from account.mails where recipient = $1 order by id desc limit 1";
  const [mail] = mails.parse(await queryStack(stack.dataDir, statement, [VICTIM]));
  return mail?.text ?? "";
}

it(
  "accounts, cookies, links and wallets of a sandbox are invalid on a real chain",
  async () => {
    const thief = openBrowser();
    await askForLink(thief, VICTIM);
    await typeCode(thief, codeIn(await latestMail()));
    const opened = accountAnswer.parse(await (await thief.request("/api/account")).json());
    const [stolen] = opened.account.wallets;
    expect(stolen?.managed).toBe(true);
    await askForLink(thief, VICTIM);
    const pendingLink = linkIn(await latestMail());

    await stack.restart({ ...chain.variables, RPC_URL_BASE_SEPOLIA: chain.rpcUrl });
    expect(stack.output()).toContain("the live realm has no accounts yet");
    expect((await thief.request("/api/account")).status).toBe(401);
    expect((await request("/outbox", { baseUrl: stack.baseUrl })).status).toBe(404);
    const fields = Object.fromEntries(new URL(pendingLink, stack.baseUrl).searchParams);
    const form = { ...fields, csrfToken: await thief.csrfToken(), json: "true" };
    expect((await thief.request("/api/auth/callback/email", { form })).status).not.toBe(200);
    expect((await thief.request("/api/account")).status).toBe(401);

    // The attacker's other identity has its own account and no wallet of the victim.
    await signInWithWallet(thief, stack.baseUrl, privateKeyToAccount(generatePrivateKey()));
    const own = accountAnswer.parse(await (await thief.request("/api/account")).json());
    expect(own.account.id).not.toBe(opened.account.id);
    const body = {
      name: "Real",
      symbol: "REAL",
      description: "Earns.",
      imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
      creatorEmail: VICTIM,
    };
    const path = "/api/v1/base-sepolia/launch-memecoin";
    const launched = await request(path, { body, baseUrl: stack.baseUrl });
    const promised = Object(launched.body).walletProvider?.address;
    expect(promised).toMatch(/^0x/);
    expect(promised).not.toBe(stolen?.address);
    const statement = "select name from launch.secrets where name like 'wallet-seed/%' order by 1";
    expect(await queryStack(stack.dataDir, statement)).toMatchObject([
      { name: expect.stringMatching(/^wallet-seed\/live\//) },
      { name: expect.stringMatching(/^wallet-seed\/sandbox\//) },
    ]);
  },
  START_MS,
);
