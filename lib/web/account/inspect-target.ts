import { type Address, encodeFunctionData, erc20Abi, isHex, type PublicClient } from "viem";

/** The kind of address that a withdrawal pays. */
export type TargetKind = "account" | "contract" | "token";

/**
 * Distinguishes an ordinary account, a contract, and a token contract, where ETH would be lost.
 * @throws viem's errors when the chain does not respond
 */
export async function inspectTarget(reader: PublicClient, to: Address): Promise<TargetKind> {
  const code = await reader.getCode({ address: to });
  // A delegated account (EIP-7702) is still an ordinary account.
  if (code === undefined || code === "0x" || code.startsWith("0xef0100")) return "account";
  const [supply, decimals] = await Promise.all(
    (["totalSupply", "decimals"] as const).map((functionName) => answers(reader, to, functionName)),
  );
  return supply && decimals ? "token" : "contract";
}

async function answers(
  reader: PublicClient,
  to: Address,
  functionName: "totalSupply" | "decimals",
): Promise<boolean> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName });
  // A contract without this function reverts, which means that it is not a token.
  const result = await reader.call({ to, data }).catch(() => ({ data: undefined }));
  return isHex(result.data) && result.data.length >= 66;
}
