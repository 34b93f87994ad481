import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { advance } from "@/lib/features/transactions/advance";
import { rebroadcast } from "@/lib/features/transactions/rebroadcast";
import { sign } from "@/lib/features/transactions/sign";
import { prepareRealm } from "@/lib/features/users/prepare-realm";
import { waitUntil } from "@/sandbox/process/wait-until";
import { launchBody } from "../../setup/api/launch-body";
import { type RealChain, startRealChain } from "../../setup/chain/real-chain";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/**
 * A sandbox chain has the id of a real one, so transactions of its server wallet are valid there.
 * The operator who switches keeps wallet and database. Sandbox launches must neither reach nor
 * block the real chain.
 */

const CHAIN = "base-sepolia";
const KEY = "used-in-both";

async function launch(ctx: ServiceContext, name: string, idempotencyKey: string | null = null) {
  const request = launchRequest.parse(launchBody({ name, creatorEmail: undefined }));
  const input = {
    chain: CHAIN,
    request,
    idempotencyKey,
    caller: null,
    limit: noLimit,
  } as const;
  return launchAccepted.parse(await submitLaunch({ ctx, input }));
}
const finish = (ctx: ServiceContext, id: string) =>
  advance(ctx, { id, step: (_name, run) => run() });

/** Rebroadcasts as if 30 seconds had passed. */
const rebroadcastLater = (ctx: ServiceContext) =>
  rebroadcast(
    { ...ctx, clock: { now: () => new Date(Date.now() + 30_000) } },
    { chain: chainOf(ctx) },
  );

const CASES: { moved: string; before: Record<string, string> }[] = [
  { moved: "the whole sandbox", before: {} },
  // The users were already in the real realm; only this chain was in the sandbox.
  { moved: "the last sandbox chain", before: { RPC_URL_BASE: "http://127.0.0.1:9" } },
];

describe.each(CASES)("after $moved has switched to a real chain", ({ before }) => {
  let fixture: ServiceFixture;
  let real: RealChain;
  let sandbox: ServiceContext;
  let live: ServiceContext;
  let nonce: number;
  let replay: Awaited<ReturnType<typeof launch>>;

  beforeAll(async () => {
    fixture = await createServiceFixture();
    real = await startRealChain(CHAIN, fixture.privateKey);
    sandbox = fixture.newContext(before);
    replay = await launch(sandbox, "Twice", KEY);
    for (const id of [replay.jobId, (await launch(sandbox, "Mined")).jobId]) {
      expect(await finish(sandbox, id)).toBe("completed");
    }
    // Signed, stored and never sent: its bytes would be valid on the real chain.
    const { jobId: forgotten } = await launch(sandbox, "Forgotten");
    for (const id of [forgotten, (await launch(sandbox, "Forgotten as well")).jobId]) {
      await sign(sandbox, { id });
    }
    live = fixture.newContext({
      ...before,
      RPC_URL_BASE_SEPOLIA: real.rpcUrl,
      DEPLOYMENTS_DIR: real.variables.DEPLOYMENTS_DIR,
      SANDBOX_PARTS: "",
    });
    expect(live.serverWallet).toBe(sandbox.serverWallet);
    // The operator has used the wallet there, up to the nonce of the unsent transaction.
    const [stale] = await sandbox.signedTransactions.listOf(forgotten);
    nonce = await chainOf(live).transactionCount();
    for (; nonce < (stale?.nonce ?? 0); nonce += 1) {
      const nothing = await chainOf(live).signCancellation(
        nonce,
        await chainOf(live).estimateFees(),
      );
      await chainOf(live).broadcast(nothing.rawTransaction);
    }
    const isMined = async () => (await chainOf(live).transactionCount()) === nonce;
    expect(await waitUntil(isMined, { timeoutMs: 10_000 })).toBe(true);
    await prepareRealm({ ctx: live });
  });
  afterAll(async () => {
    await real.stop();
    await fixture.stop();
  });

  it("broadcasts nothing that the sandbox signed, and cancels no nonce for it", async () => {
    await rebroadcastLater(live);
    expect(await chainOf(live).transactionCount()).toBe(nonce);
  });

  it("starts with an empty gas budget", async () => {
    const { chainId } = chainOf(live).deployment;
    const nothing = { hourWei: 0n, dayWei: 0n, unsettledWei: 0n };
    expect((await sandbox.gasLedger.read(chainId)).dayWei).toBeGreaterThan(0n);
    expect(await live.gasLedger.read(chainId)).toEqual(nothing);
  });

  it("launches at the chain's own nonce", async () => {
    const { jobId } = await launch(live, "Real");
    expect(await finish(live, jobId)).toBe("completed");
    const [signed] = await live.signedTransactions.listOf(jobId);
    expect(signed?.nonce).toBe(nonce);
    await rebroadcastLater(live);
    expect(await chainOf(live).transactionCount()).toBe(nonce + 1);
  });

  it("launches under an Idempotency-Key of the sandbox instead of replaying its response", async () => {
    const answer = await launch(live, "Twice", KEY);
    expect(answer.jobId).not.toBe(replay.jobId);
    expect(await finish(live, answer.jobId)).toBe("completed");
    expect(await launch(live, "Twice", KEY)).toMatchObject({ jobId: answer.jobId });
    expect(await launch(sandbox, "Twice", KEY)).toMatchObject({ jobId: replay.jobId });
  });

  it("ignores sandbox launches in the queue estimate", async () => {
    const { recentSeconds } = await live.transactions.queueState(CHAIN);
    expect(recentSeconds).toHaveLength(2);
  });
});
