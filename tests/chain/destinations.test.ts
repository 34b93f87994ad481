import { type Address, getAddress, type Hex, parseEther, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireDestinations } from "@/lib/features/chains/require-destinations";
import { prepareClaim } from "@/lib/features/fees/prepare-claim";
import { prepareClaimRequest } from "@/lib/features/fees/schema/claims";
import { prepareLaunch } from "@/lib/features/launch/prepare-launch";
import { prepareLaunchRequest } from "@/lib/features/launch/schema/prepare";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createFeeSplitManager } from "@/lib/features/managers/create-fee-split-manager";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { feeSplitManagerRequest, revenueManagerRequest } from "@/lib/features/managers/schema";
import { prepareTrade } from "@/lib/features/trade/prepare-trade";
import { prepareTradeRequest } from "@/lib/features/trade/schema";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { canEarnReferrals } from "@/lib/web/trade/referral/can-earn-referrals";
import { launchBody } from "../setup/api/launch-body";
import { newAddress } from "../setup/chain/new-address";
import { sendPrepared } from "../setup/chain/send-prepared";
import { chainOf } from "../setup/stack/chain-of";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { noLimit } from "../setup/stack/own-input";

/**
 * A manager records the fee streams that a launch attached and what accounts send it. It does not
 * record other payments of the PoolManager: fees of a stream that it holds as the creator, and
 * referral fees, would stay in it forever.
 */

const CHAIN = "base-sepolia";
const input = { chain: CHAIN, idempotencyKey: null, caller: null, limit: noLimit } as const;

let fixture: ServiceFixture;
let split: Address;
let revenue: Address;
let token: Address;

beforeAll(async () => {
  fixture = await createServiceFixture();
  split = getAddress((await newSplit({ recipients: [newAddress()] })).managerAddress);
  revenue = getAddress((await newRevenue({ recipientAddress: newAddress() })).managerAddress);
  ({ token } = await fixture.launch({ referralShare: 20 }));
});
afterAll(() => fixture.stop());

type Body = Record<string, unknown>;
type Options = { ctx?: ServiceFixture["ctx"] };

function newSplit(changes: Body, { ctx = fixture.ctx }: Options = {}) {
  const request = feeSplitManagerRequest.parse({ ownerAddress: newAddress(), ...changes });
  return createFeeSplitManager({ ctx, input: { ...input, request } });
}
function newRevenue(changes: Body, { ctx = fixture.ctx }: Options = {}) {
  const request = revenueManagerRequest.parse({ protocolFee: 1_000, ...changes });
  return createRevenueManager({ ctx, input: { ...input, request } });
}
function launch(changes: Body, { ctx = fixture.ctx }: Options = {}) {
  const request = launchRequest.parse(launchBody({ creatorEmail: undefined, ...changes }));
  return submitLaunch({ ctx, input: { ...input, request } });
}
function prepare(changes: Body) {
  const request = prepareLaunchRequest.parse(launchBody({ creatorEmail: undefined, ...changes }));
  return prepareLaunch({ ctx: fixture.ctx, input: { ...input, request } });
}
function trade(changes: Body, { ctx = fixture.ctx }: Options = {}) {
  const request = prepareTradeRequest.parse({
    side: "buy",
    tokenAddress: token,
    amountIn: parseEther("0.02").toString(),
    ...changes,
  });
  return prepareTrade({ ctx, input: { ...input, request } });
}
function claim(changes: Body) {
  const request = prepareClaimRequest.parse(changes);
  return prepareClaim({ ctx: fixture.ctx, input: { ...input, request } });
}

const countTransactions = () => fixture.ctx.transactions.queueState(CHAIN);
const refusal = (path: string, message: string, error = `${path}: ${message}`) => ({
  code: "invalid_body",
  message: error,
  details: [{ path, message }],
});
const releasable = async (manager: Address, account: Address, tokens: Address[]) =>
  fixture.chain.client.readContract({
    address: manager,
    abi: revenueManagerAbi,
    functionName: "claimable",
    args: [account, tokens],
  });

