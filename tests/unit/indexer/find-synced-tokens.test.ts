import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
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
    expect(findSyncedTokens(recipient, by(setRecipient(recipient, tokens)))).toEqual(tokens);
    expect(findSyncedTokens(recipient, by(setRecipient(recipient, [])))).toEqual([]);
  });

  it("syncs no token when a recipient handed on its place", () => {
    expect(findSyncedTokens(recipient, by(acceptShare))).toEqual([]);
  });

  it("is unknown when the input has no such call", () => {
    expect(findSyncedTokens(recipient, by(setRecipient(other, tokens)))).toBeNull();
    expect(findSyncedTokens(recipient, by("0x12345678"))).toBeNull();
  });
});
