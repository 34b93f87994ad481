import { keccak256, parseTransaction, type TransactionSerializableEIP1559 } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { PLAIN_TRANSFER_GAS } from "../domain/gas-limit";
import type { Fees, LaunchChain, SignedTransaction } from "./launch-chain";

/** Signs the server wallet's transactions of one chain. None of them carries ETH. */
export function createSigner(
  account: PrivateKeyAccount,
  chainId: number,
): Pick<LaunchChain, "sign" | "signRaised" | "signNothing"> {
  async function sign(
    transaction: Omit<TransactionSerializableEIP1559, "type" | "chainId" | "value">,
    fees: Fees,
  ): Promise<SignedTransaction> {
    const { maxFeePerGas, maxPriorityFeePerGas } = fees;
    const rawTransaction = await account.signTransaction({
      ...transaction,
      value: 0n,
      maxFeePerGas,
      maxPriorityFeePerGas,
      type: "eip1559",
      chainId,
    });
    return { rawTransaction, hash: keccak256(rawTransaction), maxFeePerGas };
  }

  return {
    sign: (call, nonce, gas, fees) => sign({ ...call, nonce, gas }, fees),
    signRaised(rawTransaction, fees, newNonce) {
      const { to, data, nonce: oldNonce, gas, ...old } = parseTransaction(rawTransaction);
      const nonce = newNonce ?? oldNonce ?? 0;
      return sign(
        { to, nonce, gas, ...(data ? { data } : {}) },
        {
          maxFeePerGas: raise(old.maxFeePerGas, fees.maxFeePerGas),
          maxPriorityFeePerGas: raise(old.maxPriorityFeePerGas, fees.maxPriorityFeePerGas),
        },
      );
    },
    signNothing: (nonce, fees) =>
      sign({ to: account.address, nonce, gas: PLAIN_TRANSFER_GAS }, fees),
  };
}

/** An eighth more than before, or what the market asks for, whichever is more; rounded up. */
function raise(before: bigint | undefined, market: bigint): bigint {
  const raised = ((before ?? 0n) * 9n + 7n) / 8n;
  return raised > market ? raised : market;
}
