import { type Address, type Hex, isAddressEqual, type PublicClient } from "viem";

/** The cost of an account's transactions: gas and transferred ETH. */
export type Spending = { count: number; gasWei: bigint; sentWei: bigint };

/** Adds up all transactions of `account` in the blocks after `from` up to and including `to`. */
export async function readSpending(
  client: PublicClient,
  account: Address,
  { from, to }: { from: bigint; to: bigint },
): Promise<Spending> {
  const spending: Spending = { count: 0, gasWei: 0n, sentWei: 0n };
  for (let number = from + 1n; number <= to; number += 1n) {
    const { transactions } = await client.getBlock({
      blockNumber: number,
      includeTransactions: true,
    });
    for (const transaction of transactions) {
      if (!isAddressEqual(transaction.from, account)) continue;
      spending.count += 1;
      spending.gasWei += await feeOf(client, transaction.hash);
      spending.sentWei += transaction.value;
    }
  }
  return spending;
}

async function feeOf(client: PublicClient, hash: Hex): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash });
  return gasUsed * effectiveGasPrice;
}
