import { type Address, createPublicClient, custom, keccak256, parseEther, toBytes } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { dropManagerToken } from "@/lib/features/fees/drop-manager-token";
import { getEarnings } from "@/lib/features/fees/get-earnings";
import { dropTokenRequest } from "@/lib/features/fees/schema/wallet-actions";
import { createManager, saltOf } from "@/lib/features/managers/create-manager";
import { consentMessage } from "@/lib/features/managers/rules/attach-consent";
import { advance } from "@/lib/features/transactions/advance";
import { isOfKind } from "@/lib/features/transactions/transaction";
import type { Session } from "@/lib/features/users/rules/account";
import { signIn } from "@/lib/features/users/sign-in";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { UNKNOWN_OWED } from "@/lib/web/managers/other-earners";
import { readManager } from "@/lib/web/managers/read-manager";
import { newAddress } from "../../setup/chain/new-address";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/** Moderators with managed wallets drop tokens from dynamic splits over a real chain and database. */

const CHAIN = "base-sepolia";
let fixture: ServiceFixture;
let ctx: ServiceContext;

beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.ctx;
});
afterAll(() => fixture.stop());

const balanceOf = (address: Address) => fixture.chain.client.getBalance({ address });
const fund = (address: Address, ether: string) =>
  fixture.chain.test.setBalance({ address, value: parseEther(ether) });
const managedTokens = (manager: Address) => chainOf(ctx).managedTokens(manager);

/** A signed-in user with a dynamic split of its own, which shares the fees of a token. */
async function moderatorOf(name: string, type: "email" | "wallet" = "email") {
  const key = privateKeyToAccount(generatePrivateKey());
  const stableId = type === "email" ? `${name}@example.com` : key.address;
  const identity = { type, stableId, name: stableId, proofChainId: null };
  const { accountId } = await signIn({ ctx, input: { identity, current: null } });
  const session: Session = { accountId, identity, authenticatedAt: ctx.clock.now() };
  const { address } = await ctx.wallets.resolve({ type, id: stableId });
  const recipient = newAddress();
  const share = { account: recipient, splitMicroPercent: 10_000_000, original: recipient };
  const transactionId = `split of ${name}`;
  const terms = {
    kind: "dynamic_split" as const,
    salt: saltOf(transactionId),
    owner: address,
    creatorFirstBps: 0,
    recipients: [{ ...share, type: "wallet" as const }],
  };
  const { managerAddress: manager } = await createManager({
    ctx,
    input: { chain: chainOf(ctx), transactionId, manager: terms },
  });

  async function launch() {
    const nonce = BigInt(keccak256(toBytes(ctx.ids.randomId())));
    const deadline = (await chainOf(ctx).timestamp()) + 3_600n;
    const consent = { chainId: chainOf(ctx).deployment.chainId, manager, nonce, deadline };
    const signature =
      type === "email"
        ? await ctx.wallets.signConsent({ type, id: stableId }, address, consent)
        : await key.signTypedData(consentMessage(consent));
    const creator = newAddress();
    const { token } = await fixture.launch({
      treasuryAddress: creator,
      feeSplitManagerAddress: manager,
      feeSplitManagerConsent: { nonce: `${nonce}`, deadline: Number(deadline), signature },
    });
    return { token, creator };
  }
  return { session, address, stableId, manager, recipient, launch, ...(await launch()) };
}

const dropping = (session: Session, body: Record<string, unknown>, from: ServiceContext = ctx) => {
  const request = dropTokenRequest.parse({ chain: CHAIN, ...body });
  return dropManagerToken({ ctx: from, input: { session, request, limit: noLimit } });
};

