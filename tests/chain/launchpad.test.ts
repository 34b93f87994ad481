import { type Address, parseEther, parseEventLogs, zeroHash } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moveWall, wallRemainingWei } from "@/lib/features/market/rules/bid-wall";
import { addressFeeSplitManagerAbi } from "@/lib/shared/abi/address-fee-split-manager";
import { contractErrorsAbi } from "@/lib/shared/abi/contract-errors";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import {
  equalRecipients,
  type Launchpad,
  NO_MANAGER,
  startLaunchpad,
} from "../setup/chain/launchpad";
import { receiptOf } from "../setup/chain/receipt-of";

let pad: Launchpad;

beforeAll(async () => {
  pad = await startLaunchpad();
});
afterAll(() => pad.stop());

const ONE_HOUR_SECONDS = 3_600;
const fresh = async () => (await pad.anvil.funded()).wallet;

async function view(token: Address) {
  const address = pad.contracts.launchLens;
  if (!address) throw new Error("no lens");
  return pad.client.readContract({
    address,
    abi: launchLensAbi,
    functionName: "tokenView",
    args: [token],
  });
}

/** Buys at hourly intervals until the wall has moved once. */
async function buyUntilMoved(token: Address, trader: Awaited<ReturnType<typeof fresh>>) {
  for (let tries = 0; tries < 12; tries++) {
    const { moves } = await pad.swap(trader, {
      token,
      side: "buy",
      exact: "in",
      amount: parseEther("1"),
    });
    if (moves[0]) return moves[0].args;
    await pad.anvil.test.increaseTime({ seconds: ONE_HOUR_SECONDS });
    await pad.anvil.test.mine({ blocks: 1 });
  }
  throw new Error("the wall did not move");
}

describe("launch", () => {
  it("creates the predicted token with its stream, pool and price", async () => {
    const creator = (await fresh()).account.address;
    const { token, record, creator: indexed } = await pad.launch(creator);
    expect(indexed).toBe(creator);
    expect(record).toMatchObject({
      feeOwner: creator,
      managerKind: 0,
      supply: parseEther("100000000000"),
      name: "Harbour Cat",
      symbol: "HCAT",
      feeShareBps: 8_000,
      marketCapUsdc: 10_000_000_000n,
    });
    expect(
      await pad.client.readContract({
        address: pad.contracts.launchpad,
        abi: launchpadAbi,
        functionName: "predictToken",
        args: [
          pad.operator.account.address,
          {
            name: record.name,
            symbol: record.symbol,
            tokenURI: record.tokenURI,
            creator,
            feeShareBps: 0,
            marketCapUsdc: 0n,
            launchId: record.launchId,
            startTime: 0n,
            launchProtection: false,
            referralPercent: 0,
          },
        ],
      }),
    ).toBe(token);
    expect(
      await pad.client.readContract({
        address: pad.contracts.launchpad,
        abi: launchpadAbi,
        functionName: "tokenOf",
        args: [pad.operator.account.address, record.launchId],
      }),
    ).toBe(token);
    expect(
      await pad.client.readContract({
        address: pad.contracts.feeStream,
        abi: feeStreamAbi,
        functionName: "holderOf",
        args: [token],
      }),
    ).toBe(creator);
    const { marketCapWei, exists } = await view(token);
    expect(exists).toBe(true);
    const wanted = parseEther("10000") / 3_000n;
    expect(Math.abs(Number(marketCapWei - wanted)) / Number(wanted)).toBeLessThan(0.004);
  });

  it("rejects callers that are not on the list with an error that the shared ABI decodes", async () => {
    const outsider = await fresh();
    const error = await pad.client
      .simulateContract({
        account: outsider.account,
        address: pad.contracts.launchpad,
        abi: [...launchpadAbi, ...contractErrorsAbi],
        functionName: "launch",
        args: [
          {
            name: "x",
            symbol: "x",
            tokenURI: "",
            creator: outsider.account.address,
            feeShareBps: 0,
            marketCapUsdc: 10_000_000_000n,
            launchId: zeroHash,
            startTime: 0n,
            launchProtection: false,
            referralPercent: 0,
          },
          NO_MANAGER,
        ],
      })
      .catch((cause: unknown) => cause);
    expect(String(error)).toContain("NotLauncher");
    expect(contractErrorsAbi.some(({ name }) => name === "MarketCapOutOfBounds")).toBe(true);
  });
});

