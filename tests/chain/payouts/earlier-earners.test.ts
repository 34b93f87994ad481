import { type Address, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createManager, saltOf } from "@/lib/features/managers/create-manager";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { listManagerEarners } from "@/lib/features/market/holders/list-manager-earners";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import {
  type ManagerEarner,
  type ManagerFacts,
  readManager,
} from "@/lib/web/managers/read-manager";
import { releaseShare } from "@/lib/web/managers/release-share";
import { newAddress } from "../../setup/chain/new-address";
import { relayedClient } from "../../setup/chain/relayed-client";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { ownInput } from "../../setup/stack/own-input";

/** Accounts that no longer earn from a manager, and what it still owes them. */

const CHAIN = "base-sepolia" as const;
const SHARES = 10_000_000;
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

type Wallet = Awaited<ReturnType<ServiceFixture["chain"]["funded"]>>["wallet"];

/** Sends a call of a manager and waits until it is indexed. */
async function send(wallet: Wallet, call: Parameters<Wallet["writeContract"]>[0]): Promise<void> {
  const hash = await wallet.writeContract(call);
  const { status } = await fixture.chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe("success");
  await fixture.untilIndexed();
}

/** A split with editable shares, of which `owner` is the moderator, with an income of 1 ETH. */
async function createSplit(owner: Address, recipients: readonly Address[]): Promise<Address> {
  const transactionId = `split of ${owner} for ${recipients.join(" and ")}`;
  const splitMicroPercent = SHARES / recipients.length;
  const { managerAddress } = await createManager({
    ctx: fixture.ctx,
    input: {
      chain: chainOf(fixture.ctx),
      transactionId,
      manager: {
        kind: "dynamic_split",
        salt: saltOf(transactionId),
        owner,
        creatorFirstBps: 0,
        recipients: recipients.map((account) => ({
          account,
          splitMicroPercent,
          original: account,
          type: "wallet",
        })),
      },
    },
  });
  const { wallet } = await fixture.chain.funded();
  const hash = await wallet.sendTransaction({ to: managerAddress, value: parseEther("1") });
  await fixture.chain.client.waitForTransactionReceipt({ hash });
  await fixture.untilIndexed();
  return managerAddress;
}

const listOf = (manager: Address) =>
  listManagerEarners({
    ctx: fixture.ctx,
    input: { params: { chain: CHAIN, managerAddress: manager }, query: {}, body: undefined },
  });

/** A manager as the page shows it. */
async function shownOf(manager: Address, tokens: readonly Address[]): Promise<ManagerFacts> {
  return readManager(fixture.chain.client, {
    factories: [fixture.deployment.contracts.managerFactory],
    manager,
    tokens,
    owed: await listOf(manager),
  });
}

function earnersOf(facts: ManagerFacts): ManagerEarner[] {
  return facts.kind === "none" ? [] : facts.earners;
}

/** Pays an account out as a visitor does, and returns what it got. */
async function payOut(manager: Address, account: Address, tokens: readonly Address[]) {
  const { wallet } = await fixture.chain.funded();
  const refuse = async () => {
    throw new Error("not needed");
  };
  const { paidWei } = await releaseShare({
    reader: relayedClient(fixture.chain.client),
    signer: {
      address: wallet.account.address,
      sendTransaction: (call) => wallet.sendTransaction(call),
      signPermit: refuse,
      signConsent: refuse,
      batch: null,
    },
    manager,
    account,
    tokens,
    pollingMs: 50,
    onSent: () => undefined,
  });
  await fixture.untilIndexed();
  return paidWei;
}