describe("the creator of a launch", () => {
  it.each([
    ["launched", (changes: Body) => launch(changes)],
    ["tried", (changes: Body) => launch({ ...changes, dryRun: true })],
    ["prepared", (changes: Body) => prepare({ ...changes, from: newAddress() })],
    ["previewed", (changes: Body) => prepare({ ...changes, from: newAddress(), dryRun: true })],
  ])("is no manager when it is %s without a treasury", async (_how, attempt) => {
    const before = await countTransactions();
    await expect(attempt({ creatorAddress: split })).rejects.toMatchObject(
      refusal("creatorAddress", "is a fee split manager; pass it as feeSplitManagerAddress"),
    );
    await expect(attempt({ creatorAddress: revenue })).rejects.toMatchObject(
      refusal("creatorAddress", "is a revenue manager; pass it as revenueManagerAddress"),
    );
    for (const creatorAddress of [token, ...Object.values(fixture.deployment.contracts)]) {
      await expect(attempt({ creatorAddress }), creatorAddress).rejects.toMatchObject({
        code: "invalid_body",
        details: [{ path: "creatorAddress", message: expect.stringContaining("lost") }],
      });
    }
    expect(await countTransactions()).toEqual(before);
  });

  it("can be a manager that another manager pays, whose recipients then share the income", async () => {
    const person = newAddress();
    const nested = await newSplit({ recipients: [person] });
    const { token: managed } = await fixture.launch({
      creatorAddress: nested.managerAddress,
      revenueManagerAddress: revenue,
    });
    await buy(managed, "0.5");
    const inner = getAddress(nested.managerAddress);
    expect(await releasable(revenue, inner, [managed])).toBeGreaterThan(0n);
    await release(revenue, inner, [managed]);
    expect(await releasable(inner, person, [])).toBe(
      await fixture.chain.client.getBalance({ address: inner }),
    );
  });

  it("is no manager when it receives the tokens of a first buy", async () => {
    const bought = prepare({
      from: newAddress(),
      creatorAddress: split,
      revenueManagerAddress: revenue,
      firstBuyWei: parseEther("0.01").toString(),
    });
    const message = "is a fee split manager, which cannot pass on the tokens of the first buy";
    await expect(bought).rejects.toMatchObject(refusal("creatorAddress", message));
  });

  it("is not accepted while the chain does not respond", async () => {
    const ctx = unreachable();
    const unavailable = { code: "dependency_unavailable" };
    await expect(launch({ creatorAddress: newAddress() }, { ctx })).rejects.toMatchObject(
      unavailable,
    );
    await expect(trade({ from: newAddress(), referrer: split }, { ctx })).rejects.toMatchObject(
      unavailable,
    );
  });
});

describe("recipients and owners", () => {
  it("are no tokens and no contracts of the launchpad", async () => {
    const { launchHook, poolManager } = fixture.deployment.contracts;
    for (const lost of [token, launchHook, poolManager]) {
      const recipients = [newAddress(), lost];
      const refused = (path: string) => ({
        code: "invalid_recipient",
        message: `Invalid fee split recipient address: ${lost}`,
        details: [{ path, message: expect.stringContaining("lost") }],
      });
      await expect(newSplit({ recipients })).rejects.toMatchObject(refused("recipients.1.id"));
      await expect(launch({ feeSplitRecipients: recipients })).rejects.toMatchObject(
        refused("feeSplitRecipients.1.id"),
      );
      for (const [attempt, path] of [
        [() => newRevenue({ recipientAddress: lost }), "recipientAddress"],
        [() => newRevenue({ recipientAddress: newAddress(), ownerAddress: lost }), "ownerAddress"],
        [() => newSplit({ recipients: [newAddress()], ownerAddress: lost }), "ownerAddress"],
      ] as const) {
        await expect(attempt()).rejects.toMatchObject({
          code: "invalid_body",
          details: [{ path, message: expect.stringContaining("lost") }],
        });
      }
    }
  });

  it("can be managers, which share what they are paid", async () => {
    expect(await newSplit({ recipients: [split, newAddress()] })).toMatchObject({ success: true });
    expect(await newRevenue({ recipientAddress: split })).toMatchObject({ owner: split });
  });

  it("are read in one call to each deployment, whatever their number", async () => {
    const reads: string[] = [];
    const ctx = recording(reads);
    const recipients = Array.from({ length: 100 }, newAddress);
    await launch(
      { creatorAddress: newAddress(), feeSplitRecipients: recipients, dryRun: true },
      { ctx },
    );
    expect(reads).toEqual(["streamsOf"]);
  });
});

