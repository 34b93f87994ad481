import {
  type Address,
  type Hex,
  isAddressEqual,
  parseTransaction,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  type TransactionSerialized,
} from "viem";
import { type ConsentTerms, consentMessage } from "@/lib/features/managers/rules/attach-consent";
import { type SharesChange, sharesMessage } from "@/lib/features/managers/rules/shares-change";
import { type Permit, permitTypedData } from "@/lib/features/trade/rules/permit";

/** An EIP-1559 transfer of ETH with every field fixed. */
export type WalletTransfer = {
  chainId: number;
  nonce: number;
  to: Address;
  valueWei: bigint;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/** The same with a contract call: a trade or its approval. */
export type WalletCall = WalletTransfer & { data: Hex };

/** A Permit2 message for one sale. */
export type WalletPermit = { permit: Permit; chainId: number; permit2: Address };

/**
 * Checks that signed bytes are exactly this transfer or call, signed by the wallet's own key, before they
 * are stored or sent: remote signers are not trusted.
 * @throws when anything differs
 */
export async function requireSignedTransfer(
  signed: Hex,
  wallet: Address,
  expected: WalletTransfer | WalletCall,
): Promise<void> {
  if (!isEip1559(signed)) throw new Error("The signed transaction is of another type");
  const found = parseTransaction(signed);
  const signer = await recoverTransactionAddress({ serializedTransaction: signed });
  const isSame =
    isAddressEqual(signer, wallet) &&
    found.chainId === expected.chainId &&
    (found.nonce ?? 0) === expected.nonce &&
    isAddressEqual(found.to ?? "0x", expected.to) &&
    (found.data ?? "0x") === ("data" in expected ? expected.data : "0x") &&
    (found.value ?? 0n) === expected.valueWei &&
    found.gas === expected.gas &&
    found.maxFeePerGas === expected.maxFeePerGas &&
    (found.maxPriorityFeePerGas ?? 0n) === expected.maxPriorityFeePerGas;
  if (!isSame) throw new Error("The signed transaction is not the requested one");
}

/**
 * Checks that the wallet's own key signed exactly this change of shares.
 * @throws when another key or another message was used
 */
export async function requireSignedShares(
  signature: Hex,
  wallet: Address,
  change: SharesChange,
): Promise<void> {
  const signer = await recoverTypedDataAddress({ ...sharesMessage(change), signature });
  if (!isAddressEqual(signer, wallet)) {
    throw new Error("The signed message is not the requested one");
  }
}

/**
 * Checks that the wallet's own key signed exactly this consent.
 * @throws when another key or another message was used
 */
export async function requireSignedConsent(
  signature: Hex,
  wallet: Address,
  terms: ConsentTerms,
): Promise<void> {
  const signer = await recoverTypedDataAddress({ ...consentMessage(terms), signature });
  if (!isAddressEqual(signer, wallet)) {
    throw new Error("The signed message is not the requested one");
  }
}

/**
 * Checks that the wallet's own key signed exactly this permit.
 * @throws when another key or another message was used
 */
export async function requireSignedPermit(
  signature: Hex,
  wallet: Address,
  { permit, chainId, permit2 }: WalletPermit,
): Promise<void> {
  const typedData = permitTypedData(permit, chainId, permit2);
  const signer = await recoverTypedDataAddress({ ...typedData, signature });
  if (!isAddressEqual(signer, wallet)) {
    throw new Error("The signed message is not the requested one");
  }
}

function isEip1559(signed: Hex): signed is TransactionSerialized<"eip1559"> {
  return signed.startsWith("0x02");
}
