import { pino } from "pino";
import { type Address, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { findPayables } from "@/lib/features/fees/find-payables";
import { payOutWallet } from "@/lib/features/fees/pay-out-wallet";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { advance } from "@/lib/features/transactions/advance";
import { prepareAndSign } from "@/lib/features/transactions/sign";
import { isOfKind } from "@/lib/features/transactions/transaction";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { AppError } from "@/lib/shared/errors";
import type { Identity } from "@/lib/shared/identity";
import { UnavailableError } from "@/lib/shared/unavailable";
import { newAddress } from "../../setup/chain/new-address";
import { createLatch } from "../../setup/create-latch";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/** Payouts over a real chain, database and indexer: recipients get everything once, without gas. */

const CHAIN = "base-sepolia" as const;
let fixture: ServiceFixture;
let ctx: ServiceContext;

beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.ctx;
});
afterAll(() => fixture.stop());

const release = async (identity: Identity, from: ServiceContext = ctx) =>
  payOutWallet({
    ctx: from,
    input: { account: await walletOf(identity), caller: null, limit: noLimit },
  });
const email = (name: string): Identity => ({ type: "email", id: `${name}@example.com` });
const walletOf = async (identity: Identity) => (await ctx.wallets.resolve(identity)).address;
const balanceOf = (address: Address) => fixture.chain.client.getBalance({ address });
const balanceOfIdentity = async (identity: Identity) => balanceOf(await walletOf(identity));

/** Trades until the token's stream has earned enough for a payout. Returns the amount. */
async function earn(token: Address, ethWei = parseEther("1")): Promise<bigint> {
  await fixture.trader.buy(token, ethWei);
  const [earned, paid] = await fixture.chain.client.readContract({
    address: fixture.deployment.contracts.launchHook,
    abi: launchHookAbi,
    functionName: "creatorLedger",
    args: [token],
  });
  return earned - paid;
}