describe("earlier earners on the manager page", () => {
  it("are recipients whose shares the moderator replaced, until they are paid", async () => {
    const { wallet, address: moderator } = await fixture.chain.funded();
    const [earlier, next] = [newAddress(), newAddress()];
    const manager = await createSplit(moderator, [earlier]);
    await send(wallet, {
      address: manager,
      abi: dynamicAddressFeeSplitManagerAbi,
      functionName: "setShares",
      args: [[{ account: next, share: SHARES }]],
      chain: null,
      account: wallet.account,
    });
    const flows = { earned: "1", claimed: "0", claimable: "1" };
    expect(await listOf(manager)).toMatchObject({
      earners: [{ address: earlier, roles: [], ...flows }],
      isComplete: true,
    });
    const facts = await shownOf(manager, []);
    expect(facts).toMatchObject({
      earners: [
        { account: next, role: "recipient", claimableWei: 0n },
        { account: earlier, role: "earlier", share: null, claimableWei: parseEther("1") },
      ],
      isComplete: true,
    });
    expect(await payOut(manager, earlier, [])).toBe(parseEther("1"));
    expect(await fixture.chain.client.getBalance({ address: earlier })).toBe(parseEther("1"));
    expect((await listOf(manager)).earners).toEqual([]);
    expect(earnersOf(await shownOf(manager, [])).map(({ account }) => account)).toEqual([next]);
  });

  it("are senders of a share; the total of the page is all that the manager owes", async () => {
    const [from, to] = [await fixture.chain.funded(), await fixture.chain.funded()];
    const other = newAddress();
    const manager = await createSplit(newAddress(), [from.address, other]);
    const abi = dynamicAddressFeeSplitManagerAbi;
    for (const { wallet, functionName, args } of [
      { wallet: from.wallet, functionName: "offerShare", args: [to.address] },
      { wallet: to.wallet, functionName: "acceptShare", args: [from.address] },
    ] as const) {
      const shared = { address: manager, abi, chain: null, account: wallet.account };
      await send(wallet, { ...shared, functionName, args });
    }
    const earners = earnersOf(await shownOf(manager, []));
    expect(earners.find(({ account }) => account === from.address)).toEqual({
      account: from.address,
      role: "earlier",
      share: null,
      claimableWei: parseEther("0.5"),
    });
    const totalWei = earners.reduce((sum, { claimableWei }) => sum + claimableWei, 0n);
    expect(totalWei).toBe(await fixture.chain.client.getBalance({ address: manager }));
  });

  it("are former recipients of the protocol fee, with tokens that were not synced, and former payees", async () => {
    const owner = await fixture.chain.funded();
    const [creator, buyer] = [await fixture.chain.funded(), await fixture.chain.funded()];
    const [former, next] = [newAddress(), newAddress()];
    const { managerAddress: manager } = await createRevenueManager({
      ctx: fixture.ctx,
      input: ownInput({
        protocolFeeBps: 1_000,
        recipient: { type: "wallet", id: former },
        owner: { type: "wallet", id: owner.address },
      }),
    });
    const launch = async () => {
      const terms = { creatorAddress: creator.address, revenueManagerAddress: manager };
      const { token } = await fixture.launch(terms);
      await fixture.trader.buy(token, parseEther("1"));
      return token;
    };
    const [sold, kept] = [await launch(), await launch()];
    const contract = { address: manager, abi: revenueManagerAbi, chain: null } as const;
    await send(owner.wallet, {
      ...contract,
      account: owner.wallet.account,
      functionName: "setProtocolRecipient",
      args: [next, []],
    });
    await send(creator.wallet, {
      ...contract,
      account: creator.wallet.account,
      functionName: "offerPayee",
      args: [sold, buyer.address],
    });
    // Syncs the token, so that its earlier income stays with the former payee.
    await send(buyer.wallet, {
      ...contract,
      account: buyer.wallet.account,
      functionName: "acceptPayee",
      args: [sold],
    });
    const facts = await shownOf(manager, [sold, kept]);
    const due = await fixture.chain.client.readContract({
      ...contract,
      functionName: "claimable",
      args: [former, [sold, kept]],
    });
    const held = await fixture.chain.client.readContract({
      ...contract,
      functionName: "claimable",
      args: [former, []],
    });
    expect(due).toBeGreaterThan(held);
    expect(earnersOf(facts).map(({ account, role }) => [account, role])).toEqual([
      [next, "protocol"],
      [buyer.address, "creator"],
      [creator.address, "creator"],
      [former, "earlier"],
    ]);
    expect(earnersOf(facts).at(-1)?.claimableWei).toBe(due);
    expect(await payOut(manager, former, [sold, kept])).toBe(due);
    // Without its token in the page's list, the payee of that token is a creator, not an earlier one.
    const others = await shownOf(manager, [sold]);
    expect(earnersOf(others).find(({ account }) => account === creator.address)).toMatchObject({
      role: "creator",
      share: null,
    });
  });
});
