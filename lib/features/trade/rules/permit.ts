import type { Address } from "viem";

/** Permit2 message of a seller: `spender` may transfer `amount` of the token until `expiration`. */
export type Permit = {
  details: { token: Address; amount: bigint; expiration: number; nonce: number };
  spender: Address;
  sigDeadline: bigint;
};

const TYPES = {
  PermitSingle: [
    { name: "details", type: "PermitDetails" },
    { name: "spender", type: "address" },
    { name: "sigDeadline", type: "uint256" },
  ],
  PermitDetails: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint160" },
    { name: "expiration", type: "uint48" },
    { name: "nonce", type: "uint48" },
  ],
} as const;

/** A permit for one sale: for its exact amount and until its deadline. */
export function permitFor(sale: {
  token: Address;
  amountIn: bigint;
  deadlineSeconds: bigint;
  spender: Address;
  nonce: number;
}): Permit {
  const { token, amountIn, deadlineSeconds, spender, nonce } = sale;
  return {
    details: { token, amount: amountIn, expiration: Number(deadlineSeconds), nonce },
    spender,
    sigDeadline: deadlineSeconds,
  };
}

/** EIP-712 typed data of a permit, as wallets sign it. */
export function permitTypedData(permit: Permit, chainId: number, permit2: Address) {
  return {
    domain: { name: "Permit2", chainId, verifyingContract: permit2 },
    types: TYPES,
    primaryType: "PermitSingle",
    message: permit,
  } as const;
}
