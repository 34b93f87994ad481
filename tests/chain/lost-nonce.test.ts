import { sql } from "drizzle-orm";
import { parseTransaction, testActions } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { advance, begin } from "@/lib/features/transactions/advance";
import { rebroadcast, WORK_MS_MAX } from "@/lib/features/transactions/rebroadcast";
import { settle } from "@/lib/features/transactions/settle";
import { sign } from "@/lib/features/transactions/sign";
import { nonces } from "@/lib/features/transactions/store/tables";
import { launchBody } from "../setup/api/launch-body";
import { startFaultyNode } from "../setup/chain/faulty-node";
import { chainOf } from "../setup/stack/chain-of";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { ownInput } from "../setup/stack/own-input";

let fixture: ServiceFixture;
let ctx: ServiceContext;
beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.ctx;
});
afterAll(() => fixture.stop());

/** The node's own methods. */
const anvil = () => fixture.chain.client.extend(testActions({ mode: "anvil" }));

/** A launch that is signed and stored but not sent. */
async function signed(name: string): Promise<string> {
  const request = launchRequest.parse(launchBody({ name }));
  const answer = await submitLaunch({ ctx, input: ownInput(request) });
  const { jobId } = launchAccepted.parse(answer);
  await begin(ctx, { id: jobId });
  await sign(ctx, { id: jobId });
  return jobId;
}

const nonceOf = async (jobId: string) =>
  (await ctx.signedTransactions.listOf(jobId))[0]?.nonce ?? -1;

/** Rebroadcasts as if this time had passed. */
const rebroadcastLater = (seconds = 30, chain = chainOf(ctx)) =>
  rebroadcast({ ...ctx, clock: { now: () => new Date(Date.now() + seconds * 1_000) } }, { chain });

/** The operator sends a transaction from the same wallet outside the service; it is mined. */
async function spendElsewhere(nonce: number): Promise<void> {
  const nothing = await chainOf(ctx).signCancellation(nonce, await chainOf(ctx).estimateFees());
  await chainOf(ctx).broadcast(nothing.rawTransaction);
  await expect.poll(() => chainOf(ctx).transactionCount()).toBe(nonce + 1);
}

it("launches with a new nonce when the reserved one was used elsewhere", async () => {
  const jobId = await signed("Overtaken");
  const nonce = await nonceOf(jobId);
  await spendElsewhere(nonce);
  await rebroadcastLater();
  expect(await nonceOf(jobId)).toBe(nonce + 1);
  expect(await settle(ctx, { id: jobId })).toBe("completed");
  const [latest] = await ctx.signedTransactions.listOf(jobId);
  expect(await ctx.transactions.find(jobId)).toMatchObject({ transactionHash: latest?.hash });
});

it("continues after nonces that the wallet used elsewhere", async () => {
  const before = await chainOf(ctx).transactionCount();
  for (const nonce of [before, before + 1]) await spendElsewhere(nonce);
  await rebroadcastLater();
  expect(await nonceOf(await signed("After it"))).toBe(before + 2);
  await rebroadcastLater();
});

it("broadcasts a signed transaction that was never sent, and confirms it", async () => {
  const jobId = await signed("Forgotten");
  await rebroadcastLater();
  expect(await settle(ctx, { id: jobId })).toBe("completed");
  await rebroadcastLater();
  const { deployment, serverWallet } = chainOf(ctx);
  const on = { chainId: deployment.chainId, wallet: serverWallet };
  expect(await ctx.signedTransactions.listUnsettled(on)).toEqual([]);
});

it("starts no work after the time in which it may hold its lock, and continues the next time", async () => {
  const [first, second] = [await signed("Slow"), await signed("After it")];
  let lateMs = 30_000;
  const sent: string[] = [];
  const slow = {
    ...chainOf(ctx),
    broadcast: async (raw: string) => {
      sent.push(raw);
      lateMs += WORK_MS_MAX;
    },
  };
  const clock = { now: () => new Date(Date.now() + lateMs) };
  await rebroadcast({ ...ctx, clock }, { chain: slow });
  const sentOf = async (id: string) =>
    (await ctx.signedTransactions.listOf(id)).filter((one) => sent.includes(one.rawTransaction));
  expect(await sentOf(first)).not.toEqual([]);
  expect(await sentOf(second)).toEqual([]);
  await rebroadcastLater();
  for (const id of [first, second]) expect(await settle(ctx, { id })).toBe("completed");
  await rebroadcastLater();
});

it("replaces a transaction whose fee is below the base fee, which the node refuses", async () => {
  const client = anvil();
  const { baseFeePerGas } = await fixture.chain.client.getBlock();
  const blocked = await signed("Too cheap");
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 12n });
  await client.mine({ blocks: 1 });
  const [first] = await ctx.signedTransactions.listOf(blocked);
  await expect(chainOf(ctx).broadcast(first?.rawTransaction ?? "0x")).rejects.toThrow("base fee");
  const behind = await signed("Behind it");
  await rebroadcastLater();
  await client.mine({ blocks: 1 });
  expect(await settle(ctx, { id: blocked })).toBe("completed");
  expect(await settle(ctx, { id: behind })).toBe("completed");
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFeePerGas ?? 1n });
  await client.mine({ blocks: 1 });
  await rebroadcastLater();
});