describe("payOutWallet", () => {
  it("pays the fee stream of a user without ETH once", async () => {
    const ada = email("ada");
    const { token } = await fixture.launch({ creatorEmail: ada.id });
    const earnedWei = await earn(token);
    expect(earnedWei).toBeGreaterThan(0n);

    const first = await release(ada);
    expect(first).toMatchObject({ account: await walletOf(ada), unpaid: [], unavailable: [] });
    expect(first.payouts).toMatchObject([
      {
        chain: CHAIN,
        payload: { kind: "token", source: token },
        state: "completed",
        result: { paidWei: earnedWei },
      },
    ]);
    expect(await balanceOfIdentity(ada)).toBe(earnedWei);

    expect((await release(ada)).payouts).toEqual([]);
    expect(await balanceOfIdentity(ada)).toBe(earnedWei);
  });

  it("pays a user what it earned as a referrer of trades, once", async () => {
    const mary = email("mary-refers");
    const { token } = await fixture.launch({ referralShare: 20 });
    const ethWei = parseEther("1");
    await fixture.trader.buy(token, ethWei, await walletOf(mary));
    // A fifth of the fee of 1%.
    const earnedWei = ethWei / 500n;
    const source = fixture.deployment.contracts.launchHook;
    const first = await release(mary);
    expect(first).toMatchObject({ unpaid: [], unavailable: [] });
    expect(first.payouts).toMatchObject([
      { payload: { kind: "referral", source }, state: "completed", result: { paidWei: earnedWei } },
    ]);
    expect(await balanceOfIdentity(mary)).toBe(earnedWei);
    expect((await release(mary)).payouts).toEqual([]);
    expect(await balanceOfIdentity(mary)).toBe(earnedWei);
  });

  it("releases token, stream and manager to each recipient of a split", async () => {
    const creator = email("split-creator");
    const [grace, alan] = [
      { type: "twitter", id: "grace" } as const,
      { type: "farcaster", id: "alan" } as const,
    ];
    const { token, manager } = await fixture.launch({
      creatorEmail: creator.id,
      creatorShare: 1000,
      feeSplitRecipients: [
        { type: "twitter", id: "grace", split: "7000000" },
        { type: "farcaster", id: "alan", split: "3000000" },
      ],
    });
    const earnedWei = await earn(token);
    const creatorWei = earnedWei / 10n;
    const sharedWei = earnedWei - creatorWei;

    const paid = await release(grace);
    expect(paid.payouts).toMatchObject([
      { payload: { kind: "manager", source: manager, tokens: [token] }, state: "completed" },
    ]);
    expect(await balanceOfIdentity(grace)).toBe((sharedWei * 7n) / 10n);
    await release(alan);
    expect(await balanceOfIdentity(alan)).toBe((sharedWei * 3n) / 10n);
    await release(creator);
    expect(await balanceOfIdentity(creator)).toBe(creatorWei);
  });

  it("pays the protocol recipient and the creators of a revenue manager over several tokens", async () => {
    const [owner, creator] = [email("protocol"), email("protocol-creator")];
    const { managerAddress } = await createRevenueManager({
      ctx,
      input: {
        chain: CHAIN,
        request: { protocolFeeBps: 2_000, recipient: owner, owner: null },
        idempotencyKey: null,
        caller: null,
        limit: noLimit,
      },
    });
    const changes = { creatorEmail: creator.id, revenueManagerAddress: managerAddress };
    const tokens = [await fixture.launch(changes), await fixture.launch(changes)];
    let protocolWei = 0n;
    let creatorWei = 0n;
    for (const { token } of tokens) {
      const earnedWei = await earn(token);
      protocolWei += (earnedWei * 2_000n) / 10_000n;
      creatorWei += earnedWei - (earnedWei * 2_000n) / 10_000n;
    }
    const paid = await release(owner);
    expect(paid.payouts).toHaveLength(1);
    expect(await balanceOfIdentity(owner)).toBe(protocolWei);
    await release(creator);
    expect(await balanceOfIdentity(creator)).toBe(creatorWei);
  });

  it("skips amounts below their gas cost and reports them", async () => {
    const poor = email("poor");
    const { token } = await fixture.launch({ creatorEmail: poor.id });
    const earnedWei = await earn(token, parseEther("0.001"));
    const left = await release(poor);
    expect(left.payouts).toEqual([]);
    const [first] = left.unpaid;
    expect(left.unpaid).toEqual([
      {
        chain: CHAIN,
        kind: "token",
        source: token,
        amountWei: earnedWei,
        minimumWei: first?.minimumWei,
        reason: "too_small",
      },
    ]);
    expect(first?.minimumWei).toBeGreaterThan(earnedWei);
    expect(await balanceOfIdentity(poor)).toBe(0n);
  });

  it("applies the gas factor that the operator sets", async () => {
    const thrifty = email("thrifty");
    const { token } = await fixture.launch({ creatorEmail: thrifty.id });
    await earn(token);
    const strict = fixture.newContext({ PAYOUT_GAS_FACTOR: "1000" });
    const left = await release(thrifty, strict);
    expect(left).toMatchObject({ payouts: [], unpaid: [{ reason: "too_small" }] });
    expect((await release(thrifty)).payouts).toHaveLength(1);
  });

  it("reports what was paid when another payment at the same time is refused", async () => {
    const lucky = email("lucky");
    for (const name of ["Paid", "Refused"]) {
      const { token } = await fixture.launch({ name, creatorEmail: lucky.id });
      await earn(token);
    }
    const refused = createLatch();
    let reservations = 0;
    const reserve: typeof ctx.gasLedger.reserve = async (input) => {
      reservations += 1;
      if (reservations === 2) {
        refused.open();
        return { retryAfterSeconds: 60, spent: { hourWei: 0n, dayWei: 0n } };
      }
      await refused.opened;
      return ctx.gasLedger.reserve(input);
    };
    const from = { ...ctx, gasLedger: { ...ctx.gasLedger, reserve } };
    const { payouts, unavailable } = await release(lucky, from);
    expect(payouts).toMatchObject([{ state: "completed" }]);
    expect(unavailable).toEqual([CHAIN]);
    expect((await release(lucky)).payouts).toMatchObject([{ state: "completed" }]);
  });

  it.each([
    ["an outage", new UnavailableError("no answer"), 40, "chain unreachable"],
    ["a refusal", new AppError("wallet_blocked"), 40, "refused"],
    ["a bug", new TypeError("x is undefined"), 50, "unexpected error"],
  ])("logs %s of a chain as such", async (_, error, level, reason) => {
    const lines: unknown[] = [];
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
    const positionsOf = () => Promise.reject(error);
    const from = { ...ctx, log, managers: { ...ctx.managers, positionsOf } };
    const released = release(email("unread"), from);
    if (error instanceof AppError) await expect(released).rejects.toBe(error);
    else expect(await released).toMatchObject({ payouts: [], unavailable: [CHAIN] });
    const msg = `payouts on a chain stopped: ${reason}`;
    expect(lines).toMatchObject([{ level, chain: CHAIN, msg }]);
  });

  it("pays once for ten simultaneous requests in two processes", async () => {
    const busy = email("busy");
    const { token } = await fixture.launch({ creatorEmail: busy.id });
    const earnedWei = await earn(token);
    const nonceBefore = await chainOf(ctx).transactionCount();
    const processes = [ctx, fixture.newContext()];
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => release(busy, processes[index % 2])),
    );
    const ids = new Set(all.flatMap(({ payouts }) => payouts.map(({ id }) => id)));
    const found = await Promise.all([...ids].map((id) => ctx.transactions.find(id)));
    const paid = found.flatMap((one) => (one && isOfKind(one, "payout") ? [one] : []));
    expect(paid.reduce((sum, { result }) => sum + (result?.paidWei ?? 0n), 0n)).toBe(earnedWei);
    expect(await balanceOfIdentity(busy)).toBe(earnedWei);
    expect(await chainOf(ctx).transactionCount()).toBe(nonceBefore + 1);
  });

  it("reports recipients that cannot be paid and pays the others", async () => {
    // A contract that reverts.
    const refusing = newAddress();
    await fixture.chain.test.setCode({ address: refusing, bytecode: "0x60006000fd" });
    const { token } = await fixture.launch({
      feeSplitRecipients: [
        { type: "wallet", id: refusing, split: "5000000" },
        { type: "email", id: "beside@example.com", split: "5000000" },
      ],
    });
    await earn(token);
    const refused = await release({ type: "wallet", id: refusing });
    expect(refused).toMatchObject({ payouts: [], unpaid: [{ reason: "refused" }] });
    expect((await release(email("beside"))).payouts).toMatchObject([{ state: "completed" }]);
  });

  it("sends nothing when the rate limit rejects it", async () => {
    const eager = email("eager");
    const { token } = await fixture.launch({ creatorEmail: eager.id });
    await earn(token);
    const refused = payOutWallet({
      ctx,
      input: {
        account: await walletOf(eager),
        caller: null,
        limit: async (policy, subject) => {
          expect([policy, subject]).toEqual(["payout", await walletOf(eager)]);
          throw new AppError("rate_limited");
        },
      },
    });
    await expect(refused).rejects.toMatchObject({ code: "rate_limited" });
    expect(await balanceOfIdentity(eager)).toBe(0n);
  });
});

