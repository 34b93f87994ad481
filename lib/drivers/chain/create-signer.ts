import {
  type Hex,
  isAddressEqual,
  keccak256,
  type PublicClient,
  parseTransaction,
  type TransactionSerializableEIP1559,
} from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { gasLimitFor } from "@/lib/features/budget/rules/gas-limit";
import { shareFor } from "@/lib/shared/share-for";
import { createDependency } from "@/lib/support/calls/dependency";
import type { Call, Fees, SignedTransaction } from "./chain-types";

const BALANCE_KEPT_MS = 5_000;

/** Signs the server wallet's transactions on one chain. None of them carries ETH. */
export function createServerSigner(
  client: PublicClient,
  account: PrivateKeyAccount,
  chainId: number,
) {
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

  /** Gas of an empty transaction: rollups such as Arbitrum add what its data costs at the moment. */
  const estimateCancellationGas = async (): Promise<bigint> =>
    gasLimitFor(
      await client.estimateGas({ account: account.address, to: account.address, value: 0n }),
    );

  const balance = createDependency(`the balance of ${account.address}`);
  const readBalance = shareFor(BALANCE_KEPT_MS, () =>
    client.getBalance({ address: account.address }),
  );

  return {
    serverWallet: account.address,
    /** The server wallet's balance in wei, at most a few seconds old. */
    // A request may join the call of background work, which waits longer.
    serverBalanceWei: (): Promise<bigint> => balance.call(readBalance),
    /** The wallet's nonce, counting mined transactions only. */
    transactionCount: (): Promise<number> =>
      client.getTransactionCount({ address: account.address }),
    sign: (call: Call, nonce: number, gas: bigint, fees: Fees): Promise<SignedTransaction> =>
      sign({ ...call, nonce, gas }, fees),
    /**
     * The same transaction with fees raised by at least an eighth, as nodes require of a
     * replacement. Keeps its nonce unless `newNonce` is given because that nonce was used. A
     * cancellation gets the gas that it needs now.
     */
    async signReplacement(
      rawTransaction: Hex,
      fees: Fees,
      newNonce?: number,
    ): Promise<SignedTransaction> {
      const { to, data, nonce: oldNonce, gas, ...old } = parseTransaction(rawTransaction);
      const nonce = newNonce ?? oldNonce ?? 0;
      const isCancellation = to && isAddressEqual(to, account.address) && !data;
      const needed = isCancellation ? await estimateCancellationGas() : gas;
      return sign(
        { to, nonce, gas: needed, ...(data ? { data } : {}) },
        {
          maxFeePerGas: raise(old.maxFeePerGas, fees.maxFeePerGas),
          maxPriorityFeePerGas: raise(old.maxPriorityFeePerGas, fees.maxPriorityFeePerGas),
        },
      );
    },
    /** An empty transaction that cancels another one by using its nonce. */
    signCancellation: async (nonce: number, fees: Fees): Promise<SignedTransaction> =>
      sign({ to: account.address, nonce, gas: await estimateCancellationGas() }, fees),
  };
}

export type ServerSigner = ReturnType<typeof createServerSigner>;

/** The larger of the previous fee plus an eighth and the market fee, rounded up. */
function raise(before: bigint | undefined, market: bigint): bigint {
  const raised = ((before ?? 0n) * 9n + 7n) / 8n;
  return raised > market ? raised : market;
}
