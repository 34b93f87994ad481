import { eq, inArray } from "drizzle-orm";
import { CID } from "multiformats/cid";
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  formatEther,
  getAddress,
  type Hex,
  isAddressEqual,
  parseEther,
  zeroAddress,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getJob } from "@/lib/features/jobs/list-jobs";
import { getLaunchStatus } from "@/lib/features/launch/get-launch-status";
import { prepareLaunch } from "@/lib/features/launch/prepare-launch";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import {
  type LaunchPrepared,
  launchPrepared,
  prepareLaunchAnswer,
  prepareLaunchRequest,
} from "@/lib/features/launch/schema/prepare";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { getTokenDetails } from "@/lib/features/market/get-token-details";
import { listLaunches } from "@/lib/features/market/list-launches";
import { createAssetStore } from "@/lib/features/media/store/create-asset-store";
import { assets, content, videos } from "@/lib/features/media/store/tables";
import { STORED_BYTES_MIN, storeContent } from "@/lib/features/media/store-content";
import type { VideoRemoval } from "@/lib/features/moderation/store/set-video";
import { removeUnused } from "@/lib/features/storage/remove-unused";
import { removeExpired } from "@/lib/features/system/remove-expired";
import { advance } from "@/lib/features/transactions/advance";
import { toLaunch } from "@/lib/features/transactions/kinds/launch";
import { settleNow } from "@/lib/features/transactions/settle";
import { requeueTransactions, sweepTransactions } from "@/lib/features/transactions/sweep";
import { isOfKind } from "@/lib/features/transactions/transaction";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import { LIMITS } from "@/lib/operations/limits";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { AppError } from "@/lib/shared/errors";
import { readTokenFacts } from "@/lib/web/trade/read-token-facts";
import { launchBody } from "../setup/api/launch-body";
import { callsOf, sendPrepared } from "../setup/chain/send-prepared";
import { chainOf } from "../setup/stack/chain-of";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { noLimit } from "../setup/stack/own-input";

const CHAIN = "base-sepolia";
const TEN_MINUTES = 600;
let fixture: ServiceFixture;
let keys = 0;
const newKey = () => `prepared-${++keys}`;

beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

type Options = {
  key?: string | null;
  ctx?: ServiceFixture["ctx"];
  limit?: CallerLimits["limit"];
};

/** Prepares a launch as the API does; the answer has the form of its schema. */
async function answerTo(
  changes: Record<string, unknown>,
  { key = null, ctx, limit = noLimit }: Options = {},
) {
  const request = prepareLaunchRequest.parse(launchBody({ creatorEmail: undefined, ...changes }));
  const input = { chain: CHAIN, request, idempotencyKey: key, caller: null, limit } as const;
  return prepareLaunchAnswer.parse(await prepareLaunch({ ctx: ctx ?? fixture.ctx, input }));
}

async function prepare(changes: Record<string, unknown>, options?: Options) {
  return launchPrepared.parse(await answerTo(changes, options));
}

async function submit(changes: Record<string, unknown>, idempotencyKey: string | null) {
  const request = launchRequest.parse(launchBody({ creatorEmail: undefined, ...changes }));
  return submitLaunch({
    ctx: fixture.ctx,
    input: { chain: CHAIN, request, idempotencyKey, caller: null, limit: noLimit },
  });
}

const statusOf = (jobId: string) => getLaunchStatus({ ctx: fixture.ctx, input: { jobId } });
const newWallet = () => fixture.chain.funded();
const balanceOf = (token: string, account: Address) =>
  fixture.chain.client.readContract({
    address: getAddress(token),
    abi: launchTokenAbi,
    functionName: "balanceOf",
    args: [account],
  });
const send = (wallet: Awaited<ReturnType<typeof newWallet>>["wallet"], calls: LaunchPrepared) =>
  sendPrepared(fixture.chain.client, wallet, calls.sendCalls);

/** Passes time on the chain; the clock of the service is unchanged. */
async function passSeconds(seconds: number) {
  await fixture.chain.test.increaseTime({ seconds });
  await fixture.chain.test.mine({ blocks: 1 });
}

