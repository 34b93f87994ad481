import type { Hex } from "viem";
import { z } from "zod";

const isHex = (value: string): value is Hex => /^0x[0-9a-f]*$/.test(value);
const data = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine(isHex);
const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,13}$/)
  .transform(Number);

/** A JSON-RPC block, reduced to what the log reader needs; `time` is in Unix seconds. */
export const rpcHeader = z
  .object({ number: quantity, hash: data, parentHash: data, timestamp: quantity })
  .transform(({ timestamp, ...rest }) => ({ ...rest, time: timestamp }));

/** A mined JSON-RPC log; hex in lower case. */
export const rpcLog = z
  .object({
    address: data,
    topics: z.array(data).max(4),
    data,
    blockNumber: quantity,
    blockHash: data,
    transactionHash: data,
    logIndex: quantity,
  })
  .transform(({ transactionHash, blockNumber, ...rest }) => ({
    ...rest,
    block: blockNumber,
    txHash: transactionHash,
  }));

/** A JSON-RPC transaction; `to` is null when it creates a contract. */
export const rpcTransaction = z.object({
  hash: data,
  from: data,
  to: data.nullable().optional(),
  input: data,
});

export type RpcTransaction = z.output<typeof rpcTransaction>;
export type RpcHeader = z.output<typeof rpcHeader>;
export type RpcLog = z.output<typeof rpcLog>;
