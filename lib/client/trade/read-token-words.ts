import { type Address, erc20Abi, type PublicClient } from "viem";

/** As its creator wrote it: shown, never trusted. */
export type TokenWords = { name: string; symbol: string };

/** Null when no contract stands at the address. Throws when the chain does not answer. */
export async function readTokenWords(
  reader: PublicClient,
  address: Address,
): Promise<TokenWords | null> {
  if ((await reader.getCode({ address })) === undefined) return null;
  const token = { address, abi: erc20Abi };
  const [name, symbol] = await Promise.all([
    reader.readContract({ ...token, functionName: "name" }),
    reader.readContract({ ...token, functionName: "symbol" }),
  ]);
  return { name, symbol };
}
