import { type Address, erc20Abi, type PublicClient } from "viem";
import type { TradeContracts } from "@/lib/features/system/schema";
import { permit2Abi } from "@/lib/features/trade/rules/trade-abis";

/** An account's balances, in smallest units. */
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

/** Approvals that a sale needs: Permit2 on the token, the router on Permit2. */
export type Allowances = {
  /** Permit2's allowance of the token. */
  permit2: bigint;
  /**
   * The router's allowance on Permit2, its expiration (Unix seconds), and the next permit's nonce.
   */
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