it("sends a settled transaction again that a reorg removed from the chain", async () => {
  const removed = await signed("Removed");
  await advance(ctx, { id: removed, step: (_name, run) => run() });
  const nonce = await nonceOf(removed);
  expect((await ctx.signedTransactions.listOf(removed))[0]?.settledAt).not.toBeNull();
  await fixture.chain.reorg(1);
  await anvil().dropTransaction({
    hash: (await ctx.signedTransactions.listOf(removed))[0]?.hash ?? "0x",
  });
  expect(await chainOf(ctx).transactionCount()).toBe(nonce);
  const next = await signed("Next");
  expect(await nonceOf(next)).toBe(nonce + 1);
  await rebroadcastLater();
  await anvil().mine({ blocks: 1 });
  expect(await chainOf(ctx).transactionCount()).toBe(nonce + 2);
  expect(await settle(ctx, { id: next })).toBe("completed");
  await rebroadcastLater();
  const { deployment, serverWallet } = chainOf(ctx);
  const on = { chainId: deployment.chainId, wallet: serverWallet };
  expect(await ctx.signedTransactions.listUnsettled(on)).toEqual([]);
});

it("sends an earlier version when the wallet cannot pay for the replacement, and raises no further", async () => {
  const client = anvil();
  const address = chainOf(ctx).serverWallet;
  const before = await client.getBalance({ address });
  const { baseFeePerGas } = await client.getBlock();
  const jobId = await signed("Expensive");
  const [first] = await ctx.signedTransactions.listOf(jobId);
  if (first === undefined) throw new Error("nothing is signed");
  const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(first.rawTransaction);
  await client.setBalance({ address, value: gas * maxFeePerGas });

  // The node refuses the first version, whose fee is too low, and the wallet cannot pay for more.
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n * maxFeePerGas });
  await client.mine({ blocks: 1 });
  // The balance is read anew by another process.
  await rebroadcastLater(30, fixture.newContext().chains["base-sepolia"]);
  expect(await ctx.signedTransactions.listOf(jobId)).toHaveLength(1);
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFeePerGas ?? 1n });
  await client.mine({ blocks: 1 });

  const fees = await chainOf(ctx).estimateFees();
  const raised = await chainOf(ctx).signReplacement(first.rawTransaction, fees);
  const { deployment, serverWallet: wallet } = chainOf(ctx);
  const on = { chainId: deployment.chainId, wallet };
  await ctx.signedTransactions.add(on, jobId, first.nonce, raised);
  await rebroadcastLater(10);
  await client.mine({ blocks: 1 });
  expect(await settle(ctx, { id: jobId })).toBe("completed");
  expect(await ctx.transactions.find(jobId)).toMatchObject({ transactionHash: first.hash });
  await client.setBalance({ address, value: before });
  await rebroadcastLater();
});

describe("a missing nonce on a chain where a transfer needs more than 21,000 gas", () => {
  let node: Awaited<ReturnType<typeof startFaultyNode>>;
  let chain: ReturnType<typeof chainOf>;
  beforeAll(async () => {
    node = await startFaultyNode(fixture.chain.rpcUrl);
    chain = chainOf(fixture.newContext({ RPC_URL_BASE_SEPOLIA: node.url }));
  });
  afterAll(() => node.stop());

  /** Loses the next nonce, and signs a launch for the one after it. */
  async function loseNonce(name: string): Promise<string> {
    await fixture.db.update(nonces).set({ next: sql`${nonces.next} + 1` });
    return signed(name);
  }

  it("is cancelled with the gas that the node estimates", async () => {
    const behind = await loseNonce("Behind a lost nonce");
    node.become({ dataGas: 4_000n });
    await rebroadcastLater(30, chain);
    const next = (await nonceOf(behind)) + 1;
    await expect.poll(() => chain.transactionCount(), { timeout: 5_000 }).toBe(next);
    expect(await settle(ctx, { id: behind })).toBe("completed");
  });

  it("is cancelled when the gas of its first cancellation does not suffice", async () => {
    const behind = await loseNonce("Behind a refused cancellation");
    const breaks = (method: string) =>
      method === "eth_sendRawTransaction" ? ("before" as const) : undefined;
    node.become({ breaks });
    await expect(rebroadcastLater(30, chain)).rejects.toThrow();
    const [cancellation] = await ctx.signedTransactions.listOf(
      `cancel:${(await nonceOf(behind)) - 1}`,
    );
    expect(parseTransaction(cancellation?.rawTransaction ?? "0x").gas).toBe(21_000n);
    node.become({ dataGas: 4_000n });
    await rebroadcastLater(60, chain);
    const next = (await nonceOf(behind)) + 1;
    await expect.poll(() => chain.transactionCount(), { timeout: 5_000 }).toBe(next);
    expect(await settle(ctx, { id: behind })).toBe("completed");
  });
});
