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

/** An EIP-1559 transfer of ETH with every field fixed: all that a managed wallet ever sends. */
export type WalletTransfer = {
  chainId: number;
  nonce: number;
  to: Address;
  valueWei: bigint;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/**
 * Checks that signed bytes are exactly this transfer, signed by the wallet's own key, before they
 * are stored or sent: remote signers are not trusted.
 * @throws when anything differs
 */
export async function requireSignedTransfer(
  signed: Hex,
  wallet: Address,
  expected: WalletTransfer,
): Promise<void> {
  if (!isEip1559(signed)) throw new Error("The signed transaction is of another type");
  const found = parseTransaction(signed);
  const signer = await recoverTransactionAddress({ serializedTransaction: signed });
  const isSame =
    isAddressEqual(signer, wallet) &&
    found.chainId === expected.chainId &&
    (found.nonce ?? 0) === expected.nonce &&
    isAddressEqual(found.to ?? "0x", expected.to) &&
    (found.data ?? "0x") === "0x" &&
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

function isEip1559(signed: Hex): signed is TransactionSerialized<"eip1559"> {
  return signed.startsWith("0x02");
}
