import { type Address, erc20Abi, type PublicClient, parseAbi } from "viem";
import type { TradeContracts } from "@/lib/features/system/schema";

export const permit2Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);

/** What an account has to trade with, in smallest units. */
export type Balances = { ethWei: bigint; tokens: bigint };

export async function readBalances(
  reader: PublicClient,
  account: Address,
  token: Address,
): Promise<Balances> {
  const [ethWei, tokens] = await Promise.all([
    reader.getBalance({ address: account }),
    reader.readContract({
      address: token,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [account],
    }),
  ]);
  return { ethWei, tokens };
}

/** What a sale needs before it: the token trusts Permit2, Permit2 trusts the router. */
export type Allowances = {
  /** What Permit2 may take of the token. */
  permit2: bigint;
  /** What the router may take by Permit2, until when (Unix seconds), and the next permit's number. */
  router: { amount: bigint; expirationSeconds: bigint; nonce: number };
};

export async function readAllowances(
  reader: PublicClient,
  contracts: TradeContracts,
  account: Address,
  token: Address,
): Promise<Allowances> {
  const { permit2, universalRouter } = contracts;
  const [allowance, [amount, expiration, nonce]] = await Promise.all([
    reader.readContract({
      address: token,
      abi: erc20Abi,
      functionName: "allowance",
      args: [account, permit2],
    }),
    reader.readContract({
      address: permit2,
      abi: permit2Abi,
      functionName: "allowance",
      args: [account, token, universalRouter],
    }),
  ]);
  return {
    permit2: allowance,
    router: { amount, expirationSeconds: BigInt(expiration), nonce },
  };
}
