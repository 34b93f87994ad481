import { type Address, encodeFunctionData, type Hex, keccak256, parseEther, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gasLimitFor, INCOME_GAS } from "@/lib/features/budget/rules/gas-limit";
import { consentMessage } from "@/lib/features/managers/rules/attach-consent";
import { sharesMessage, toShares } from "@/lib/features/managers/rules/shares-change";
import { dynamicAddressFeeSplitManagerAbi as abi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import {
  equalRecipients,
  type Launchpad,
  NO_MANAGER,
  startLaunchpad,
} from "../setup/chain/launchpad";
import { receiptOf } from "../setup/chain/receipt-of";

/**
 * A trade between the estimate of a transaction and its execution gives a stream its first income,
 * which the transaction then claims as well.
 */

const KEY = keccak256(toHex("moderator of the gas test"));
const MODERATOR = privateKeyToAccount(KEY);
const DEADLINE = 2n ** 62n;
const TOKENS = 6;

let pad: Launchpad;
let manager: Address;
const tokens: Address[] = [];

beforeAll(async () => {
  pad = await startLaunchpad();
  await pad.anvil.fund(MODERATOR.address);
  const split = { ...NO_MANAGER, creatorFirstBps: 1_000, recipients: equalRecipients(2) };
  const first = await pad.launch(MODERATOR.address, { ...split, kind: 3 });
  manager = first.record.manager;
  tokens.push(first.token);
  for (let i = 1; i < TOKENS; i += 1) {
    const nonce = BigInt(i);
    const terms = { chainId: pad.anvil.chainId, manager, nonce, deadline: DEADLINE };
    const signature = await MODERATOR.signTypedData(consentMessage(terms));
    const consent = { nonce, deadline: DEADLINE, signature };
    const creator = privateKeyToAccount(keccak256(toHex(`creator ${i}`))).address;
    const existing = { ...NO_MANAGER, kind: 1, manager, consent };
    tokens.push((await pad.launch(creator, existing)).token);
  }
});
afterAll(() => pad.stop());

const buyAll = async () => {
  for (const token of tokens) {
    await pad.swap(pad.operator, { token, side: "buy", exact: "in", amount: parseEther("0.1") });
  }
};

/** Sends a call with the gas limit that it gets while nothing waits, after trades in every token. */
async function sendLate(from: "moderator" | "operator", data: Hex) {
  const sender = from === "moderator" ? pad.anvil.wallet(KEY) : pad.operator;
  const account = sender.account.address;
  const estimate = await pad.client.estimateGas({ account, to: manager, data });
  await buyAll();
  const gas = gasLimitFor(estimate, INCOME_GAS * BigInt(TOKENS));
  const hash = await sender.sendTransaction({ to: manager, data, gas });
  const { status, gasUsed } = await receiptOf(pad.client, hash);
  return { status, gasUsed, estimate };
}

async function signedChange(count: number): Promise<Hex> {
  const recipients = equalRecipients(count).map(({ account, share }) => ({
    account,
    splitMicroPercent: share,
  }));
  const generation = await pad.client.readContract({
    address: manager,
    abi,
    functionName: "generation",
  });
  const nonce = BigInt(generation);
  const change = { chainId: pad.anvil.chainId, manager, recipients, deadline: DEADLINE, nonce };
  const signature = await MODERATOR.signTypedData(sharesMessage(change));
  const args = [toShares(recipients), DEADLINE, nonce, signature] as const;
  return encodeFunctionData({ abi, functionName: "setSharesBySig", args });
}

describe("gas limits of managers with trades in between", () => {
  it("suffice for the first change of shares, where a margin of 15% would not", async () => {
    const data = encodeFunctionData({ abi, functionName: "setShares", args: [equalRecipients(3)] });
    const { status, gasUsed, estimate } = await sendLate("moderator", data);
    expect(status).toBe("success");
    expect(gasUsed).toBeGreaterThan((estimate * 115n) / 100n);
  });

  it("suffice for later changes, signed ones as well", async () => {
    for (const count of [2, 4]) {
      const signed = await sendLate("operator", await signedChange(count));
      expect(signed.status).toBe("success");
      expect(signed.gasUsed).toBeGreaterThan((signed.estimate * 115n) / 100n);
    }
  });

  it("suffice for a payout that syncs every token", async () => {
    const [one] = equalRecipients(1);
    const args = [one?.account ?? manager, tokens] as const;
    const data = encodeFunctionData({ abi, functionName: "syncAndRelease", args });
    expect((await sendLate("operator", data)).status).toBe("success");
    expect((await sendLate("operator", data)).status).toBe("success");
  });

  it("suffice to hand on a payee's place and to drop a token", async () => {
    const [token = manager] = tokens;
    const offer = encodeFunctionData({
      abi,
      functionName: "offerPayee",
      args: [token, pad.operator.account.address],
    });
    expect((await sendLate("moderator", offer)).status).toBe("success");
    await pad.operator.writeContract({
      address: manager,
      abi,
      functionName: "sync",
      args: [token],
    });
    const accept = encodeFunctionData({ abi, functionName: "acceptPayee", args: [token] });
    expect((await sendLate("operator", accept)).status).toBe("success");
    await pad.operator.writeContract({
      address: manager,
      abi,
      functionName: "sync",
      args: [token],
    });
    const drop = encodeFunctionData({ abi, functionName: "drop", args: [token] });
    expect((await sendLate("moderator", drop)).status).toBe("success");
  });
});
