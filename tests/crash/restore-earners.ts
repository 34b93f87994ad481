import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  parseEther,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { createContext } from "@/lib/context";
import { readEnv } from "@/lib/env";
import { feeSplitManagerAnswer } from "@/lib/features/managers/schema";
import type { SessionIdentity } from "@/lib/features/users/rules/account";
import { signIn } from "@/lib/features/users/sign-in";
import { CHAINS } from "@/lib/shared/chains";
import type { RealChain } from "../setup/chain/real-chain";
import { receiptOf } from "../setup/chain/receipt-of";
import type { PersistentClient } from "./persistent-client";
import { SIGN_IN_VARIABLES } from "./users";

const EARNED_WEI = parseEther("0.01");
const NOBODY_LISTENS = "http://127.0.0.1:9";

/** A user whose manager earns, and who requests payouts. */
export type Earner = {
  earn(): Promise<void>;
  /** Requests a payout; throws when the launchpad does not accept it. */
  requestPayout(): Promise<void>;
  /** ETH that was earned, that arrived in the wallet, and that is left in the manager. */
  read(): Promise<{ earnedWei: bigint; paidWei: bigint; leftWei: bigint }>;
};

/** Users with managed wallets, each the only recipient of a fee split manager. */
export async function createEarners(options: {
  baseUrl: string;
  dataDir: string;
  databaseUrl: string;
  real: RealChain;
  client: PersistentClient;
  count: number;
}): Promise<Earner[]> {
  const { baseUrl, dataDir, databaseUrl, real, client, count } = options;
  const transport = http(real.rpcUrl);
  const node = createPublicClient({ transport });
  const payer = createWalletClient({
    account: privateKeyToAccount(generatePrivateKey()),
    chain: defineChain({
      id: CHAINS[real.slug].chainId,
      name: real.slug,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [real.rpcUrl] } },
    }),
    transport,
  });
  await real.fund(payer.account.address, parseEther("100"));
  const ctx = createContext(
    readEnv({
      ...SIGN_IN_VARIABLES,
      ...real.variables,
      RPC_URL_ROBINHOOD: real.rpcUrl,
      LOG_LEVEL: "silent",
      DATA_DIR: dataDir,
      DATABASE_URL: `${databaseUrl}?application_name=drill`,
      INNGEST_EVENT_KEY: "unused",
      INNGEST_SIGNING_KEY: "unused",
      UPSTASH_REDIS_REST_URL: NOBODY_LISTENS,
      UPSTASH_REDIS_REST_TOKEN: "unused",
    }),
  );

  async function request(path: string, headers: object, body: object): Promise<unknown> {
    const response = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "198.19.0.1", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  async function createEarner(number: number): Promise<Earner> {
    const email = `earner-${number}@example.com`;
    const identity = { type: "email", stableId: email, name: email, proofChainId: null } as const;
    const { accountId } = await client.persist(
      () => signIn({ ctx, input: { identity, current: null } }),
      `the sign-in of ${email}`,
    );
    const created = await client.persist(
      () =>
        request(
          `/api/v1/${real.slug}/create-fee-split-manager`,
          { "idempotency-key": `earner-${number}` },
          { recipients: [{ type: "email", id: email, split: "10000000" }], ownerEmail: email },
        ),
      `the manager of ${email}`,
    );
    const { managerAddress, owner } = feeSplitManagerAnswer.parse(created);
    return earnerOf({ accountId, identity }, managerAddress, owner);
  }

  function earnerOf(
    user: { accountId: string; identity: SessionIdentity },
    manager: Address,
    wallet: Address,
  ): Earner {
    let earnedWei = 0n;
    return {
      async earn() {
        const hash = await payer.sendTransaction({ to: manager, value: EARNED_WEI });
        await receiptOf(node, hash);
        earnedWei += EARNED_WEI;
      },
      async requestPayout() {
        // A new session each time: a restore ends all of them.
        const sid = randomUUID();
        await ctx.sessions.open({ id: sid, ...user });
        const { cookieName } = ctx.sessions;
        const { secret } = await ctx.sessions.unlock();
        const cookie = `${cookieName}=${await encode({ token: { sub: user.accountId, sid }, secret })}`;
        z.looseObject({}).parse(await request("/api/account/payout", { cookie }, {}));
      },
      read: async () => ({
        earnedWei,
        paidWei: await node.getBalance({ address: wallet }),
        leftWei: await node.getBalance({ address: manager }),
      }),
    };
  }

  return Promise.all(Array.from({ length: count }, (_, number) => createEarner(number)));
}