describe("after a crash", () => {
  async function begun(identity: Identity) {
    const { token } = await fixture.launch({ creatorEmail: identity.id });
    const earnedWei = await earn(token);
    const account = await walletOf(identity);
    const [payable] = await findPayables({ ctx, input: { chain: chainOf(ctx), account } });
    if (payable === undefined) throw new Error("nothing is payable");
    const id = `payout:${ctx.ids.randomId()}`;
    const payload = { account, ...payable };
    const accepted = { id, kind: "payout" as const, chain: CHAIN, payload, owner: account };
    const payout = await ctx.transactions.insert(accepted, { isRunHere: true });
    if (payout === null) throw new Error("not stored");
    return { payout, id, payload, account, earnedWei };
  }
  /** Runs the payout like the job engine. */
  const advanced = (id: string, from: ServiceContext = ctx) =>
    advance(from, { id, step: (_name, run) => run() });

  it("signs and sends a payout that was only stored, once", async () => {
    const { id, account, earnedWei } = await begun(email("unsigned"));
    await Promise.all([advanced(id), advanced(id, fixture.newContext())]);
    await advanced(id);
    expect(await ctx.transactions.find(id)).toMatchObject({
      state: "completed",
      result: { paidWei: earnedWei },
    });
    expect(await balanceOf(account)).toBe(earnedWei);
  });

  it("rebroadcasts the same signed bytes", async () => {
    const { id, payout, account, earnedWei } = await begun(email("unsent"));
    const hash = await prepareAndSign(ctx, { transaction: payout, chain: chainOf(ctx) });
    await advanced(id, fixture.newContext());
    expect(await ctx.transactions.find(id)).toMatchObject({
      state: "completed",
      transactionHash: hash,
    });
    expect(await balanceOf(account)).toBe(earnedWei);
  });

  it("records the outcome of a sent payout", async () => {
    const { id, payout, earnedWei } = await begun(email("unsettled"));
    const hash = await prepareAndSign(ctx, { transaction: payout, chain: chainOf(ctx) });
    const [stored] = await ctx.signedTransactions.listOf(id);
    await chainOf(ctx).broadcast(stored?.rawTransaction ?? "0x");
    await advanced(id);
    const end = { state: "completed", transactionHash: hash, result: { paidWei: earnedWei } };
    expect(await ctx.transactions.find(id)).toMatchObject(end);
  });

  it("spends no gas on a payout that another party triggered meanwhile", async () => {
    const { id, payload, account, earnedWei } = await begun(email("overtaken"));
    const hash = await fixture.trader.wallet.writeContract({
      address: fixture.deployment.contracts.launchHook,
      abi: launchHookAbi,
      functionName: "claim",
      args: [payload.source],
    });
    await fixture.trader.mined(hash);
    const nonceBefore = await chainOf(ctx).transactionCount();
    expect(await advanced(id)).toBe("failed");
    expect(await chainOf(ctx).transactionCount()).toBe(nonceBefore);
    expect(await balanceOf(account)).toBe(earnedWei);
  });
});
