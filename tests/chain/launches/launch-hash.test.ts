import { getAddress } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { getLaunchStatus } from "@/lib/features/launch/get-launch-status";
import { prepareLaunch } from "@/lib/features/launch/prepare-launch";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { launchPrepared, prepareLaunchRequest } from "@/lib/features/launch/schema/prepare";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { begin, broadcast } from "@/lib/features/transactions/advance";
import { settleNow } from "@/lib/features/transactions/settle";
import { sign } from "@/lib/features/transactions/sign";
import { walletOf } from "@/lib/features/transactions/store/create-signed-transaction-store";
import { launchBody } from "../../setup/api/launch-body";
import { startFaultyNode } from "../../setup/chain/faulty-node";
import { sendPrepared } from "../../setup/chain/send-prepared";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { ownInput } from "../../setup/stack/own-input";

/** Blocks that the provider accepts in one range. */
const RANGE_MAX = 100;

describe("the transaction of a launch that a wallet sent", () => {
  let fixture: ServiceFixture;
  let node: Awaited<ReturnType<typeof startFaultyNode>>;
  let ctx: ServiceContext;

  beforeAll(async () => {
    fixture = await createServiceFixture();
    node = await startFaultyNode(fixture.chain.rpcUrl);
    ctx = fixture.newContext({ RPC_URL_BASE_SEPOLIA: node.url });
    // The deployment is further back than any range that the provider accepts.
    await fixture.chain.test.mine({ blocks: 3 * RANGE_MAX });
  });
  afterEach(() => node.become({}));
  afterAll(async () => {
    await node.stop();
    await fixture.stop();
  });

  async function launchByWallet() {
    const { address, wallet } = await fixture.chain.funded();
    const request = prepareLaunchRequest.parse(
      launchBody({ creatorEmail: undefined, from: address }),
    );
    const input = ownInput(request);
    const prepared = launchPrepared.parse(await prepareLaunch({ ctx, input }));
    const [receipt] = await sendPrepared(fixture.chain.client, wallet, prepared.sendCalls);
    const token = getAddress(prepared.expectedAddress);
    return { jobId: prepared.jobId, token, hash: receipt?.transactionHash };
  }

  it("is found on a provider that limits ranges, before it is indexed", async () => {
    const { token, hash } = await launchByWallet();
    await fixture.chain.test.mine({ blocks: 150 });
    node.become({ blocksMax: RANGE_MAX });
    expect(await chainOf(ctx).findRecentLaunchHash(token)).toBe(hash);
    const requests = node.spans.length;
    expect(await chainOf(ctx).findRecentLaunchHash(fixture.trader.address)).toBeNull();
    expect(node.spans.length - requests).toBeLessThanOrEqual(10);
  });

  it("is that of the index once it is too far back for a search", async () => {
    const { jobId, token, hash } = await launchByWallet();
    await fixture.chain.test.mine({ blocks: 4 * RANGE_MAX });
    await fixture.untilIndexed();
    node.become({ blocksMax: RANGE_MAX });
    expect(await chainOf(ctx).findRecentLaunchHash(token)).toBeNull();
    const before = node.spans.length;
    const status = await getLaunchStatus({ ctx, input: { jobId } });
    expect(status).toMatchObject({ state: "completed", transactionHash: hash });
    expect(node.spans.length).toBe(before);
  });

  it("is the mined one when the launch reverted, not the replacement that was signed later", async () => {
    const { launchpad: address } = fixture.deployment.contracts;
    const bytecode = (await fixture.chain.client.getCode({ address })) ?? "0x";
    const request = launchRequest.parse(launchBody({ creatorEmail: undefined, name: "Reverted" }));
    const input = ownInput(request);
    const { jobId: id } = launchAccepted.parse(await submitLaunch({ ctx, input }));
    await begin(ctx, { id });
    await sign(ctx, { id });
    const [first] = await ctx.signedTransactions.listOf(id);
    if (first === undefined) throw new Error("nothing is signed");
    await fixture.chain.test.setCode({ address, bytecode: "0x60006000fd" });
    await broadcast(ctx, { id });
    await expect
      .poll(() => chainOf(ctx).findMined(first.hash))
      .toMatchObject({ status: "reverted" });
    await fixture.chain.test.setCode({ address, bytecode });
    const raised = await chainOf(ctx).signReplacement(
      first.rawTransaction,
      await chainOf(ctx).estimateFees(),
    );
    await ctx.signedTransactions.add(walletOf(chainOf(ctx)), id, first.nonce, raised);
    expect(await settleNow(ctx, { id })).toBe("failed");
    expect(await getLaunchStatus({ ctx, input: { jobId: id } })).toMatchObject({
      transactionHash: first.hash,
      error: expect.stringContaining(first.hash),
    });
  });
});
