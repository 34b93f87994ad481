import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { type Address, getAddress, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployContracts } from "@/contracts/script/deploy/deploy";
import type { ServiceContext } from "@/lib/context";
import { createChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import { payOutWallet } from "@/lib/features/fees/pay-out-wallet";
import { prepareLaunch } from "@/lib/features/launch/prepare-launch";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { launchPrepared, prepareLaunchRequest } from "@/lib/features/launch/schema/prepare";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { getTokenDetails } from "@/lib/features/market/get-token-details";
import { getConfig } from "@/lib/features/system/get-config";
import { advance } from "@/lib/features/transactions/advance";
import { settleNow } from "@/lib/features/transactions/settle";
import { transactions as transactionRows } from "@/lib/features/transactions/store/tables";
import { isOfKind } from "@/lib/features/transactions/transaction";
import { POLICIES } from "@/lib/indexer/polling/policy";
import { reindexChain } from "@/lib/indexer/reindex-chain";
import { toIndexedDeployment } from "@/lib/indexer/to-indexed-deployment";
import { type Deployment, deployment } from "@/lib/schemas/deployment";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import type { Identity } from "@/lib/shared/identity";
import { UNKNOWN_OWED } from "@/lib/web/managers/other-earners";
import { readManager } from "@/lib/web/managers/read-manager";
import { quoteTrade } from "@/lib/web/trade/quote-trade";
import { readTokenFacts } from "@/lib/web/trade/read-token-facts";
import { contractsOfToken } from "@/lib/web/trade/token-contracts";
import { waitUntil } from "@/sandbox/process/wait-until";
import { createTrader } from "../indexer/support/create-trader";
import { launchBody } from "../setup/api/launch-body";
import { sendPrepared } from "../setup/chain/send-prepared";
import { chainOf } from "../setup/stack/chain-of";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { noLimit, ownInput } from "../setup/stack/own-input";

/** Two deployments of the contracts on one chain, as after a retirement. */

const CHAIN = "base-sepolia" as const;
const ONE_ETH = parseEther("1");
const email = (name: string): Identity => ({ type: "email", id: `${name}@example.com` });

let fixture: ServiceFixture;
/** The server before and after the second deployment. */
let before: ServiceContext;
let after: ServiceContext;
let second: Deployment;
let old: { jobId: string; token: Address };
let late: { token: Address };
let managed: { token: Address };
let oldManager: Address;
let fresh: { jobId: string; token: Address };
/** Whether the old token was readable each time while the dataset was extended. */
const sightings: boolean[] = [];

const details = (token: Address) =>
  getTokenDetails({
    ctx: after,
    input: { params: { chain: CHAIN, tokenAddress: token }, query: {}, body: undefined },
  });
const isListed = async (token: Address) =>
  (await after.market.findToken({ chainId: fixture.chainId, address: token })) !== null;
const createManager = (ctx: ServiceContext, idempotencyKey: string | null = null) =>
  createRevenueManager({
    ctx,
    input: {
      chain: CHAIN,
      request: { protocolFeeBps: 2_000, recipient: email("protocol"), owner: null },
      idempotencyKey,
      caller: null,
      limit: noLimit,
    },
  });
const facts = async () => {
  const { chains } = await getConfig({ ctx: after });
  const found = chains.find(({ slug }) => slug === CHAIN);
  if (found === undefined) throw new Error("the chain is not in the config");
  return found;
};

beforeAll(async () => {
  fixture = await createServiceFixture();
  before = fixture.ctx;
  oldManager = (await createManager(before)).managerAddress;
  old = await fixture.launch({ creatorEmail: email("old").id });
  managed = await fixture.launch({
    creatorEmail: email("managed").id,
    revenueManagerAddress: oldManager,
  });
  await fixture.trader.buy(old.token, ONE_ETH);

  const manifestPath = join(fixture.dataDir, "deployments", `${CHAIN}.json`);
  const shown = readFileSync(manifestPath, "utf8");
  expect(Array.isArray(JSON.parse(shown))).toBe(false);
  const input = {
    rpcUrl: fixture.chain.rpcUrl,
    chainId: fixture.chainId,
    slug: CHAIN,
    privateKey: fixture.privateKey,
    sandbox: true,
    log: () => undefined,
    replaces: fixture.deployment.contracts.launchpad,
  };
  // The new manifest reaches the servers only later: until then they launch on the old contracts.
  const nextPath = join(fixture.dataDir, "next.json");
  writeFileSync(nextPath, shown);
  await deployContracts({ ...input, manifestPath: nextPath });
  late = await fixture.launch({ creatorEmail: email("late").id });
  await fixture.untilIndexed();

  writeFileSync(manifestPath, readFileSync(nextPath, "utf8"));
  await deployContracts({ ...input, manifestPath });
  second = deployment.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
  after = fixture.newContext();
  let isLaunched = false;
  const watching = (async () => {
    while (!isLaunched) sightings.push((await isListed(old.token)) && (await isListed(late.token)));
  })();
  try {
    fresh = await fixture.launch({ creatorEmail: email("fresh").id }, after);
    // The indexer notices a new manifest within a second.
    const options = { timeoutMs: 30_000, everyMs: 20 };
    await waitUntil(async () => (await isListed(fresh.token)) || null, options);
  } finally {
    isLaunched = true;
    await watching;
  }
});
afterAll(() => fixture.stop());

describe("two deployments of the contracts on one chain", () => {
  it("keep both in the manifest and launch on the newest", async () => {
    expect(second.generations).toHaveLength(2);
    expect(second.contracts.launchpad).not.toBe(fixture.deployment.contracts.launchpad);
    expect(second.previous).toBe(fixture.deployment.contracts.launchpad);
    const hooks = await Promise.all(
      [old, late, managed, fresh].map(async ({ token }) => (await details(token)).poolKey?.hooks),
    );
    const { launchHook } = fixture.deployment.contracts;
    expect(hooks).toEqual([launchHook, launchHook, launchHook, second.contracts.launchHook]);
  });

  it("list and price the tokens of both, at every moment of the change", async () => {
    expect(sightings.length).toBeGreaterThan(0);
    expect(sightings.every(Boolean)).toBe(true);
    for (const { token } of [old, late, managed, fresh]) {
      const { price, trading } = await details(token);
      expect(Number(price.marketCapETH)).toBeGreaterThan(0);
      expect(Number(trading.bidWallBalance)).toBeGreaterThanOrEqual(0);
    }
  });

  it("trade the tokens of both at the quote", async () => {
    const reader = chainClient();
    const traders = {
      [old.token]: fixture.trader,
      [fresh.token]: await createTrader(fixture.chain, second),
    };
    for (const [token, trader] of Object.entries(traders)) {
      const address = token as Address;
      const contracts = await contractsOfToken(reader, await facts(), address);
      const order = { side: "buy", token: address, amountIn: ONE_ETH } as const;
      const { amountOut } = await quoteTrade(reader, contracts, order);
      expect(amountOut).toBeGreaterThan(0n);
      const heldBefore = await trader.balanceOf(address);
      await trader.buy(address, ONE_ETH);
      expect(await trader.balanceOf(address)).toBeGreaterThan(heldBefore);
    }
    const lenses = (await facts()).generations.map((one) => one.launchLens);
    const newest = lenses.slice(0, 1);
    expect(await readTokenFacts(reader, { lenses: newest, token: old.token })).toBeNull();
    expect(await readTokenFacts(reader, { lenses, token: old.token })).not.toBeNull();
  });

  it("pay the creators of both, and the earners of an old manager", async () => {
    await fixture.trader.buy(managed.token, ONE_ETH);
    await fixture.untilIndexed();
    for (const name of ["old", "fresh", "managed", "protocol"]) {
      const identity = email(name);
      const { address } = await after.wallets.resolve(identity);
      const held = await fixture.chain.client.getBalance({ address });
      const { payouts, unpaid } = await payOutWallet({
        ctx: after,
        input: { account: address, caller: null, limit: noLimit },
      });
      expect({ name, unpaid, states: payouts.map(({ state }) => state) }).toEqual({
        name,
        unpaid: [],
        states: ["completed"],
      });
      const paid = payouts.reduce((sum, { result }) => sum + (result?.paidWei ?? 0n), 0n);
      expect(paid).toBeGreaterThan(0n);
      expect(await fixture.chain.client.getBalance({ address })).toBe(held + paid);
    }
  });

  it("show old managers and reject them for new tokens", async () => {
    const factories = (await facts()).generations.map(({ managerFactory }) => managerFactory);
    const shown = await readManager(chainClient(), {
      factories,
      manager: oldManager,
      tokens: [managed.token],
      owed: UNKNOWN_OWED,
    });
    expect(shown).toMatchObject({ kind: "revenue", protocolFeeBps: 2_000 });
    expect(await chainOf(after).readManager(oldManager)).toMatchObject({ kind: "revenue" });
    const changes = { creatorEmail: email("managed").id };
    await expect(
      fixture.launch({ ...changes, revenueManagerAddress: oldManager }, after),
    ).rejects.toThrow("belongs to an earlier deployment of this launchpad");
    const { managerAddress } = await createManager(after);
    const { token, manager } = await fixture.launch(
      { ...changes, revenueManagerAddress: managerAddress },
      after,
    );
    expect(manager).toBe(managerAddress);
    expect(await isListed(token)).toBe(true);
  });

  it.each(["signed", "stored"])(
    "return the existing manager to a repeated request if the first one was only %s",
    async (progress) => {
      const { idempotency, transactions } = before;
      const killed = async () => {
        throw new Error("killed");
      };
      const insert: typeof transactions.insert = async (...input) => {
        await transactions.insert(...input);
        return killed();
      };
      const dying =
        progress === "stored"
          ? { ...before, transactions: { ...transactions, insert } }
          : { ...before, idempotency: { ...idempotency, answer: killed } };
      await expect(createManager(dying, progress)).rejects.toThrow("killed");
      const repeated = await createManager(after, progress);
      const kindOf = (ctx: ServiceContext) => chainOf(ctx).managerKind(repeated.managerAddress);
      expect(await kindOf(after)).toBe("revenue");
      expect(await kindOf(before)).toBe(progress === "stored" ? "none" : "revenue");
      expect(await createManager(after, progress)).toEqual(repeated);
      const rows = await fixture.db.select().from(transactionRows);
      const stored = rows.find(({ transactionHash }) => transactionHash === repeated.txHash);
      expect(stored).toMatchObject({ payload: { managerAddress: repeated.managerAddress } });
    },
  );

  it("return the manager that was created if the other server predicted another one before it was signed", async () => {
    const { signedTransactions, transactions } = before;
    const reserve: typeof signedTransactions.reserve = async (on, id, ...rest) => {
      const stored = await transactions.find(id);
      if (stored === null || !isOfKind(stored, "manager")) throw new Error("no manager");
      const predicted = await chainOf(after).predictManager(stored.payload.manager);
      await transactions.setManagerAddress(id, predicted);
      return signedTransactions.reserve(on, id, ...rest);
    };
    const signing = { ...before, signedTransactions: { ...signedTransactions, reserve } };
    const { managerAddress, txHash } = await createManager(signing, "predicted");
    expect(await chainOf(before).managerKind(managerAddress)).toBe("revenue");
    const rows = await fixture.db.select().from(transactionRows);
    const stored = rows.find(({ transactionHash }) => transactionHash === txHash);
    expect(stored).toMatchObject({ payload: { managerAddress } });
  });

  it("launch each id once across both", async () => {
    const { client } = fixture.chain;
    for (const ctx of [before, after]) {
      const launched = await ctx.transactions.find(old.jobId);
      if (launched === null || !isOfKind(launched, "launch")) throw new Error("no launch");
      const { launchId } = launched.payload;
      expect(await chainOf(ctx).findToken(launchId)).toBe(old.token);
      await expect(
        client.readContract({
          address: second.contracts.launchpad,
          abi: launchpadAbi,
          functionName: "tokenOf",
          args: [after.serverWallet, launchId],
        }),
      ).resolves.toBe(old.token);
    }
    const sentBefore = await client.getTransactionCount({ address: after.serverWallet });
    await advance(after, { id: old.jobId, step: (_name, run) => run() });
    expect(await client.getTransactionCount({ address: after.serverWallet })).toBe(sentBefore);
  });

  it("return and record the new address of a launch that was accepted before the newest contracts", async () => {
    const request = launchRequest.parse(
      launchBody({ creatorEmail: undefined, creatorWalletAddress: fixture.trader.address }),
    );
    const input = { ...ownInput(request), idempotencyKey: "between" };
    const accepted = launchAccepted.parse(await submitLaunch({ ctx: before, input }));
    const { jobId, expectedAddress: earlier } = accepted;
    await advance(after, { id: jobId, step: (_name, run) => run() });

    const job = await after.transactions.find(jobId);
    if (job === null || !isOfKind(job, "launch") || job.result === null)
      throw new Error("no launch");
    const { tokenAddress: address } = job.result;
    expect(address).not.toBe(earlier);
    expect(job.payload.expectedAddress).toBe(address);
    const repeated = await submitLaunch({ ctx: after, input });
    expect(repeated).toEqual({ ...accepted, expectedAddress: address });
    const dryRun = { ...input, request: { ...request, dryRun: true } };
    expect(await submitLaunch({ ctx: after, input: dryRun })).toMatchObject({
      expectedAddress: address,
    });
    const { chainId } = fixture;
    expect(await after.launchOrigins.find({ chainId, address })).toMatchObject({ jobId });
    expect(await after.launchOrigins.find({ chainId, address: getAddress(earlier) })).toBeNull();
  });

  it.each([
    ["fresh", 0],
    ["expired", 1_000],
  ])(
    "give the same wallet, with its %s permit, the address of the newest contracts",
    async (name, seconds) => {
      const { address: from, wallet } = await fixture.chain.funded();
      const request = prepareLaunchRequest.parse(launchBody({ creatorEmail: undefined, from }));
      const prepare = async (ctx: ServiceContext) => {
        const input = { ...ownInput(request), idempotencyKey: name };
        return launchPrepared.parse(await prepareLaunch({ ctx, input }));
      };
      const earlier = await prepare(before);
      await fixture.chain.test.increaseTime({ seconds });
      await fixture.chain.test.mine({ blocks: 1 });
      const { jobId, expectedAddress, sendCalls } = await prepare(after);
      expect(expectedAddress).not.toBe(earlier.expectedAddress);
      expect(await prepare(after)).toMatchObject({ jobId, expectedAddress });

      const [receipt] = await sendPrepared(fixture.chain.client, wallet, sendCalls);
      expect(receipt?.status).toBe("success");
      expect(await settleNow(after, { id: jobId })).toBe("completed");
      expect(await after.transactions.find(jobId)).toMatchObject({
        payload: { expectedAddress },
        result: { tokenAddress: expectedAddress },
      });
      const token = getAddress(expectedAddress);
      const { chainId } = fixture;
      expect(await after.launchOrigins.listSentBy(from, { chainId, tokens: [token] })).toEqual(
        new Set([token]),
      );
      await expect(prepare(after)).rejects.toThrow(expectedAddress);
    },
  );

  it("record the token of a permit of the earlier contracts, which a wallet used after all", async () => {
    const { address: from, wallet } = await fixture.chain.funded();
    const request = prepareLaunchRequest.parse(launchBody({ creatorEmail: undefined, from }));
    const input = { ...ownInput(request), idempotencyKey: "earlier" };
    const earlier = launchPrepared.parse(await prepareLaunch({ ctx: before, input }));
    const later = launchPrepared.parse(await prepareLaunch({ ctx: after, input }));
    expect(later.expectedAddress).not.toBe(earlier.expectedAddress);
    await sendPrepared(fixture.chain.client, wallet, earlier.sendCalls);
    expect(await settleNow(after, { id: earlier.jobId })).toBe("completed");
    const token = { chainId: fixture.chainId, address: getAddress(earlier.expectedAddress) };
    expect(await after.launchOrigins.find(token)).toMatchObject({ jobId: earlier.jobId });
    await expect(prepareLaunch({ ctx: after, input })).rejects.toThrow(earlier.expectedAddress);
  });

  it("rebuild to the same dataset from the first block", async () => {
    const list = () =>
      after.market.listTokens({
        chainId: fixture.chainId,
        order: "newest",
        direction: "desc",
        limit: 100,
        offset: 0,
      });
    await fixture.untilIndexed();
    const tokens = await list();
    expect(tokens.length).toBeGreaterThanOrEqual(5);
    await reindexChain(
      {
        log: pino({ level: "silent" }),
        clock: { now: () => new Date() },
        policy: POLICIES.sandbox,
        deployment: toIndexedDeployment(second),
        reader: createChainReader({ chainId: fixture.chainId, rpcUrls: [fixture.chain.rpcUrl] }),
        datasets: fixture.datasets,
      },
      { from: 0, signal: new AbortController().signal },
    );
    expect(await list()).toEqual(tokens);
  });
});

function chainClient() {
  return fixture.chain.client;
}