describe("a dropped token", () => {
  it("is not dropped for more gas than the user confirmed", async () => {
    const { session, address, manager, token } = await moderatorOf("risen-fee");
    await fund(address, "1");
    const body = { manager, tokenAddress: token };
    const { feeAtMost } = await dropping(session, body);
    const market = await chainOf(ctx).estimateFees();
    const estimateFees = async () => ({ ...market, maxFeePerGas: market.maxFeePerGas * 50n });
    const from = { ...ctx, chains: { ...ctx.chains, [CHAIN]: { ...chainOf(ctx), estimateFees } } };
    const confirmed = { ...body, confirm: true, feeAtMost };
    await expect(dropping(session, confirmed, from)).rejects.toMatchObject({
      code: "invalid_body",
      details: [{ path: "feeAtMost" }],
    });
    expect(await managedTokens(manager)).toEqual([token]);
    expect(await dropping(session, confirmed)).toMatchObject({ state: "completed" });
  });

  it("is dropped by the moderator's managed wallet, which pays the gas that the preview named", async () => {
    const { session, address, manager, token, recipient } = await moderatorOf("moderator");
    await fund(address, "1");
    await fixture.trader.buy(token, parseEther("1"));
    const requestBody = { manager, tokenAddress: token };
    const preview = await dropping(session, requestBody);
    expect(preview).toMatchObject({ state: "preview", wallet: address, transaction: null });
    expect(await managedTokens(manager)).toEqual([token]);
    // Fees that come in after the estimate cost more gas.
    await fixture.trader.buy(token, parseEther("1"));
    const before = await balanceOf(address);
    const done = await dropping(session, { ...requestBody, confirm: true });
    expect(done).toMatchObject({ state: "completed", transactionHash: expect.any(String) });
    expect(await managedTokens(manager)).toEqual([]);
    const paid = before - (await balanceOf(address));
    expect(paid).toBeGreaterThan(0n);
    expect(paid).toBeLessThanOrEqual(parseEther(preview.feeAtMost ?? "0"));
    const [shared = 0n] = await chainOf(ctx).releasableWei(recipient, [token], [manager]);
    expect(shared).toBeGreaterThan(0n);
    // Later fees are no longer shared.
    await fixture.trader.buy(token, parseEther("1"));
    expect(await chainOf(ctx).releasableWei(recipient, [token], [manager])).toEqual([shared]);
    const { actions } = await getEarnings({ ctx, input: { session } });
    expect(actions).toMatchObject([{ kind: "token_drop", state: "completed", to: manager }]);
  });

  it("pays the token's payee and lists it on the manager page, also when creators have no first part", async () => {
    const { session, address, manager, token, recipient, launch } = await moderatorOf("payee");
    const { token: kept } = await launch();
    await fund(address, "1");
    await dropping(session, { manager, tokenAddress: token, confirm: true });
    await fixture.trader.buy(token, parseEther("1"));
    await fixture.untilIndexed();
    const payee = await fixture.chain.client.readContract({
      address: manager,
      abi: dynamicAddressFeeSplitManagerAbi,
      functionName: "payeeOf",
      args: [token],
    });
    const page = { order: "marketCap", limit: 100, offset: 0 } as const;
    const listed = await ctx.market.listTokens({ chainId: fixture.chainId, manager, ...page });
    const facts = await readManager(fixture.chain.client, {
      factories: [fixture.deployment.contracts.managerFactory],
      manager,
      tokens: listed.map((row) => row.address),
      owed: UNKNOWN_OWED,
    });
    expect(facts).toMatchObject({
      tokens: expect.arrayContaining([token, kept]),
      droppedTokens: [token],
      earners: [
        { account: recipient, role: "recipient", claimableWei: 0n },
        { account: payee, role: "creator", share: null, claimableWei: parseEther("0.008") },
      ],
    });
  });

  it("is read with many others in a few calls, which the relay of a page allows", async () => {
    const { session, address, manager, token } = await moderatorOf("many");
    await fund(address, "1");
    await dropping(session, { manager, tokenAddress: token, confirm: true });
    await fixture.trader.buy(token, parseEther("1"));
    let calls = 0;
    const { request } = fixture.chain.client;
    const transport = custom({
      request(call) {
        calls += 1;
        return request(call);
      },
    });
    const facts = await readManager(createPublicClient({ transport }), {
      factories: [fixture.deployment.contracts.managerFactory],
      manager,
      tokens: [token, ...Array.from({ length: 120 }, newAddress)],
      owed: UNKNOWN_OWED,
    });
    expect(calls).toBeLessThan(10);
    expect(facts).toMatchObject({ droppedTokens: expect.arrayContaining([token]) });
    const paid = facts.kind === "none" ? [] : facts.earners.filter((one) => one.claimableWei > 0n);
    expect(paid).toMatchObject([{ role: "creator", claimableWei: parseEther("0.008") }]);
  });

  it("makes room for another token", async () => {
    const { session, address, manager, token, launch } = await moderatorOf("roomy");
    await fund(address, "1");
    await dropping(session, { manager, tokenAddress: token, confirm: true });
    const { token: next } = await launch();
    expect(await managedTokens(manager)).toEqual([next]);
  });

  it("is sent once for simultaneous and repeated requests with one requestId", async () => {
    const { session, address, manager, token } = await moderatorOf("repeated");
    await fund(address, "1");
    const requestId = crypto.randomUUID();
    const requestBody = { manager, tokenAddress: token, confirm: true, requestId };
    const other = fixture.newContext();
    const answers = await Promise.all([
      dropping(session, requestBody),
      dropping(session, requestBody, other),
      dropping(session, requestBody),
    ]);
    const last = await dropping(session, requestBody);
    expect(last).toMatchObject({ state: "completed", transactionHash: expect.any(String) });
    for (const { state, transactionHash } of answers) {
      // A request that runs while another one sends the transaction may return the state at that
      // moment.
      const hash = state === "pending" ? null : last.transactionHash;
      expect(transactionHash).toBe(hash);
    }
    expect(await fixture.chain.client.getTransactionCount({ address })).toBe(1);
    await expect(
      dropping(session, { ...requestBody, tokenAddress: newAddress() }),
    ).rejects.toMatchObject({ code: "idempotency_key_reused" });
  });

  it("continues after a crash with the same transaction", async () => {
    const { session, address, stableId, manager, token } = await moderatorOf("crashed");
    await fund(address, "1");
    const id = `action:${ctx.ids.randomId()}`;
    const fees = { gas: 400_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n };
    const identity = { type: "email" as const, id: stableId };
    const payload = { identity, wallet: address, manager, token, ...fees };
    const exclusiveKey = `wallet:${CHAIN}:${address}`;
    const action = { id, kind: "token_drop" as const, chain: CHAIN, payload } as const;
    await ctx.transactions.insert(
      { ...action, owner: session.accountId, exclusiveKey },
      { isRunHere: true },
    );
    await expect(
      dropping(session, { manager, tokenAddress: token, confirm: true }),
    ).rejects.toMatchObject({ code: "action_under_way" });
    await advance(fixture.newContext(), { id, step: (_name, run) => run() });
    await advance(ctx, { id, step: (_name, run) => run() });
    expect(await ctx.transactions.find(id)).toMatchObject({ state: "completed" });
    expect(await fixture.chain.client.getTransactionCount({ address })).toBe(1);
  });

  it("completes without a transaction when a restored database repeats the drop", async () => {
    const { session, address, manager, token } = await moderatorOf("restored");
    await fund(address, "1");
    await dropping(session, { manager, tokenAddress: token, confirm: true });
    const [done] = await ctx.transactions.listOf([session.accountId], ["token_drop"], 1);
    if (done === undefined || !isOfKind(done, "token_drop")) throw new Error("no drop");
    const id = ctx.ids.randomId();
    const { kind, payload } = done;
    await ctx.transactions.insert({ id, kind, chain: CHAIN, payload }, { isRunHere: true });
    expect(await advance(ctx, { id, step: (_name, run) => run() })).toBe("completed");
    expect(await ctx.transactions.find(id)).toMatchObject({ transactionHash: null, error: null });
    expect(await fixture.chain.client.getTransactionCount({ address })).toBe(1);
  });

  it("is rejected before anything is sent when the wallet cannot pay the gas", async () => {
    const { session, address, manager, token } = await moderatorOf("poor");
    await fund(address, "0.000000001");
    const requestBody = { manager, tokenAddress: token, confirm: true };
    await expect(dropping(session, requestBody)).rejects.toMatchObject({
      code: "insufficient_funds",
    });
    const { actions } = await getEarnings({ ctx, input: { session } });
    expect(actions).toEqual([]);
  });

  it("is left to an external moderator wallet", async () => {
    const { session, manager, token } = await moderatorOf("external", "wallet");
    const requestBody = { manager, tokenAddress: token, confirm: true };
    expect(await dropping(session, requestBody)).toMatchObject({
      state: "to_sign",
      feeAtMost: null,
      transaction: { chainId: 84_532, to: manager, data: expect.stringMatching(/^0x/) },
    });
    expect(await managedTokens(manager)).toEqual([token]);
  });

  it("is rejected for other users, other tokens, old sign-ins and sandbox chains beside a real one", async () => {
    const [owner, other] = [await moderatorOf("drop-owner"), await moderatorOf("drop-other")];
    await fund(owner.address, "1");
    const requestBody = { manager: owner.manager, tokenAddress: owner.token, confirm: true };
    const refusals: [Session, Record<string, unknown>, string][] = [
      [other.session, requestBody, "forbidden"],
      [owner.session, { ...requestBody, tokenAddress: other.token }, "invalid_body"],
      [owner.session, { ...requestBody, tokenAddress: newAddress() }, "invalid_body"],
      [owner.session, { ...requestBody, manager: newAddress() }, "unsupported_operation"],
    ];
    for (const [session, body, code] of refusals) {
      await expect(dropping(session, body), code).rejects.toMatchObject({ code });
    }
    const old = { ...owner.session, authenticatedAt: new Date(Date.now() - 600_001) };
    await expect(dropping(old, requestBody)).rejects.toMatchObject({
      code: "reauthentication_required",
    });
    const live = { ...ctx, env: { ...ctx.env, realm: "live" as const } };
    await expect(dropping(owner.session, requestBody, live)).rejects.toMatchObject({
      code: "unsupported_operation",
    });
    expect(await managedTokens(owner.manager)).toEqual([owner.token]);
    expect(await fixture.chain.client.getTransactionCount({ address: owner.address })).toBe(0);
  });
});
