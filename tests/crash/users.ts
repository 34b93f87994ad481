import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import {
  type Address,
  createPublicClient,
  formatEther,
  getAddress,
  http,
  isAddressEqual,
  parseEther,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { createContext, type ServiceContext } from "@/lib/context";
import { readEnv } from "@/lib/env";
import { earningsAnswer } from "@/lib/features/fees/schema/earnings";
import { sharesAnswer, withdrawAnswer } from "@/lib/features/fees/schema/wallet-actions";
import { feeSplitManagerAnswer } from "@/lib/features/managers/schema";
import { signIn } from "@/lib/features/users/sign-in";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { postgresUrl } from "@/sandbox/postgres/start-postgres";
import type { Stack } from "../setup/stack/start-stack";
import type { PersistentClient } from "./persistent-client";
import type { RealChain } from "./real-chain";
import { tradeOnce } from "./trades";

const EARNED = parseEther("0.01");
const WITHDRAWN = parseEther("0.001");
const REQUEST_MS = 40_000;
const NOBODY_LISTENS = "http://127.0.0.1:9";

/** Variables that let this process sign users in at a launchpad. */
export const SIGN_IN_VARIABLES = {
  NEXTAUTH_SECRET: "the secret of the crash test, long enough for it",
  WALLET_SEED_KEY: `0x${"3c".repeat(32)}`,
};

/** Errors in one user's results; all zero when there are none. */
export type PersonReport = {
  manager: Address;
  /** Payouts that do not add up to the earnings, or funds left in the manager. */
  payouts: number;
  /** A withdrawal that did not arrive exactly once. */
  withdrawals: number;
  /** A share change that the chain executed a different number of times than the history reports. */
  shareChanges: number;
  /** Trades that did not happen exactly once. */
  trades: number;
};

/**
 * Users with managed wallets on a chain like a real one: each creates a fee split manager, requests
 * payouts, withdraws a part, buys and sells a token, and changes the shares. Each retries until it has a response.
 */
export async function createUsers(stack: Stack, real: RealChain, client: PersistentClient) {
  const ctx = await client.persist(() => openContext(stack, real), "the database");
  const chain = ctx.chains[real.slug];
  if (chain === undefined) throw new Error("The chain is not configured");
  const node = createPublicClient({ transport: http(real.rpcUrl) });

  async function signedIn(name: string): Promise<() => Promise<string>> {
    const identity = { type: "email", stableId: name, name, proofChainId: null } as const;
    const { accountId } = await client.persist(
      () => signIn({ ctx, input: { identity, current: null } }),
      `the sign-in of ${name}`,
    );
    // A new session each time, because money moves only within ten minutes of a sign-in.
    return async () => {
      const sid = randomUUID();
      await ctx.sessions.open({ id: sid, accountId, identity });
      const { cookieName } = ctx.sessions;
      const { secret } = await ctx.sessions.unlock();
      return `${cookieName}=${await encode({ token: { sub: accountId, sid }, secret })}`;
    };
  }

  async function earn(manager: Address): Promise<void> {
    const payer = privateKeyToAccount(generatePrivateKey());
    const funded = async () => {
      if ((await node.getBalance({ address: payer.address })) > EARNED) return true;
      await real.fund(payer.address, parseEther("1"));
      return null;
    };
    await client.persist(funded, "the faucet");
    const serializedTransaction = await payer.signTransaction({
      type: "eip1559",
      chainId: CHAINS[real.slug].chainId,
      to: manager,
      value: EARNED,
      nonce: 0,
      gas: 300_000n,
      maxFeePerGas: parseEther("0.0000001"),
      maxPriorityFeePerGas: 1n,
    });
    const isMined = async () => {
      if ((await node.getTransactionCount({ address: payer.address })) > 0) return true;
      await node.sendRawTransaction({ serializedTransaction });
      return null;
    };
    await client.persist(isMined, "the income");
  }

  /** @param token a token to trade; null for none */
  return async function act(number: number, token: Promise<Address> | null): Promise<PersonReport> {
    const email = `person-${number}@example.com`;
    const cookie = await signedIn(email);
    const caller = `198.19.${number >> 8}.${number & 255}`;

    /** The response to one request. */
    async function request<S extends z.ZodType>(
      path: string,
      answer: S,
      body?: object,
      headers: Record<string, string> = {},
    ): Promise<z.output<S>> {
      const response = await fetch(`${stack.baseUrl}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": caller,
          cookie: await cookie(),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const text = await response.text();
      // The persistent client reports the last error when it stops.
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
      return answer.parse(JSON.parse(text));
    }
    const earnings = () => request("/api/account/earnings", earningsAnswer);

    const split = await client.persist(
      () =>
        request(
          `/api/v1/${real.slug}/create-fee-split-manager`,
          feeSplitManagerAnswer,
          { recipients: [{ type: "email", id: email, split: "10000000" }], ownerEmail: email },
          { "idempotency-key": `split-${number}` },
        ),
      `manager ${number}`,
    );
    const { managerAddress: manager, owner: wallet } = split;
    await earn(manager);

    const payouts = await client.persist(async () => {
      await request("/api/account/payout", z.unknown(), {});
      const all = (await earnings()).payouts.filter(({ source }) => source === manager);
      const isDone = all.some(({ state }) => state === "paid");
      return isDone && all.every(({ state }) => state !== "pending") ? all : null;
    }, `the payout of ${email}`);
    const paidWei = payouts.reduce((sum, { paid }) => sum + parseEther(paid ?? "0"), 0n);

    const to = privateKeyToAccount(generatePrivateKey()).address;
    const withdrawal = {
      chain: real.slug,
      wallet,
      to,
      amount: formatEther(WITHDRAWN),
      confirm: true,
      requestId: randomUUID(),
    };
    const withdrawn = await client.persist(async () => {
      const answer = await request("/api/account/withdraw", withdrawAnswer, withdrawal);
      return answer.state === "completed" || answer.state === "failed" ? answer : null;
    }, `the withdrawal of ${email}`);

    const trades =
      token === null
        ? 0
        : await tradeOnce({
            request,
            client,
            node,
            chain,
            wallet: getAddress(wallet),
            token: await token,
          });

    const recipient = privateKeyToAccount(generatePrivateKey()).address;
    const changes = async () =>
      (await earnings()).actions.filter(({ kind }) => kind === "manager_shares");
    const changed = await client.persist(async () => {
      const known = await changes();
      if (known.some(({ state }) => state === "pending")) return null;
      if (known.some(({ state }) => state === "completed")) return known;
      const shares = { chain: real.slug, manager, recipients: [recipient] };
      await request("/api/account/manager-shares", sharesAnswer, shares);
      return null;
    }, `the share change of ${email}`);

    const onChain = await client.persist(async () => {
      const [left, arrived, made, state] = await Promise.all([
        node.getBalance({ address: manager }),
        node.getBalance({ address: to }),
        chain.sharesNonce(manager),
        chain.readManager(manager),
      ]);
      return { left, arrived, made, recipients: state?.recipients ?? [] };
    }, `the chain about ${email}`);
    const completed = changed.filter(({ state }) => state === "completed").length;
    const isChanged = onChain.recipients.some(({ account }) => isAddressEqual(account, recipient));
    const wrong = (isWrong: boolean) => (isWrong ? 1 : 0);
    return {
      manager: getAddress(manager),
      payouts: wrong(paidWei !== EARNED || onChain.left !== 0n),
      withdrawals: wrong(withdrawn.state !== "completed" || onChain.arrived !== WITHDRAWN),
      shareChanges: wrong(!isChanged || BigInt(completed) !== onChain.made),
      trades,
    };
  };
}

/** The context of another process of the server, without the faults. */
async function openContext(stack: Stack, real: RealChain): Promise<ServiceContext> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(stack.dataDir, name), "utf8"));
  const { postgresPassword } = z
    .object({ postgresPassword: z.string() })
    .parse(await read("secrets.json"));
  const { database } = z.object({ database: z.number() }).parse(await read("ports.json"));
  const rpcVariables: Record<ChainSlug, string> = {
    base: "RPC_URL_BASE",
    "base-sepolia": "RPC_URL_BASE_SEPOLIA",
    robinhood: "RPC_URL_ROBINHOOD",
  };
  return createContext(
    readEnv({
      ...SIGN_IN_VARIABLES,
      ...real.variables,
      [rpcVariables[real.slug]]: real.rpcUrl,
      LOG_LEVEL: "silent",
      DATA_DIR: stack.dataDir,
      DATABASE_URL: postgresUrl(database, postgresPassword),
      INNGEST_EVENT_KEY: "unused",
      INNGEST_SIGNING_KEY: "unused",
      UPSTASH_REDIS_REST_URL: NOBODY_LISTENS,
      UPSTASH_REDIS_REST_TOKEN: "unused",
    }),
  );
}
