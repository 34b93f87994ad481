import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { prepareLaunch } from "@/lib/features/launch/prepare-launch";
import { launchPrepared, prepareLaunchRequest } from "@/lib/features/launch/schema/prepare";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createManager, saltOf } from "@/lib/features/managers/create-manager";
import { transactions } from "@/lib/features/transactions/store/tables";
import { isOfKind } from "@/lib/features/transactions/transaction";
import type { Session } from "@/lib/features/users/rules/account";
import { signIn } from "@/lib/features/users/sign-in";
import { launchBody } from "../../setup/api/launch-body";
import { newAddress } from "../../setup/chain/new-address";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/** Consents that the service signs for moderators with managed wallets. */

const CHAIN = "base-sepolia";
const MINUTE_MS = 60_000;
let fixture: ServiceFixture;
let ctx: ServiceContext;

beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.ctx;
});
afterAll(() => fixture.stop());

/** A user and a dynamic split that the user's wallet moderates. */
async function moderatorOf(name: string) {
  const email = `${name}@example.com`;
  const identity = { type: "email", stableId: email, name: email, proofChainId: null } as const;
  const { accountId } = await signIn({ ctx, input: { identity, current: null } });
  const { address } = await ctx.wallets.resolve({ type: "email", id: email });
  const chain = chainOf(ctx);
  const account = newAddress();
  const recipient = { account, splitMicroPercent: 10_000_000, type: "wallet", original: account };
  const manager = {
    kind: "dynamic_split",
    salt: saltOf(name),
    owner: address,
    creatorFirstBps: 0,
    recipients: [{ ...recipient, type: "wallet" }],
  } as const;
  const { managerAddress } = await createManager({
    ctx,
    input: { chain, transactionId: `split of ${name}`, manager },
  });
  return { accountId, address, identity, managerAddress };
}

/** Prepares the same launch of a wallet again and again. @returns the consent in it, which ends with its permit */
function preparing(
  managerAddress: string,
  idempotencyKey: string,
  consent?: Record<"nonce" | "deadline" | "signature", string>,
) {
  const from = newAddress();
  const attached = { feeSplitManagerAddress: managerAddress, feeSplitManagerConsent: consent };
  const body = launchBody({ creatorEmail: undefined, ...attached });
  return async (by: Session | null) => {
    const answer = await prepareLaunch({
      ctx,
      input: {
        chain: CHAIN,
        request: prepareLaunchRequest.parse({ ...body, from }),
        idempotencyKey,
        findSession: async () => by,
        caller: null,
        limit: noLimit,
      },
    });
    const { jobId } = launchPrepared.parse(answer);
    const job = await ctx.transactions.find(jobId);
    if (job === null || !isOfKind(job, "prepared_launch")) throw new Error("not prepared");
    const { deadline, treasury } = job.payload;
    if (treasury.kind !== "fee_split_manager" || treasury.consent === null) {
      throw new Error("no consent");
    }
    // The launch would revert after the end of its consent.
    expect(deadline).toBe(treasury.consent.deadline);
    return treasury.consent;
  };
}

const launchInto = (manager: string, session: Session, by: ServiceContext = ctx) =>
  submitLaunch({
    ctx: by,
    input: {
      chain: CHAIN,
      request: launchRequest.parse(launchBody({ feeSplitManagerAddress: manager })),
      idempotencyKey: null,
      findSession: async () => session,
      caller: null,
      limit: noLimit,
    },
  });

describe("a launch into a dynamic split by its signed-in moderator", () => {
  it("is accepted within ten minutes of the sign-in, and rejected later with nothing stored", async () => {
    const { accountId, identity, managerAddress } = await moderatorOf("recent");
    const now = ctx.clock.now().getTime();
    const late = { accountId, identity, authenticatedAt: new Date(now - 10 * MINUTE_MS) };
    const before = await fixture.db.select().from(transactions);
    await expect(launchInto(managerAddress, late)).rejects.toMatchObject({
      code: "invalid_body",
      status: 400,
      message: expect.stringContaining("only with its moderator's consent"),
    });
    expect(await fixture.db.select().from(transactions)).toEqual(before);
    const recent = { accountId, identity, authenticatedAt: new Date(now - 9 * MINUTE_MS) };
    expect(await launchInto(managerAddress, recent)).toMatchObject({ success: true });
  });

  it("is accepted on a chain whose newest block is days old", async () => {
    const { accountId, identity, managerAddress } = await moderatorOf("idle");
    const chain = chainOf(ctx);
    const old = async () => (await chain.timestamp()) - 172_800n;
    const idle = { ...ctx, chains: { ...ctx.chains, [CHAIN]: { ...chain, timestamp: old } } };
    const session = { accountId, identity, authenticatedAt: ctx.clock.now() };
    expect(await launchInto(managerAddress, session, idle)).toMatchObject({ success: true });
  });

  it("has a consent no longer than its permit if a wallet sends it, and a new one with a new permit", async () => {
    const { accountId, identity, managerAddress } = await moderatorOf("sender");
    const session = { accountId, identity, authenticatedAt: ctx.clock.now() };
    const prepare = preparing(managerAddress, "prepared-with-consent");
    const first = await prepare(session);
    expect(await prepare(null)).toEqual(first);
    await fixture.chain.test.increaseTime({ seconds: 601 });
    await fixture.chain.test.mine({ blocks: 1 });
    await expect(prepare(null)).rejects.toMatchObject({ code: "invalid_body" });
    expect((await prepare(session)).nonce).not.toBe(first.nonce);
  });

  it("ends the permit of a wallet's launch if it ends earlier, and is named once it has expired", async () => {
    const { address, identity, managerAddress } = await moderatorOf("brief");
    const chain = chainOf(ctx);
    const terms = {
      chainId: chain.deployment.chainId,
      manager: managerAddress,
      nonce: 7n,
      deadline: (await chain.timestamp()) + 300n,
    };
    const signature = await ctx.wallets.signConsent(
      { type: identity.type, id: identity.name },
      address,
      terms,
    );
    const consent = { nonce: "7", deadline: `${terms.deadline}`, signature };
    const prepare = preparing(managerAddress, "prepared-with-a-brief-consent", consent);
    expect(await prepare(null)).toMatchObject({ deadline: terms.deadline });
    await fixture.chain.test.increaseTime({ seconds: 301 });
    await fixture.chain.test.mine({ blocks: 1 });
    const message = "The moderator's consent has expired";
    const details = [{ path: "feeSplitManagerConsent", message }];
    await expect(prepare(null)).rejects.toMatchObject({ code: "invalid_body", details });
  });

  it("is rejected for another user, and for an account that no longer exists", async () => {
    const { managerAddress } = await moderatorOf("first");
    const { accountId, identity } = await moderatorOf("second");
    for (const id of [accountId, crypto.randomUUID()]) {
      const session = { accountId: id, identity, authenticatedAt: ctx.clock.now() };
      await expect(launchInto(managerAddress, session)).rejects.toMatchObject({
        code: "invalid_body",
      });
    }
  });
});
