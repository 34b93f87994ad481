import {
  type Hash,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import { z } from "zod";
import { isAlreadyKnown } from "./is-already-known";

const opReceipt = z.object({
  l1Fee: z
    .string()
    .regex(/^0x[0-9a-f]+$/)
    .optional(),
});

/** Sends signed transactions and reads their receipts. */
export function createSender(client: PublicClient) {
  return {
    /** Sends signed bytes. Succeeds when the node already has them. */
    async broadcast(rawTransaction: Hex): Promise<void> {
      try {
        await client.sendRawTransaction({ serializedTransaction: rawTransaction });
      } catch (error) {
        if (!isAlreadyKnown(error)) throw error;
      }
    },
    findReceipt: async (hash: Hash): Promise<"success" | "reverted" | null> =>
      (await findReceipt(client, hash))?.status ?? null,
    /** The fee of a mined transaction, in wei; null until it is mined. */
    async findFeeWei(hash: Hash): Promise<bigint | null> {
      const receipt = await findReceipt(client, hash);
      if (receipt === null) return null;
      return receipt.gasUsed * receipt.effectiveGasPrice + dataFeeOf(receipt);
    },
  };
}

export type Sender = ReturnType<typeof createSender>;

async function findReceipt(client: PublicClient, hash: Hash): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

/** OP Stack chains charge an L1 data fee in addition to gas. */
function dataFeeOf(receipt: object): bigint {
  const { l1Fee } = opReceipt.parse(receipt);
  return l1Fee === undefined ? 0n : BigInt(l1Fee);
}
