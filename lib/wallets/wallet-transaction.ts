import {
  type Address,
  type Hex,
  isAddressEqual,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from "viem";

/** An EIP-1559 transaction of a managed wallet, every field of it fixed. */
export type WalletTransaction = {
  chainId: number;
  nonce: number;
  to: Address;
  data: Hex;
  valueWei: bigint;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/**
 * Checks that signed bytes are this very transaction, by the wallet's own key, before anybody
 * stores or sends them: what comes back from elsewhere is not believed.
 * @throws when anything differs
 */
export async function requireSigned(
  signed: Hex,
  wallet: Address,
  expected: WalletTransaction,
): Promise<void> {
  if (!isEip1559(signed)) throw new Error("The signed transaction is of another type");
  const found = parseTransaction(signed);
  const signer = await recoverTransactionAddress({ serializedTransaction: signed });
  const isSame =
    isAddressEqual(signer, wallet) &&
    found.chainId === expected.chainId &&
    (found.nonce ?? 0) === expected.nonce &&
    isAddressEqual(found.to ?? "0x", expected.to) &&
    (found.data ?? "0x") === expected.data &&
    (found.value ?? 0n) === expected.valueWei &&
    found.gas === expected.gas &&
    found.maxFeePerGas === expected.maxFeePerGas &&
    (found.maxPriorityFeePerGas ?? 0n) === expected.maxPriorityFeePerGas;
  if (!isSame) throw new Error("The signed transaction is not the one that was asked for");
}

function isEip1559(signed: Hex): signed is TransactionSerialized<"eip1559"> {
  return signed.startsWith("0x02");
}