describe("a prepared launch", () => {
  it("is launched by its wallet, at the predicted address and within the stated cost", async () => {
    const { address, wallet } = await newWallet();
    const prepared = await prepare({ from: address });
    expect(prepared).toMatchObject({
      sendCalls: { version: "2.0.0", chainId: "0x14a34", from: address, atomicRequired: false },
      firstBuy: null,
      sandbox: true,
      walletProvider: null,
    });
    const deadline = { from: address, expiresAt: prepared.expiresAt };
    expect(await statusOf(prepared.jobId)).toMatchObject({
      chain: CHAIN,
      state: "waiting",
      permit: deadline,
    });
    const before = await fixture.chain.client.getBalance({ address });
    const [receipt] = await send(wallet, prepared);
    expect(receipt?.status).toBe("success");
    const paid = before - (await fixture.chain.client.getBalance({ address }));
    expect(paid).toBeLessThanOrEqual(BigInt(prepared.cost.totalWei));
    expect(receipt?.gasUsed).toBeLessThanOrEqual(BigInt(prepared.cost.gas));
    expect(await statusOf(prepared.jobId)).toMatchObject({
      chain: CHAIN,
      state: "completed",
      transactionHash: receipt?.transactionHash,
      collectionToken: { address: prepared.expectedAddress, creator: address, symbol: "LIGHT" },
      permit: deadline,
    });
    await fixture.untilIndexed();
    const found = await fixture.ctx.market.findToken({
      chainId: fixture.chainId,
      address: getAddress(prepared.expectedAddress),
    });
    expect(found).toMatchObject({ name: "First Light", symbol: "LIGHT" });
  });

  it("is the creator's own only if the creator sent it, whoever else launched in that name", async () => {
    const { address, wallet } = await newWallet();
    const stranger = await newWallet();
    const own = await prepare({ from: address });
    await send(wallet, own);
    const foreign = await prepare({ from: stranger.address, creatorAddress: address });
    await send(stranger.wallet, foreign);
    for (const { jobId } of [own, foreign]) {
      expect(await statusOf(jobId)).toMatchObject({ state: "completed" });
    }
    const byService = await submit({ creatorAddress: address }, newKey());
    const { jobId } = launchAccepted.parse(byService);
    await advance(fixture.ctx, { id: jobId, step: (_name, run) => run() });
    await fixture.untilIndexed();
    const params = { chain: CHAIN, address } as const;
    const input = { params, query: { limit: 50 }, body: undefined };
    const { launches } = await listLaunches({ ctx: fixture.ctx, input });
    expect(launches).toHaveLength(3);
    const sent = launches.filter(({ sentByCreator }) => sentByCreator);
    expect(sent.map(({ tokenAddress }) => tokenAddress)).toEqual([own.expectedAddress]);
  });

  it("creates at most 200 wallets per hour for one caller, and 5,000 for all", async () => {
    const { address } = await newWallet();
    const counts = new Map<string, number>();
    const countFor =
      (caller: string): CallerLimits["limit"] =>
      async (policy, subject = caller) => {
        const key = `${policy} ${subject}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        if ((counts.get(key) ?? 0) > LIMITS[policy].quota) throw new AppError("rate_limited");
      };
    const people = (name: string) =>
      Array.from({ length: 100 }, (_, n) => ({ type: "email", id: `${name}-${n}@example.com` }));
    const naming = (name: string) => ({
      from: address,
      creatorEmail: `${name}-0@example.com`,
      feeSplitRecipients: people(name),
    });
    const flooder = countFor("flooder");
    const walletsOf = async () => fixture.db.$count(managedWallets);
    const before = await walletsOf();
    await prepare(naming("first"), { limit: flooder });
    await prepare(naming("second"), { limit: flooder });
    expect(counts.get("newWallet flooder")).toBe(LIMITS.newWallet.quota);
    counts.delete("launch flooder");
    await expect(prepare(naming("third"), { limit: flooder })).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect(await walletsOf()).toBe(before + 200);
    // Wallets that exist are not counted.
    counts.delete("launch flooder");
    await prepare(naming("first"), { limit: flooder });
    counts.set("newWalletAll all callers", LIMITS.newWalletAll.quota);
    await expect(prepare(naming("third"), { limit: countFor("other") })).rejects.toMatchObject({
      code: "dependency_unavailable",
    });
    expect(await walletsOf()).toBe(before + 200);
  });

  it("counts no new wallets for launches that are refused or not sent", async () => {
    const { address } = await newWallet();
    const counted: string[] = [];
    const refuse: CallerLimits["limit"] = async (policy) => {
      counted.push(policy);
      if (policy === "launch") throw new AppError("rate_limited");
    };
    const naming = { from: address, creatorEmail: "never-created@example.com" };
    await expect(prepare(naming, { limit: refuse })).rejects.toMatchObject({
      code: "rate_limited",
    });
    await answerTo({ ...naming, dryRun: true }, { limit: refuse });
    expect(counted.filter((policy) => policy.startsWith("newWallet"))).toEqual([]);
  });

  it("is a job of the console with its name, its token and its transaction", async () => {
    const { address, wallet } = await newWallet();
    const prepared = await prepare({ from: address, name: "By a wallet" });
    const [receipt] = await send(wallet, prepared);
    await sweepTransactions({ ctx: fixture.ctx });
    const { job } = await getJob({ ctx: fixture.ctx, input: { id: prepared.jobId } });
    expect(job).toMatchObject({
      kind: "prepared_launch",
      title: "LIGHT: By a wallet",
      state: "completed",
      transactionHash: receipt?.transactionHash,
      tokenAddress: prepared.expectedAddress,
    });
  });

  it("is found by the schedule without anyone who reads its status, and never queued", async () => {
    const { address, wallet } = await newWallet();
    const { jobId, ...prepared } = await prepare({ from: address });
    await requeueTransactions({
      ctx: { ...fixture.ctx, clock: { now: () => new Date(Date.now() + 3_600_000) } },
    });
    expect(await fixture.ctx.transactions.find(jobId)).toMatchObject({ state: "waiting" });
    await send(wallet, { jobId, ...prepared });
    await sweepTransactions({ ctx: fixture.ctx });
    expect(await fixture.ctx.transactions.find(jobId)).toMatchObject({ state: "completed" });
  });

  it("keeps its image and metadata, in whatever form its CID was given", async () => {
    const { address, wallet } = await newWallet();
    const { ctx, db } = fixture;
    const bytes = Buffer.from("an image that was uploaded here");
    const image = await storeContent({ ctx, input: { bytes, quotas: [] } });
    const imageIpfs = CID.parse(image).toV1().toString();
    const prepared = await prepare({ from: address, name: "Kept", imageIpfs });
    await send(wallet, prepared);
    await sweepTransactions({ ctx });
    const job = await ctx.transactions.find(prepared.jobId);
    if (job === null || !isOfKind(job, "prepared_launch")) throw new Error("not prepared");
    const keys = [image, job.payload.tokenUri.replace("ipfs://", "")];
    const stored = await db.select().from(assets).where(inArray(assets.key, keys));
    const used = { usedAt: expect.any(Date) };
    expect(stored).toMatchObject([used, used]);
  });

  it("buys for the creator in the same transaction, at most what the chain allows", async () => {
    const { address, wallet } = await newWallet();
    const prepared = await prepare({ from: address, firstBuyWei: parseEther("0.01").toString() });
    const { firstBuy } = prepared;
    expect(firstBuy).toMatchObject({ valueWei: parseEther("0.01").toString() });
    await send(wallet, prepared);
    const bought = await balanceOf(prepared.expectedAddress, address);
    expect(bought).toBe(BigInt(firstBuy?.expectedTokens ?? 0));
    expect(BigInt(firstBuy?.minTokens ?? 0)).toBe((bought * 9_900n) / 10_000n);
    await fixture.untilIndexed();
    const disclosed = async () => {
      const params = { chain: CHAIN, tokenAddress: getAddress(prepared.expectedAddress) } as const;
      const input = { params, query: {}, body: undefined };
      return (await getTokenDetails({ ctx: fixture.ctx, input })).firstBuy;
    };
    const first = { creator: address, ethIn: "0.01", tokens: bought.toString() };
    expect(await disclosed()).toMatchObject({ ...first, balance: bought.toString() });
    const hash = await wallet.writeContract({
      address: getAddress(prepared.expectedAddress),
      abi: launchTokenAbi,
      functionName: "burn",
      args: [bought / 2n],
    });
    await fixture.trader.mined(hash);
    await fixture.untilIndexed();
    expect(await disclosed()).toMatchObject({
      ...first,
      balance: (bought - bought / 2n).toString(),
    });

    const largest = BigInt(firstBuy?.maxWei ?? 0);
    const other = await newWallet();
    const atLimit = { from: other.address, firstBuyWei: largest.toString() };
    const most = await prepare(atLimit);
    await send(other.wallet, most);
    const held = await balanceOf(most.expectedAddress, other.address);
    const limitTokens = 5_000_000_000n * 10n ** 18n;
    expect(held).toBeLessThanOrEqual(limitTokens);
    expect(held).toBeGreaterThan((limitTokens * 999_999n) / 1_000_000n);
    const above = (largest + largest / 1_000_000n).toString();
    await expect(answerTo({ ...atLimit, firstBuyWei: above })).rejects.toMatchObject({
      code: "invalid_body",
      message: expect.stringMatching(/^firstBuyWei: must be at most 0\.\d+ ETH: 5% of the supply$/),
    });
  });

  it("buys for a creator with a managed wallet, which can sell the tokens", async () => {
    const { address, wallet } = await newWallet();
    const firstBuyWei = parseEther("0.01").toString();
    const creatorEmail = "first-buyer@example.com";
    const prepared = await prepare({ from: address, firstBuyWei, creatorEmail });
    await send(wallet, prepared);
    const creator = getAddress(prepared.walletProvider?.address ?? "");
    const bought = BigInt(prepared.firstBuy?.expectedTokens ?? 0);
    expect(bought).toBeGreaterThan(0n);
    expect(await balanceOf(prepared.expectedAddress, creator)).toBe(bought);
    expect(await balanceOf(prepared.expectedAddress, address)).toBe(0n);
  });

  it.each([
    [
      "a managed wallet that cannot sell the tokens, because it cannot trade",
      { creatorEmail: "ada@example.com" },
      /managed wallets cannot trade/,
    ],
    ["an opening in the future", { startTime: Math.floor(Date.now() / 1_000) + 3_600 }, /opens/],
  ])("refuses a first buy for %s", async (_, changes, text) => {
    const { address } = await newWallet();
    const wanted = { from: address, firstBuyWei: "1000000000000000", ...changes };
    const ctx = fixture.newContext({ ACCOUNT_TRADING: "off" });
    await expect(answerTo(wanted, { ctx })).rejects.toMatchObject({
      code: "invalid_body",
      details: [{ path: "firstBuyWei", message: expect.stringMatching(text) }],
    });
  });

  it("names the limit of a chain that allows no first buy", async () => {
    const { launchpad } = fixture.deployment.contracts;
    const owner = fixture.chain.wallet(fixture.privateKey);
    const allow = async (bps: number) => {
      const hash = await owner.writeContract({
        address: launchpad,
        abi: launchpadAbi,
        functionName: "setMaxFirstBuy",
        args: [bps],
      });
      await fixture.trader.mined(hash);
    };
    const { address } = await newWallet();
    await allow(0);
    await expect(answerTo({ from: address, firstBuyWei: "1" })).rejects.toMatchObject({
      message: "firstBuyWei: is not allowed on this chain; leave it out",
    });
    await allow(500);
  });

  it("gives fees, managed wallets and splits to the people that the request names", async () => {
    const { address, wallet } = await newWallet();
    const prepared = await prepare({
      from: address,
      creatorEmail: "grace@example.com",
      feeSplitRecipients: [
        { type: "email", id: "ada@example.com", split: "6000000" },
        { type: "wallet", id: address, split: "4000000" },
      ],
    });
    expect(prepared.walletProvider).toMatchObject({ type: "email" });
    await send(wallet, prepared);
    const status = await statusOf(prepared.jobId);
    expect(status).toMatchObject({
      state: "completed",
      collectionToken: { creator: prepared.walletProvider?.address },
      feeSplitManagerAddress: expect.stringMatching(/^0x/),
      feeSplitRecipients: [
        { percentage: "60.00000", originalInput: "ada@example.com" },
        { address, percentage: "40.00000" },
      ],
    });
  });

  it("fails with the reason once its permit expired, and is prepared again for the same token", async () => {
    const { address, wallet } = await newWallet();
    const key = newKey();
    const first = await prepare({ from: address }, { key });
    const { cost: _now, ...same } = first;
    expect(await prepare({ from: address }, { key })).toMatchObject(same);
    await passSeconds(TEN_MINUTES + 1);
    const [late] = await send(wallet, first);
    expect(late?.status).toBe("reverted");
    expect(await statusOf(first.jobId)).toMatchObject({ state: "waiting" });
    await passSeconds(60);
    expect(await statusOf(first.jobId)).toMatchObject({
      state: "failed",
      transactionHash: null,
      error:
        "The launch was not sent before its permit expired. Nothing was launched. Prepare it again.",
    });
    const again = await prepare({ from: address }, { key });
    expect(again).toMatchObject({ jobId: first.jobId, expectedAddress: first.expectedAddress });
    expect(again.expiresAt).toBeGreaterThan(first.expiresAt);
    expect(await statusOf(first.jobId)).toMatchObject({ state: "waiting" });
    await send(wallet, again);
    expect(await statusOf(first.jobId)).toMatchObject({ state: "completed" });
    await expect(answerTo({ from: address }, { key })).rejects.toMatchObject({
      code: "launch_conflict",
      status: 409,
      extras: { jobId: first.jobId },
    });
  });

  it("stays waiting when its permit was renewed during a slow check", async () => {
    const { address, wallet } = await newWallet();
    const key = newKey();
    const { jobId } = await prepare({ from: address }, { key });
    await passSeconds(TEN_MINUTES + 120);
    const chain = chainOf(fixture.ctx);
    let renewed: LaunchPrepared | null = null;
    const slow = {
      ...chain,
      async findToken(launchId: Hex) {
        const token = await chain.findToken(launchId);
        renewed ??= await prepare({ from: address }, { key });
        return token;
      },
    };
    const ctx = { ...fixture.ctx, chains: { [CHAIN]: slow } };
    expect(await settleNow(ctx, { id: jobId })).toBe("waiting");
    expect(await statusOf(jobId)).toMatchObject({ state: "waiting" });
    if (renewed === null) throw new Error("not renewed");
    await send(wallet, renewed);
    expect(await statusOf(jobId)).toMatchObject({ state: "completed" });
  });

  it("stays active after a check that missed the token while another check records it", async () => {
    const { ctx } = fixture;
    const { address } = await newWallet();
    const { jobId } = await prepare({ from: address });
    await ctx.transactions.transition(jobId, "active");
    const stored = await ctx.transactions.find(jobId);
    if (stored === null || !isOfKind(stored, "prepared_launch")) throw new Error("not prepared");
    const end = { transactionHash: null, error: "It expired", mayHaveSucceeded: false };
    const { payload } = stored;
    expect(
      await ctx.transactions.transition(jobId, "failed", {
        changes: end,
        onlyWithDeadline: payload.deadline,
      }),
    ).toBe(false);
  });

  it("is corrected when a lagging node hid its token", async () => {
    const { ctx } = fixture;
    const { address, wallet } = await newWallet();
    const launchUnseen = async (key: string) => {
      const prepared = await prepare({ from: address }, { key });
      await send(wallet, prepared);
      const end = { transactionHash: null, error: "It expired", mayHaveSucceeded: false };
      await ctx.transactions.transition(prepared.jobId, "failed", { changes: end });
      return prepared.jobId;
    };
    const key = newKey();
    const repeated = await launchUnseen(key);
    await expect(answerTo({ from: address }, { key })).rejects.toMatchObject({
      code: "launch_conflict",
    });
    expect(await statusOf(repeated)).toMatchObject({ state: "completed" });
    const read = await launchUnseen(newKey());
    await fixture.untilIndexed();
    expect(await statusOf(read)).toMatchObject({ state: "completed" });
    const old = await launchUnseen(newKey());
    await fixture.untilIndexed();
    const in9Days = { now: () => new Date(Date.now() + 9 * 24 * 3_600_000) };
    await removeExpired({ ctx: { ...ctx, clock: in9Days } });
    await sweepTransactions({ ctx });
    expect(await statusOf(old)).toMatchObject({ state: "completed" });
  });

  it("leaves nothing when it was never sent: its metadata counts as the caller's, and all is removed", async () => {
    const { address } = await newWallet();
    const image = "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o";
    const prepared = await prepare({ from: address, name: "Never sent", imageIpfs: image });
    const job = await fixture.ctx.transactions.find(prepared.jobId);
    if (job === null || !isOfKind(job, "prepared_launch")) throw new Error("not prepared");
    const { ctx, db, chainId } = fixture;
    // Its image is not fetched from the network before the token exists.
    expect(await db.select().from(content).where(eq(content.cid, image))).toEqual([]);
    const key = job.payload.tokenUri.replace("ipfs://", "");
    const stored = () => db.select().from(assets).where(eq(assets.key, key));
    expect(await stored()).toMatchObject([{ usedAt: null, sizeBytes: STORED_BYTES_MIN }]);
    await passSeconds(TEN_MINUTES + 120);
    expect(await statusOf(prepared.jobId)).toMatchObject({ state: "failed" });
    const token = { chainId, address: getAddress(prepared.expectedAddress) };
    const in9Days = { now: () => new Date(Date.now() + 9 * 24 * 3_600_000) };
    await removeExpired({ ctx });
    expect(await ctx.launchOrigins.find(token)).not.toBeNull();
    await removeExpired({ ctx: { ...ctx, clock: in9Days } });
    expect(await ctx.transactions.find(prepared.jobId)).toBeNull();
    expect(await ctx.launchOrigins.find(token)).toBeNull();
    await db.update(assets).set({ createdAt: new Date(Date.now() - 2 * 3_600_000) });
    await removeUnused({ ctx: { ...ctx, clock: in9Days } });
    expect(await stored()).toEqual([]);
  });

  it("creates no wallet when there is no room for its metadata", async () => {
    const { address } = await newWallet();
    const assetsWithoutRoom = createAssetStore(fixture.db, 0, fixture.ctx.clock.now);
    const ctx = { ...fixture.ctx, assets: assetsWithoutRoom };
    const creatorEmail = "no-room@example.com";
    await expect(answerTo({ from: address, creatorEmail }, { ctx })).rejects.toMatchObject({
      code: "storage_full",
    });
    const preview = await answerTo({ from: address, creatorEmail, dryRun: true });
    expect(preview.walletProvider).toEqual({ type: "email", address: null });
  });

  it("keeps its video while it may be sent, and is not prepared again without it", async () => {
    const { address } = await newWallet();
    const { ctx, db } = fixture;
    const uid = "prepared-video";
    const at = new Date(Date.now() - 8 * 24 * 3_600_000);
    await db.insert(videos).values({
      uid,
      provider: ctx.videos.name,
      state: "nsfw_approved",
      userId: "u",
      durationSecondsMax: 300,
      sizeBytesMax: 1,
      sizeBytes: 1,
      durationSeconds: 1,
      width: 2,
      height: 2,
      streamUrl: "/v",
      thumbnailUrl: "/t",
      thumbnailCid: "thumbnail",
      createdAt: at,
      expiresAt: at,
      touchedAt: at,
    });
    const asset = { kind: "video", key: uid, sizeBytes: 1, isSettled: true } as const;
    await db.insert(assets).values({ ...asset, createdAt: at });
    const unused = () =>
      db.update(assets).set({ usedAt: at }).where(eq(assets.key, uid)).returning();
    const key = newKey();
    const { jobId } = await prepare({ from: address, videoUID: uid }, { key });
    const removal = { reason: "other", fileDigest: null, thumbnailCid: null } as const;
    const setRemoval = async (next: VideoRemoval | null) => {
      await db.transaction((tx) => ctx.moderation.setVideo(tx, uid, next));
      await ctx.decisions.refresh();
    };
    await setRemoval({ ...removal, fingerprints: new Uint8Array() });
    await expect(prepare({ from: address, videoUID: uid }, { key })).rejects.toMatchObject({
      code: "content_removed",
    });
    await setRemoval(null);
    await unused();
    await removeUnused({ ctx });
    expect(await ctx.videoStore.find(uid)).toMatchObject({ state: "nsfw_approved" });
    await passSeconds(TEN_MINUTES + 120);
    expect(await statusOf(jobId)).toMatchObject({ state: "failed" });
    await prepare({ from: address, videoUID: uid }, { key });
    await passSeconds(TEN_MINUTES + 120);
    expect(await statusOf(jobId)).toMatchObject({ state: "failed" });
    await unused();
    await removeUnused({ ctx });
    expect(await ctx.videoStore.find(uid)).toMatchObject({ state: "error" });
    await expect(prepare({ from: address, videoUID: uid }, { key })).rejects.toMatchObject({
      code: "invalid_video",
    });
  });

  it("costs nothing and stores nothing as a dry run, with the address of the later launch", async () => {
    const { address } = await newWallet();
    const key = newKey();
    const preview = await answerTo({ from: address, dryRun: true }, { key });
    expect(preview).not.toHaveProperty("sendCalls");
    expect(preview).not.toHaveProperty("jobId");
    expect(preview).toMatchObject({ dryRun: true, cost: { valueWei: "0" } });
    const prepared = await prepare({ from: address }, { key });
    expect(prepared.expectedAddress).toBe(preview.expectedAddress);
    const other = await newWallet();
    // Whoever pays, the key launches the prepared token or none.
    for (const from of [address, other.address]) {
      const again = await answerTo({ from, dryRun: true }, { key });
      expect(again).not.toHaveProperty("sendCalls");
      expect(again).toMatchObject({
        message: "Dry run: this Idempotency-Key has already prepared this token",
        dryRun: true,
        expectedAddress: prepared.expectedAddress,
        cost: { valueWei: "0" },
      });
    }
    await expect(
      answerTo({ from: address, name: "Other", dryRun: true }, { key }),
    ).rejects.toMatchObject({ code: "idempotency_key_reused" });
  });

  it("is checked and prepared again with its key after the opening time has passed", async () => {
    const { address } = await newWallet();
    const key = newKey();
    const wanted = { from: address, startTime: Math.floor(Date.now() / 1_000) + 3_600 };
    const prepared = await prepare(wanted, { key });
    const clock = { now: () => new Date((wanted.startTime + 60) * 1_000) };
    const ctx = { ...fixture.ctx, clock };
    const preview = await answerTo({ ...wanted, dryRun: true }, { key, ctx });
    const { jobId, expectedAddress } = prepared;
    expect(preview).toMatchObject({ dryRun: true, expectedAddress });
    expect(await prepare(wanted, { key, ctx })).toMatchObject({ jobId, expectedAddress });
    for (const dryRun of [true, undefined]) {
      await expect(answerTo({ ...wanted, dryRun }, { key: newKey(), ctx })).rejects.toMatchObject({
        details: [{ path: "startTime", message: expect.stringMatching(/in the future/) }],
      });
    }
  });

  it("says what a wallet without enough ETH lacks, instead of failing", async () => {
    const poor = `0x${"ab".repeat(20)}`;
    const { cost } = await prepare({ from: poor, firstBuyWei: parseEther("0.01").toString() });
    expect(cost.balanceWei).toBe("0");
    expect(BigInt(cost.totalWei)).toBeGreaterThan(parseEther("0.01"));
  });
});

describe("one key", () => {
  it("makes one token when it was prepared first and the service is asked to launch", async () => {
    const { address, wallet } = await newWallet();
    const key = newKey();
    const prepared = await prepare({ from: address }, { key });
    await expect(submit({}, key)).rejects.toMatchObject({
      code: "launch_conflict",
      status: 409,
      message: expect.stringContaining("prepared a launch that a wallet sends"),
      extras: { jobId: prepared.jobId },
    });
    await send(wallet, prepared);
    await expect(submit({}, key)).rejects.toMatchObject({ code: "launch_conflict" });
  });

  it("returns the address of the token in a dry run of either API, after either launch", async () => {
    const { address } = await newWallet();
    const creator = { creatorEmail: "dry@example.com" };
    const byWallet = newKey();
    const prepared = await prepare({ ...creator, from: address }, { key: byWallet });
    const served = submit({ ...creator, dryRun: true }, byWallet);
    expect(await served).toEqual({
      success: true,
      message: "Dry run: this Idempotency-Key has already prepared this token",
      dryRun: true,
      walletProvider: prepared.walletProvider,
      expectedAddress: prepared.expectedAddress,
    });
    const byService = newKey();
    const accepted = launchAccepted.parse(await submit(creator, byService));
    const { walletProvider, expectedAddress } = accepted;
    const launched = {
      message: "Dry run: this Idempotency-Key is launching this token",
      walletProvider,
      expectedAddress,
    };
    const own = await submit({ ...creator, dryRun: true }, byService);
    expect(own).toMatchObject(launched);
    const preview = await answerTo({ ...creator, from: address, dryRun: true }, { key: byService });
    expect(preview).toMatchObject(launched);
  });

  it("says in a dry run how the launch of the service ended", async () => {
    const { transactions } = fixture.ctx;
    const launch = async (end: (id: string) => Promise<boolean>, isActive = true) => {
      const key = newKey();
      const { jobId } = launchAccepted.parse(await submit({}, key));
      if (isActive) expect(await transactions.transition(jobId, "active")).toBe(true);
      expect(await end(jobId)).toBe(true);
      return (await submit({ dryRun: true }, key)).message;
    };
    expect(await launch((id) => transactions.transition(id, "completed"))).toBe(
      "Dry run: this Idempotency-Key has already launched this token",
    );
    expect(await launch((id) => transactions.failUnsigned(id, "It failed"), false)).toBe(
      "Dry run: this Idempotency-Key was used by a launch that failed. Use another key.",
    );
    const end = { error: "It is unknown", mayHaveSucceeded: true };
    expect(await launch((id) => transactions.transition(id, "failed", { changes: end }))).toBe(
      "Dry run: this Idempotency-Key was used by a launch that failed but may still have launched this token",
    );
  });

  it("makes one token when the service launched first", async () => {
    const { address } = await newWallet();
    const key = newKey();
    const accepted = await submit({}, key);
    await expect(answerTo({ from: address }, { key })).rejects.toMatchObject({
      code: "launch_conflict",
      extras: { jobId: Object(accepted).jobId },
    });
    expect(await submit({}, key)).toEqual(accepted);
  });

  it.each(["the wallet", "the service"])(
    "makes one token when both launches are sent, %s first",
    async (first) => {
      const { address, wallet } = await newWallet();
      const prepared = await prepare({ from: address }, { key: newKey() });
      const job = await fixture.ctx.transactions.find(prepared.jobId);
      if (job === null || !isOfKind(job, "prepared_launch")) throw new Error("not stored");
      // The service's call for the same launch, bypassing every check of the API.
      const service = fixture.chain.wallet(fixture.privateKey);
      const chain = chainOf(fixture.ctx);
      const call = chain.launchCall(toLaunch(job.payload));
      const byService = async () => {
        const hash = await service.sendTransaction({ ...call, gas: 4_000_000n });
        return (await fixture.chain.client.waitForTransactionReceipt({ hash })).status;
      };
      const byWallet = async () => (await send(wallet, prepared))[0]?.status;
      const order = first === "the wallet" ? [byWallet, byService] : [byService, byWallet];
      const results = [];
      for (const run of order) results.push(await run());
      expect(results).toEqual(["success", "reverted"]);
      expect(await statusOf(prepared.jobId)).toMatchObject({
        state: "completed",
        collectionToken: { address: prepared.expectedAddress },
      });
    },
  );

  it("makes one token out of twenty requests at the same moment through both interfaces", async () => {
    const { address, wallet } = await newWallet();
    const key = newKey();
    const requests = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? answerTo({ from: address }, { key }) : submit({}, key),
    );
    const results = await Promise.allSettled(requests);
    const jobs = new Set(
      results.map((result) =>
        result.status === "fulfilled"
          ? Object(result.value).jobId
          : Object(result.reason).extras?.jobId,
      ),
    );
    expect(jobs.size).toBe(1);
    const [jobId] = jobs;
    const job = await fixture.ctx.transactions.find(String(jobId));
    if (job?.kind === "launch") {
      await advance(fixture.ctx, { id: job.id, step: (_name, run) => run() });
    } else {
      const prepared = results.find((result) => result.status === "fulfilled");
      await send(wallet, launchPrepared.parse(Object(prepared).value));
    }
    expect(await statusOf(String(jobId))).toMatchObject({ state: "completed" });
  });

  it("is refused with 422 for another wallet, first buy or token", async () => {
    const { address } = await newWallet();
    const key = newKey();
    await prepare({ from: address }, { key });
    const other = await newWallet();
    for (const changes of [
      { from: other.address },
      { from: address, firstBuyWei: "1000" },
      { from: address, slippageBps: 50 },
      { from: address, name: "Other" },
    ]) {
      await expect(answerTo(changes, { key })).rejects.toMatchObject({
        code: "idempotency_key_reused",
      });
    }
  });
});

describe("a permit", () => {
  it("lets nobody else launch, and nothing else be launched", async () => {
    const { address, wallet } = await newWallet();
    const prepared = await prepare({ from: address });
    const thief = await newWallet();
    const [stolen] = await send(thief.wallet, prepared);
    expect(stolen?.status).toBe("reverted");

    const [call] = callsOf(prepared.sendCalls);
    if (call === undefined) throw new Error("no call");
    const { functionName, args } = decodeFunctionData({ abi: launchpadAbi, data: call.data });
    if (functionName !== "launchWithPermit") throw new Error(`${functionName} is not expected`);
    const [params, manager, permit, minTokens] = args;
    expect(isAddressEqual(permit.sender, address)).toBe(true);
    const forged = [
      [{ ...params, creator: thief.address }, manager, permit, minTokens],
      [{ ...params, launchId: `0x${"11".repeat(32)}` }, manager, permit, minTokens],
      [{ ...params, feeShareBps: 10_000 }, manager, permit, minTokens],
      [{ ...params, marketCapUsdc: params.marketCapUsdc / 2n }, manager, permit, minTokens],
      [params, { ...manager, creatorFirstBps: 1 }, permit, minTokens],
      [params, manager, { ...permit, deadline: permit.deadline + 1n }, minTokens],
      [params, manager, { ...permit, sender: `0x${"00".repeat(20)}` }, minTokens],
    ] as const;
    for (const wrong of forged) {
      const data = encodeFunctionData({ abi: launchpadAbi, functionName, args: wrong });
      await expect(
        fixture.chain.client.call({ account: address, to: call.to, data }),
      ).rejects.toThrow();
    }
    const [launched] = await send(wallet, prepared);
    expect(launched?.status).toBe("success");
  });

  it("is never signed for anybody: the zero address is refused", async () => {
    const parsed = prepareLaunchRequest.safeParse(launchBody({ from: zeroAddress }));
    expect(parsed.error?.issues[0]).toMatchObject({ path: ["from"] });
    const chain = fixture.ctx.chains[CHAIN];
    const job = await prepare({ from: `0x${"ab".repeat(20)}` });
    const stored = await fixture.ctx.transactions.find(job.jobId);
    if (stored === null || !isOfKind(stored, "prepared_launch")) throw new Error("not stored");
    const terms = { sender: zeroAddress, deadline: 1n };
    await expect(chain?.signPermit(toLaunch(stored.payload), terms)).rejects.toThrow(/anybody/);
  });

  it("names its launcher, its sender and its end", async () => {
    const { address } = await newWallet();
    const prepared = await prepare({ from: address });
    const [call] = callsOf(prepared.sendCalls);
    if (call === undefined) throw new Error("no call");
    const { args } = decodeFunctionData({ abi: launchpadAbi, data: call.data });
    expect(Object(args)[2]).toMatchObject({
      launcher: fixture.ctx.serverWallet,
      sender: address,
      deadline: BigInt(prepared.expiresAt),
    });
  });

  it("is refused where the launchpad lacks permits", async () => {
    const chain = chainOf(fixture.ctx);
    const deployment = { ...chain.deployment, capabilities: {} };
    const ctx = { ...fixture.ctx, chains: { [CHAIN]: { ...chain, deployment } } };
    const { address } = await newWallet();
    await expect(answerTo({ from: address }, { ctx })).rejects.toMatchObject({
      code: "unsupported_operation",
      status: 400,
      message: "The launchpad on this chain does not accept launches from other wallets",
    });
  });
});

describe("launch protection and referral", () => {
  it("are part of a prepared launch; its first buy pays the highest fee", async () => {
    const { address, wallet } = await newWallet();
    const firstBuyWei = parseEther("0.01").toString();
    const plain = await prepare({ from: address, firstBuyWei });
    const options = { launchProtection: true, referralShare: 20 };
    const prepared = await prepare({ from: address, firstBuyWei, ...options });
    expect(BigInt(prepared.firstBuy?.expectedTokens ?? 0)).toBeLessThan(
      BigInt(plain.firstBuy?.expectedTokens ?? 0),
    );
    expect(BigInt(prepared.firstBuy?.maxWei ?? 0)).toBeGreaterThan(
      BigInt(plain.firstBuy?.maxWei ?? 0),
    );
    const startFeeBps = fixture.deployment.launchProtection?.startBps ?? 0;
    const feeWei = ((parseEther("0.01") * BigInt(startFeeBps)) / 10_000n).toString();
    expect(prepared.firstBuy).toMatchObject({ feeBps: startFeeBps, feeWei });
    expect(prepared.summary).toContain(
      `includes a fee of ${startFeeBps / 100}% (${formatEther(BigInt(feeWei))} ETH)`,
    );
    expect(plain.firstBuy).toMatchObject({ feeBps: 100, feeWei: parseEther("0.0001").toString() });
    await send(wallet, prepared);
    const view = await fixture.chain.client.readContract({
      address: fixture.deployment.contracts.launchLens,
      abi: launchLensAbi,
      functionName: "tokenView",
      args: [getAddress(prepared.expectedAddress)],
    });
    expect(view).toMatchObject({ referralPercent: 20, exists: true });
    expect(view.buyFeeBps).toBeGreaterThan(100);
    const facts = await readTokenFacts(fixture.chain.client, {
      lenses: [fixture.deployment.contracts.launchLens],
      token: getAddress(prepared.expectedAddress),
    });
    expect(facts).toMatchObject({ referralShare: 20 });
    const endTime = Number(view.protectionEnd);
    const { startBps, seconds = 0 } = fixture.deployment.launchProtection ?? {};
    expect(facts?.protection).toEqual({
      startFeeBps: startBps,
      endFeeBps: 100,
      startTime: endTime - seconds,
      endTime,
    });
  });

  it("are refused with a reason where the chain does not offer protection", async () => {
    const chain = chainOf(fixture.ctx);
    const { launchProtection: _none, ...deployment } = chain.deployment;
    const ctx = { ...fixture.ctx, chains: { [CHAIN]: { ...chain, deployment } } };
    const { address } = await newWallet();
    const wanted = { from: address, launchProtection: true };
    await expect(answerTo(wanted, { ctx })).rejects.toMatchObject({
      code: "unsupported_operation",
      message: "Launch protection is not offered on this chain",
      details: [expect.objectContaining({ path: "launchProtection" })],
    });
    const parsed = prepareLaunchRequest.safeParse(launchBody({ from: address, referralShare: 21 }));
    expect(parsed.error?.issues[0]).toMatchObject({ path: ["referralShare"] });
  });

  it("are read for the token page: the opening time until trading opens, and protection until it ends", async () => {
    const { address, wallet } = await newWallet();
    const { timestamp } = await fixture.chain.client.getBlock();
    const startTime = Number(timestamp) + 3_600;
    const prepared = await prepare({ from: address, startTime, launchProtection: true });
    await send(wallet, prepared);
    const token = getAddress(prepared.expectedAddress);
    const lenses = [fixture.deployment.contracts.launchLens];
    const facts = () => readTokenFacts(fixture.chain.client, { lenses, token });
    const protection = { startTime, startFeeBps: expect.any(Number) };
    expect(await facts()).toMatchObject({ opensAt: startTime, protection });
    await passSeconds(3_600);
    expect(await facts()).toMatchObject({ opensAt: 0, protection });
    await fixture.trader.buy(token, parseEther("0.01"));
    expect(await facts()).toMatchObject({ opensAt: 0, protection });
    await passSeconds(fixture.deployment.launchProtection?.seconds ?? 0);
    expect(await facts()).toMatchObject({ opensAt: 0, protection: null });
  });
});
