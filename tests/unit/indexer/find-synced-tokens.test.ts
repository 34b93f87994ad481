import { type Address, concat, encodeFunctionData, type Hex, parseAbi, size, slice } from "viem";
import { describe, expect, it } from "vitest";
import type { MarketEvent } from "@/lib/features/market/rules/market-event";
import { addSenders } from "@/lib/indexer/decode/add-senders";
import { findSyncedTokens } from "@/lib/indexer/decode/find-synced-tokens";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";

const address = (digit: string): Address => `0x${digit.repeat(40)}`;
const [manager, recipient, other] = [address("1"), address("a"), address("b")];
const tokens = [address("c"), address("d")];
const safeAbi = parseAbi([
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
]);
const accountAbi = parseAbi([
  "function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)",
  "function execute(address target, uint256 value, bytes data)",
]);

const bySafe = (data: Hex) =>
  encodeFunctionData({
    abi: safeAbi,
    functionName: "execTransaction",
    args: [manager, 0n, data, 0, 0n, 0n, 0n, address("0"), address("0"), `0x${"12".repeat(65)}`],
  });
const byAccount = (data: Hex) => {
  const execute = { abi: accountAbi, functionName: "execute" } as const;
  const operation = {
    sender: other,
    nonce: 0n,
    initCode: "0x",
    callData: encodeFunctionData({ ...execute, args: [manager, 0n, data] }),
    accountGasLimits: `0x${"00".repeat(32)}`,
    preVerificationGas: 0n,
    gasFees: `0x${"00".repeat(32)}`,
    paymasterAndData: "0x",
    signature: "0x1234",
  } as const;
  const args = [[operation], other] as const;
  return encodeFunctionData({ abi: accountAbi, functionName: "handleOps", args });
};
const setRecipient = (to: Address, list: Address[]) =>
  encodeFunctionData({
    abi: revenueManagerAbi,
    functionName: "setProtocolRecipient",
    args: [to, list],
  });
const acceptShare = encodeFunctionData({
  abi: revenueManagerAbi,
  functionName: "acceptShare",
  args: [other],
});

describe.each([
  ["the owner itself", (data: Hex) => data],
  ["a Safe", bySafe],
  ["an ERC-4337 account", byAccount],
])("a change of the protocol recipient by %s", (_, by) => {
  it("syncs the tokens that the call names", () => {
    expect(findSyncedTokens(recipient, by(setRecipient(recipient, tokens)))).toEqual(
      new Set(tokens),
    );
    expect(findSyncedTokens(recipient, by(setRecipient(recipient, [])))).toEqual(new Set());
  });

  it("syncs no token when a recipient handed on its place", () => {
    expect(findSyncedTokens(recipient, by(acceptShare))).toEqual(new Set());
  });

  it("is unknown when the input has no such call", () => {
    expect(findSyncedTokens(recipient, by(setRecipient(other, tokens)))).toBeNull();
    expect(findSyncedTokens(recipient, by("0x12345678"))).toBeNull();
  });
});

it("syncs the tokens of several calls in one transaction", () => {
  const calls = tokens.map((token) => setRecipient(recipient, [token]));
  expect(findSyncedTokens(recipient, concat(["0x12345678", ...calls]))).toEqual(new Set(tokens));
});

it("skips data that begins like a call and does not decode", () => {
  const [list, call] = [setRecipient(recipient, tokens), setRecipient(recipient, [other])];
  const cut = slice(list, 0, size(list) - 1);
  const noAddress = concat([slice(list, 0, 100), `0x${"ff".repeat(32)}`, slice(list, 132)]);
  expect(findSyncedTokens(recipient, cut)).toBeNull();
  for (const wrong of [noAddress, slice(list, 0, 36), slice(list, 0, 90)]) {
    expect(findSyncedTokens(recipient, wrong)).toBeNull();
    expect(findSyncedTokens(recipient, concat([wrong, call]))).toEqual(new Set([other]));
  }
});

it("reads events of a transaction whose input repeats the call thousands of times, quickly", async () => {
  const noise = slice(setRecipient(recipient, []), 0, 36);
  const input = concat([
    setRecipient(recipient, []),
    ...Array.from({ length: 3_600 }, () => noise),
  ]);
  const events = Array.from(
    { length: 300 },
    (_, logIndex): MarketEvent => ({
      kind: "protocolRecipient",
      manager,
      recipient,
      synced: new Set([other]),
      block: 1,
      logIndex,
      time: 1,
      txHash: "0x01",
    }),
  );
  const transactions = async () => [{ hash: "0x01" as const, from: other, to: manager, input }];
  const startedAt = performance.now();
  await addSenders({ reader: { transactions } }, events);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  expect(new Set(events.map((event) => "synced" in event && event.synced))).toEqual(
    new Set([null]),
  );
});