describe("referral fees", () => {
  it("are earned by no manager, token or contract of the launchpad", async () => {
    const { address } = await fixture.chain.funded();
    const { launchHook, poolManager } = fixture.deployment.contracts;
    const message = "is a fee split manager, which cannot pay out referral fees";
    await expect(trade({ from: address, referrer: split })).rejects.toMatchObject(
      refusal("referrer", message),
    );
    const claimed = claim({ from: address, referralRecipient: split });
    await expect(claimed).rejects.toMatchObject(refusal("referralRecipient", message));
    for (const lost of [revenue, token, launchHook, poolManager]) {
      const refused = (path: string) => ({ code: "invalid_body", details: [{ path }] });
      await expect(trade({ from: address, referrer: lost })).rejects.toMatchObject(
        refused("referrer"),
      );
      await expect(claim({ from: address, referralRecipient: lost })).rejects.toMatchObject(
        refused("referralRecipient"),
      );
    }
    expect(await trade({ from: address, referrer: newAddress() })).toMatchObject({ success: true });
  });

  it("are not claimed to the zero address, which is no destination for any use", async () => {
    const chain = chainOf(fixture.ctx);
    for (const use of ["stream", "referral", "first_buy", "share", "withdrawal"] as const) {
      const named = requireDestinations(chain, [{ field: "to", address: zeroAddress, use }]);
      await expect(named, use).rejects.toMatchObject(
        refusal("to", "is the zero address: what is sent there is lost"),
      );
    }
    const from = newAddress();
    for (const field of ["account", "referralRecipient"]) {
      const { error } = prepareClaimRequest.safeParse({ from, [field]: zeroAddress });
      expect(error?.issues).toMatchObject([
        { path: [field], message: "must not be the zero address" },
      ]);
    }
  });

  it("of a manager, which other programs can name, are not claimed into it", async () => {
    const { address, wallet } = await fixture.chain.funded();
    const honest = await trade({ from: address, referrer: `0x${"ab".repeat(20)}` });
    const naming = (text: string): Hex => `0x${text.replaceAll("ab".repeat(20), split.slice(2))}`;
    const [call] = honest.sendCalls.calls;
    if (call?.data === undefined) throw new Error("the trade has no call");
    const data = naming(call.data.slice(2));
    const hash = await wallet.sendTransaction({
      to: getAddress(call.to ?? ""),
      data,
      value: BigInt(call.value ?? 0),
    });
    await fixture.chain.client.waitForTransactionReceipt({ hash });
    const [earned] = await fixture.chain.client.readContract({
      address: fixture.deployment.contracts.launchHook,
      abi: launchHookAbi,
      functionName: "referralEarned",
      args: [split],
    });
    expect(earned).toBeGreaterThan(0n);
    await expect(claim({ from: address, account: split })).rejects.toMatchObject({
      code: "nothing_to_claim",
    });
  });

  it("of a link are ignored by the web app unless an account earns them", async () => {
    const { contracts, generations } = fixture.deployment;
    const facts = { contracts, generations: generations.map((one) => one.contracts) };
    const check = (address: Address) => canEarnReferrals(fixture.chain.client, facts, address);
    expect(await check(newAddress())).toBe(true);
    for (const lost of [split, revenue, token, ...Object.values(contracts)]) {
      expect(await check(lost), lost).toBe(false);
    }
  });
});

async function buy(of: Address, ether: string) {
  const { address, wallet } = await fixture.chain.funded();
  const prepared = await trade({
    from: address,
    tokenAddress: of,
    amountIn: parseEther(ether).toString(),
  });
  await sendPrepared(fixture.chain.client, wallet, prepared.sendCalls);
}

async function release(manager: Address, account: Address, tokens: Address[]) {
  const { wallet } = await fixture.chain.funded();
  const hash = await wallet.writeContract({
    address: manager,
    abi: revenueManagerAbi,
    functionName: "syncAndRelease",
    args: [account, tokens],
  });
  await fixture.chain.client.waitForTransactionReceipt({ hash });
}

/** The chain of the fixture without a node, so that the kind of an address is unknown. */
function unreachable(): ServiceFixture["ctx"] {
  return fixture.newContext({ RPC_URL_BASE_SEPOLIA: "http://127.0.0.1:9" });
}

/** Records the reads of managers and tokens. */
function recording(reads: string[]): ServiceFixture["ctx"] {
  const own = chainOf(fixture.ctx);
  const chain: typeof own = {
    ...own,
    managerKind(address) {
      reads.push("managerKind");
      return own.managerKind(address);
    },
    streamsOf(tokens) {
      reads.push("streamsOf");
      return own.streamsOf(tokens);
    },
  };
  return { ...fixture.ctx, chains: { ...fixture.ctx.chains, [CHAIN]: chain } };
}