describe("trading through the Universal Router and Permit2", () => {
  it("charges 1% of the ETH side for all four swap kinds", async () => {
    const trader = await fresh();
    const { token } = await pad.launch(trader.account.address);
    const base = { token } as const;
    const buy = await pad.swap(trader, {
      ...base,
      side: "buy",
      exact: "in",
      amount: parseEther("1"),
    });
    expect(buy.trade.feeEth).toBe(parseEther("0.01"));
    expect(buy.trade.creatorEth).toBe(parseEther("0.008"));
    expect(buy.trade.ethToPool).toBe(parseEther("0.99"));
    expect(await pad.balanceOf(token, trader.account.address)).toBe(-buy.trade.tokenToPool);

    const before = await pad.client.getBalance({ address: trader.account.address });
    const exactOut = await pad.swap(
      trader,
      { ...base, side: "buy", exact: "out", amount: parseEther("1000000") },
      parseEther("5"),
    );
    expect(exactOut.trade.tokenToPool).toBe(-parseEther("1000000"));
    const spent = before - (await pad.client.getBalance({ address: trader.account.address }));
    expect(spent).toBeLessThan(parseEther("0.01"));

    await pad.approve(trader, token);
    const held = await pad.balanceOf(token, trader.account.address);
    const sell = await pad.swap(trader, { ...base, side: "sell", exact: "in", amount: held / 2n });
    expect(sell.trade.feeEth).toBe(-sell.trade.ethToPool / 100n);
    const sellOut = await pad.swap(trader, {
      ...base,
      side: "sell",
      exact: "out",
      amount: parseEther("0.01"),
    });
    expect(sellOut.trade.ethToPool + sellOut.trade.feeEth).toBe(-parseEther("0.01"));
  });

  it("requires a Permit2 allowance: the token has no built-in one", async () => {
    const trader = await fresh();
    const { token } = await pad.launch(trader.account.address);
    await pad.swap(trader, { token, side: "buy", exact: "in", amount: parseEther("0.1") });
    await expect(
      pad.swap(trader, { token, side: "sell", exact: "in", amount: 1_000n }),
    ).rejects.toThrow();
  });
});

describe("bid wall", () => {
  it("moves at the threshold, holds ETH below the price and burns what it bought", async () => {
    const trader = await fresh();
    const { token } = await pad.launch(trader.account.address, NO_MANAGER, 0);
    const first = await buyUntilMoved(token, trader);
    expect(first.ethPlaced).toBeGreaterThan(parseEther("0.0099"));
    expect(first.upper - first.lower).toBe(60);
    await pad.anvil.test.increaseTime({ seconds: 24 * ONE_HOUR_SECONDS });
    // The wall is far from its target: one trade removes it, the next places it again.
    const buy = { token, side: "buy", exact: "in", amount: parseEther("3") } as const;
    const [down] = (await pad.swap(trader, buy)).moves;
    expect(down?.args).toMatchObject({ ethPlaced: 0n, lower: first.lower, upper: first.upper });
    expect(down?.args.ethReturned).toBeGreaterThanOrEqual(first.ethPlaced - 1n);
    const between = await view(token);
    expect(between).toMatchObject({ wallEth: 0n, wallPlaced: 0n, progressBps: 10_000n });
    const put = await pad.swap(trader, { ...buy, amount: parseEther("0.01") });
    const up = put.moves[0]?.args;
    if (!up) throw new Error("the wall stayed down");
    expect(up).toMatchObject({ ethReturned: 0n, tokensBurned: 0n });
    const placed = await view(token);
    expect(up.ethPlaced).toBe(placed.wallPlaced);
    // The events that the indexer reads must match the contracts' state.
    const pendingWei = between.wallPending + put.trade.feeEth - put.trade.creatorEth;
    const wall = moveWall(
      { lifetimeWei: 0n, pendingWei, placedWei: 0n, liquidity: 0n, lower: 0, upper: 0 },
      { ethPlacedWei: up.ethPlaced, ethReturnedWei: 0n, tickLower: up.lower, tickUpper: up.upper },
    );
    expect(wall.pendingWei).toBe(placed.wallPending);
    expect(wallRemainingWei(wall, placed.sqrtPriceX96)).toBe(placed.wallEth);
    expect(placed.wallEth).toBeGreaterThan(parseEther("0.03"));
    expect(placed.wallLower).toBeGreaterThan(placed.tick);
    await pad.approve(trader, token);
    const held = await pad.balanceOf(token, trader.account.address);
    const sell = await pad.swap(trader, { token, side: "sell", exact: "in", amount: held });
    const burned = sell.moves[0]?.args.tokensBurned ?? 0n;
    expect(burned).toBeGreaterThan(0n);
    const supply = await pad.client.readContract({
      address: token,
      abi: launchTokenAbi,
      functionName: "totalSupply",
    });
    expect(supply).toBe(parseEther("100000000000") - burned);
    expect((await view(token)).totalSupply).toBe(supply);
  });

  it("can be repositioned by anyone after seven idle days", async () => {
    const trader = await fresh();
    const { token } = await pad.launch(trader.account.address);
    await pad.swap(trader, { token, side: "buy", exact: "in", amount: parseEther("1") });
    const poke = { address: pad.contracts.launchHook, abi: launchHookAbi, functionName: "poke" };
    await expect(
      pad.client.simulateContract({ ...poke, functionName: "poke", args: [token] }),
    ).rejects.toThrow("NotIdle");
    await pad.anvil.test.increaseTime({ seconds: 7 * 24 * ONE_HOUR_SECONDS });
    await pad.anvil.test.mine({ blocks: 1 });
    const hash = await trader.writeContract({ ...poke, functionName: "poke", args: [token] });
    await receiptOf(pad.client, hash);
    const after = await view(token);
    expect(after.wallPlaced).toBeGreaterThan(0n);
    expect(after.wallPending).toBeLessThan(100n);
  });
});

