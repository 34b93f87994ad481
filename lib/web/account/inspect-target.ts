import { type Address, encodeFunctionData, erc20Abi, isHex, type PublicClient } from "viem";

/** What stands at an address that money shall be sent to. */
export type TargetKind = "account" | "contract" | "token";

/**
 * Tells an ordinary account from a contract, and from a token contract, where ETH is lost.
 * @throws viem's errors when the chain does not answer
 */
export async function inspectTarget(reader: PublicClient, to: Address): Promise<TargetKind> {
  const code = await reader.getCode({ address: to });
  // A delegation (EIP-7702) leaves an account what it is.
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
  // A contract without the function reverts, which is the answer here.
  const result = await reader.call({ to, data }).catch(() => ({ data: undefined }));
  return isHex(result.data) && result.data.length >= 66;
}
