import type { Hex } from "viem";
import { z } from "zod";

const LOWER_HEX = /^0x[0-9a-f]*$/;
const QUANTITY = /^0x[0-9a-fA-F]{1,13}$/;

const isHex = (value: string): value is Hex => LOWER_HEX.test(value);
const data = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine(isHex);
const quantity = z.string().regex(QUANTITY).transform(Number);

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

/**
 * A log or transaction that already has the form of the schema, as nearly every node returns them. A
 * backfill reads millions, for which the schema takes longer than all that follows. Anything else
 * goes through the schema, which converts or rejects it.
 */
export function parseLog(value: unknown): RpcLog {
  return readLog(value) ?? rpcLog.parse(value);
}

/** Null for a transaction that the node does not have. */
export function parseTransaction(value: unknown): RpcTransaction | null {
  return value === null ? null : (readTransaction(value) ?? rpcTransaction.parse(value));
}

function readLog(value: unknown): RpcLog | null {
  if (!isObject(value)) return null;
  const { address, topics, data, blockHash, transactionHash: txHash } = value;
  const block = readQuantity(value.blockNumber);
  const logIndex = readQuantity(value.logIndex);
  if (block === null || logIndex === null || !isTopics(topics)) return null;
  if (!isLowerHex(address) || !isLowerHex(data)) return null;
  if (!isLowerHex(blockHash) || !isLowerHex(txHash)) return null;
  return { address, topics, data, blockHash, logIndex, block, txHash };
}

function readTransaction(value: unknown): RpcTransaction | null {
  if (!isObject(value)) return null;
  const { hash, from, to, input } = value;
  if (!isLowerHex(hash) || !isLowerHex(from) || !isLowerHex(input)) return null;
  return to === null || isLowerHex(to) ? { hash, from, to, input } : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isLowerHex(value: unknown): value is Hex {
  return typeof value === "string" && LOWER_HEX.test(value);
}

function isTopics(value: unknown): value is Hex[] {
  return Array.isArray(value) && value.length <= 4 && value.every(isLowerHex);
}

function readQuantity(value: unknown): number | null {
  return typeof value === "string" && QUANTITY.test(value) ? Number(value) : null;
}