describe("claims and managers", () => {
  const earn = async (token: Address) => {
    const trader = await fresh();
    await pad.swap(trader, { token, side: "buy", exact: "in", amount: parseEther("1") });
    return trader;
  };
  const balance = (address: Address) => pad.client.getBalance({ address });
  const newAddress = async () => {
    const { address } = await pad.anvil.funded();
    await pad.anvil.test.setBalance({ address, value: 0n });
    return address;
  };

  it("pays the holder of the stream, whoever triggers the claim", async () => {
    const creator = await newAddress();
    const { token } = await pad.launch(creator);
    const anyone = await earn(token);
    const hash = await anyone.writeContract({
      address: pad.contracts.launchHook,
      abi: launchHookAbi,
      functionName: "claim",
      args: [token],
    });
    const receipt = await receiptOf(pad.client, hash);
    const [event] = parseEventLogs({
      abi: launchHookAbi,
      logs: receipt.logs,
      eventName: "FeesClaimed",
    });
    expect(event?.args).toEqual({ token, to: creator, amount: parseEther("0.008") });
    expect(await balance(creator)).toBe(parseEther("0.008"));
  });

  it("splits 16 / 64 / 20 through a revenue manager", async () => {
    const [protocol, creator] = [await newAddress(), await newAddress()];
    const factory = pad.contracts.managerFactory;
    if (!factory) throw new Error("no factory");
    const terms = [protocol, protocol, 2_000, zeroHash] as const;
    const { result } = await pad.client.simulateContract({
      account: pad.operator.account,
      address: factory,
      abi: managerFactoryAbi,
      functionName: "createRevenueManager",
      args: terms,
    });
    const created = await pad.operator.writeContract({
      address: factory,
      abi: managerFactoryAbi,
      functionName: "createRevenueManager",
      args: terms,
    });
    await receiptOf(pad.client, created);
    const { token, record } = await pad.launch(creator, {
      ...NO_MANAGER,
      kind: 1,
      manager: result,
    });
    expect(record).toMatchObject({ managerKind: 1, manager: result, feeOwner: result });
    const anyone = await earn(token);
    for (const account of [protocol, creator]) {
      const hash = await anyone.writeContract({
        address: result,
        abi: revenueManagerAbi,
        functionName: "syncAndRelease",
        args: [account, [token]],
      });
      await receiptOf(pad.client, hash);
    }
    expect(await balance(protocol)).toBe(parseEther("0.0016"));
    expect(await balance(creator)).toBe(parseEther("0.0064"));
    expect((await view(token)).wallPending).toBe(parseEther("0.002"));
  });

  it("pays a fixed split by its shares, creator first", async () => {
    const creator = await newAddress();
    const recipients = equalRecipients(3);
    const { token, record } = await pad.launch(creator, {
      ...NO_MANAGER,
      kind: 2,
      creatorFirstBps: 1_000,
      recipients,
    });
    const anyone = await earn(token);
    const manager = { address: record.manager, abi: addressFeeSplitManagerAbi } as const;
    const listed = await pad.client.readContract({ ...manager, functionName: "recipients" });
    expect(listed.map(({ share }) => share)).toEqual([3_333_333, 3_333_333, 3_333_334]);
    for (const account of [creator, ...recipients.map((recipient) => recipient.account)]) {
      const hash = await anyone.writeContract({
        ...manager,
        functionName: "syncAndRelease",
        args: [account, [token]],
      });
      await receiptOf(pad.client, hash);
    }
    expect(await balance(creator)).toBe(parseEther("0.0008"));
    const rest = parseEther("0.0072");
    for (const { account, share } of recipients) {
      expect(await balance(account)).toBe((rest * BigInt(share)) / 10_000_000n);
    }
  });

  it("lets the moderator of a dynamic split change shares without changing accrued earnings", async () => {
    const moderator = await fresh();
    const [before, after] = [await newAddress(), await newAddress()];
    const { token, record } = await pad.launch(moderator.account.address, {
      ...NO_MANAGER,
      kind: 3,
      recipients: [{ account: before, share: 10_000_000 }],
    });
    expect(record.managerKind).toBe(3);
    await earn(token);
    const manager = { address: record.manager, abi: dynamicAddressFeeSplitManagerAbi } as const;
    const hash = await moderator.writeContract({
      ...manager,
      functionName: "setShares",
      args: [[{ account: after, share: 10_000_000 }]],
    });
    await receiptOf(pad.client, hash);
    const anyone = await earn(token);
    for (const account of [before, after]) {
      const release = await anyone.writeContract({
        ...manager,
        functionName: "syncAndRelease",
        args: [account, [token]],
      });
      await receiptOf(pad.client, release);
    }
    expect(await balance(before)).toBe(parseEther("0.008"));
    expect(await balance(after)).toBe(parseEther("0.008"));
  });
});
