import {
  type Hash,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import { z } from "zod";
import { isUnfunded } from "./chain-types";
import { decodeRevert } from "./decode-revert";
import { isAlreadyKnown } from "./is-already-known";

const opReceipt = z.object({
  l1Fee: z
    .string()
    .regex(/^0x[0-9a-f]+$/)
    .optional(),
});

/** Sends signed transactions and reads their receipts. */
export function createSender(client: PublicClient) {
  async function broadcast(rawTransaction: Hex): Promise<void> {
    try {
      await client.sendRawTransaction({ serializedTransaction: rawTransaction });
    } catch (error) {
      if (!isAlreadyKnown(error)) throw error;
    }
  }

  return {
    /** Sends signed bytes. Succeeds when the node already has them. */
    broadcast,
    /** Sends signed bytes. `unfunded`: the node refuses them because the wallet cannot pay. */
    async tryBroadcast(rawTransaction: Hex): Promise<"sent" | "unfunded" | "failed"> {
      try {
        await broadcast(rawTransaction);
        return "sent";
      } catch (error) {
        return isUnfunded(error) ? "unfunded" : "failed";
      }
    },
    /** The status of a mined transaction and its fee in wei; null until it is mined. */
    async findMined(
      hash: Hash,
    ): Promise<{ status: "success" | "reverted"; feeWei: bigint } | null> {
      const receipt = await findReceipt(client, hash);
      if (receipt === null) return null;
      const feeWei = receipt.gasUsed * receipt.effectiveGasPrice + dataFeeOf(receipt);
      return { status: receipt.status, feeWei };
    },
    /**
     * The status of a mined transaction, and the contract's error of a reverted one, from a call with
     * the state of the block before; null until it is mined.
     */
    async explainReceipt(
      hash: Hash,
    ): Promise<{ status: "success" | "reverted"; revert: string | null } | null> {
      const receipt = await findReceipt(client, hash);
      if (receipt === null) return null;
      const { status, blockNumber } = receipt;
      if (status === "success") return { status, revert: null };
      const { from, to, input: data, value, gas } = await client.getTransaction({ hash });
      const call = { account: from, to, data, value, gas, blockNumber: blockNumber - 1n };
      try {
        await client.call(call);
      } catch (error) {
        return { status, revert: decodeRevert(error)?.message ?? null };
      }
      // It depended on a transaction of its own block, or it ran out of gas.
      return { status, revert: null };
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
