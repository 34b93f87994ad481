import { afterAll, beforeAll, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { launchAccepted, launchRequest } from "@/lib/schemas/launch";
import { activateLaunch } from "@/lib/services/launch/activate-launch";
import { awaitLaunchReceipt } from "@/lib/services/launch/await-launch-receipt";
import { signLaunch } from "@/lib/services/launch/sign-launch";
import { submitLaunch } from "@/lib/services/launch/submit-launch";
import { tendTransactions } from "@/lib/services/transactions/tend-transactions";
import { createServiceWorld, type ServiceWorld } from "../setup/create-service-world";
import { launchBody } from "../setup/launch-body";

let world: ServiceWorld;
let ctx: ServiceContext;
beforeAll(async () => {
  world = await createServiceWorld();
  ctx = world.ctx;
});
afterAll(() => world.stop());

function launchChain() {
  const chain = ctx.chains["base-sepolia"];
  if (chain === undefined) throw new Error("the chain is not configured");
  return chain;
}

/** A launch that is signed and stored, and not sent. */
async function signed(name: string): Promise<string> {
  const request = launchRequest.parse(launchBody({ name }));
  const submitted = { chain: "base-sepolia", request, idempotencyKey: null } as const;
  const limit = async () => undefined;
  const answer = await submitLaunch({ ctx, input: { ...submitted, limit } });
  const { jobId } = launchAccepted.parse(answer);
  await activateLaunch({ ctx, input: { jobId } });
  await signLaunch({ ctx, input: { jobId } });
  return jobId;
}

const nonceOf = async (jobId: string) => (await ctx.transactions.listOf(jobId))[0]?.nonce ?? -1;

/** Tends the wallet as half a minute later. */
const tendLater = () =>
  tendTransactions({
    ctx: { ...ctx, clock: { now: () => new Date(Date.now() + 30_000) } },
    input: { chain: launchChain() },
  });

it("launches under another nonce when its own was used for something else", async () => {
  const jobId = await signed("Overtaken");
  const nonce = await nonceOf(jobId);
  // The operator sends something from the same wallet, past the service.
  const nothing = await launchChain().signNothing(nonce, await launchChain().estimateFees());
  await launchChain().broadcast(nothing.rawTransaction);
  await tendLater();
  expect(await nonceOf(jobId)).toBe(nonce + 1);
  const outcome = await awaitLaunchReceipt({ ctx, input: { jobId } });
  const [latest] = await ctx.transactions.listOf(jobId);
  expect(outcome).toMatchObject({ kind: "launched", hash: latest?.hash });
});

it("goes on after what the wallet was used for elsewhere", async () => {
  const before = await launchChain().transactionCount();
  const fees = await launchChain().estimateFees();
  for (const nonce of [before, before + 1]) {
    await launchChain().broadcast((await launchChain().signNothing(nonce, fees)).rawTransaction);
  }
  await tendLater();
  expect(await nonceOf(await signed("After it"))).toBe(before + 2);
  await tendLater();
});

it("sends what was signed and never sent, and settles it", async () => {
  const jobId = await signed("Forgotten");
  await tendLater();
  expect(await awaitLaunchReceipt({ ctx, input: { jobId } })).toMatchObject({ kind: "launched" });
  await tendLater();
  const { deployment, serverWallet } = launchChain();
  const on = { chainId: deployment.chainId, wallet: serverWallet };
  expect(await ctx.transactions.listUnsettled(on)).toEqual([]);
});
