import { type Address, encodeFunctionData, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gasLimitFor, LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import { addressFeeSplitManagerAbi } from "@/lib/shared/abi/address-fee-split-manager";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { runTrade } from "@/lib/web/trade/run/run-trade";
import type { TradeSigner } from "@/lib/web/trade/run/trade-signer";
import { burnerSigner } from "@/lib/web/wallet/burner-signer";
import {
  equalRecipients,
  type Launchpad,
  NO_MANAGER,
  startLaunchpad,
} from "../setup/chain/launchpad";
import { newAddress } from "../setup/chain/new-address";
import { receiptOf } from "../setup/chain/receipt-of";
import { relayedClient } from "../setup/chain/relayed-client";
import { sendAfterTrade } from "../setup/chain/send-after-trade";

/** Transactions that are mined after a trade that their estimate did not know. */
let pad: Launchpad;
beforeAll(async () => {
  pad = await startLaunchpad();
});
afterAll(() => pad.stop());

const ONE_DAY_SECONDS = 86_400;

/** A trade of another account. */
async function otherTrade(token: Address, eth: string) {
  const amount = parseEther(eth);
  return pad.swap(pad.operator, { token, side: "buy", exact: "in", amount });
}

/** A token whose wall the next large trade takes down, so that the one after it puts it up. */
async function tokenWithWall(): Promise<Address> {
  const { token } = await pad.launch(pad.operator.account.address, NO_MANAGER, 0);
  for (let moves = 0; moves === 0; ) moves = (await otherTrade(token, "1")).moves.length;
  await pad.anvil.test.increaseTime({ seconds: ONE_DAY_SECONDS });
  await pad.anvil.test.mine({ blocks: 1 });
  return token;
}

describe("after a trade that moved the bid wall", () => {
  it.each(["buy", "sell"] as const)("a %s of the trade panel is mined", async (side) => {
    const token = await tokenWithWall();
    const { privateKey, address } = await pad.anvil.funded();
    const signer = burnerSigner(pad.client, pad.anvil.chainId, privateKey);
    const trade = (amountIn: bigint, order: "buy" | "sell", by: TradeSigner) =>
      runTrade({
        reader: relayedClient(pad.client),
        chainId: pad.anvil.chainId,
        contracts: pad.contracts,
        universalRouterVersion: pad.universalRouterVersion,
        signer: by,
        order: { side: order, token, amountIn, minimumOut: 1n, deadlineMinutes: 600 },
        onSteps: () => {},
        onSent: () => {},
        pollingMs: 20,
        now: Date.now,
      });
    await trade(parseEther("0.01"), "buy", signer);
    const amount = side === "buy" ? parseEther("0.01") : await pad.balanceOf(token, address);
    if (side === "sell") await trade(amount / 2n, side, signer);
    let estimate = 0n;
    const late: TradeSigner = {
      ...signer,
      async sendTransaction({ gas, ...call }) {
        estimate = await pad.client.estimateGas({ account: address, ...call });
        expect(gas).toBe(gasLimitFor(estimate, LATER_WORK_GAS));
        const { moves } = await otherTrade(token, "4");
        expect(moves[0]?.args.ethPlaced).toBe(0n);
        return signer.sendTransaction({ ...call, gas });
      },
    };
    const { hash } = await trade(side === "buy" ? amount : amount / 4n, side, late);
    const receipt = await receiptOf(pad.client, hash);
    expect(receipt.status).toBe("success");
    expect(receipt.gasUsed).toBeGreaterThan((estimate * 120n) / 100n);
  });
});

describe("after a trade that earned a stream its fees", () => {
  it("a claim is mined", async () => {
    const creator = newAddress();
    const { token } = await pad.launch(creator);
    const { privateKey } = await pad.anvil.funded();
    const data = encodeFunctionData({ abi: launchHookAbi, functionName: "claim", args: [token] });
    const call = { to: pad.contracts.launchHook, data };
    const { estimate, receipt } = await sendAfterTrade(pad, {
      key: privateKey,
      call,
      extra: LATER_WORK_GAS,
      trade: () => otherTrade(token, "1"),
    });
    expect(receipt.status).toBe("success");
    expect(receipt.gasUsed).toBeGreaterThan((estimate * 120n) / 100n);
    expect(await pad.client.getBalance({ address: creator })).toBe(parseEther("0.008"));
  });

  it("a payout is mined", async () => {
    const account = newAddress();
    const manager = { ...NO_MANAGER, kind: 2, recipients: [{ account, share: 10_000_000 }] };
    const { token, record } = await pad.launch(account, manager);
    const { privateKey } = await pad.anvil.funded();
    const data = encodeFunctionData({
      abi: addressFeeSplitManagerAbi,
      functionName: "syncAndRelease",
      args: [account, [token]],
    });
    const call = { to: record.manager, data };
    const { estimate, receipt } = await sendAfterTrade(pad, {
      key: privateKey,
      call,
      extra: LATER_WORK_GAS,
      trade: () => otherTrade(token, "1"),
    });
    expect(receipt.status).toBe("success");
    expect(receipt.gasUsed).toBeGreaterThan((estimate * 120n) / 100n);
    expect(await pad.client.getBalance({ address: account })).toBe(parseEther("0.008"));
  });

  it("a change of shares is mined", async () => {
    const { privateKey, address } = await pad.anvil.funded();
    const manager = { ...NO_MANAGER, kind: 3, recipients: equalRecipients(2) };
    const { token, record } = await pad.launch(address, manager);
    const data = encodeFunctionData({
      abi: dynamicAddressFeeSplitManagerAbi,
      functionName: "setShares",
      args: [equalRecipients(3)],
    });
    const call = { to: record.manager, data };
    const { estimate, receipt } = await sendAfterTrade(pad, {
      key: privateKey,
      call,
      extra: LATER_WORK_GAS,
      trade: () => otherTrade(token, "1"),
    });
    expect(receipt.status).toBe("success");
    expect(receipt.gasUsed).toBeGreaterThan(estimate);
  });
});
