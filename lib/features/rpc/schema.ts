import { z } from "zod";
import { address, chainSlug, checksumAddress, decimal } from "@/lib/schemas/common";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

/** Maximum calls per batch. */
export const RPC_BATCH_MAX = 20;

/** Methods that the relay answers without a node; libraries call them when they connect. */
const LOCAL_RPC_METHODS = [
  "web3_clientVersion",
  "net_version",
  "eth_accounts",
  "eth_syncing",
] as const;

/** Methods that the relay accepts. */
export const RPC_METHODS = [
  ...LOCAL_RPC_METHODS,
  "eth_chainId",
  "eth_blockNumber",
  "eth_getBlockByNumber",
  "eth_getBlockByHash",
  "eth_getBalance",
  "eth_call",
  "eth_estimateGas",
  "eth_gasPrice",
  "eth_maxPriorityFeePerGas",
  "eth_feeHistory",
  "eth_getTransactionCount",
  "eth_getTransactionByHash",
  "eth_getTransactionReceipt",
  "eth_getLogs",
  "eth_getCode",
  "eth_sendRawTransaction",
] as const;
export type RpcMethod = (typeof RPC_METHODS)[number];
export type LocalRpcMethod = (typeof LOCAL_RPC_METHODS)[number];

/** JSON of larger numbers is read with other digits, so a client could not match the response. */
const idNumber = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const id = z.union([z.string().max(100), idNumber, z.null()]).meta({
  description: "Returned as it was sent. A number has at most 53 bits; send larger ones as text.",
});

const rpcCall = z.object({
  jsonrpc: z.literal("2.0"),
  id: id.default(null),
  method: z
    .string()
    .max(100)
    .meta({ description: `One of: ${RPC_METHODS.join(", ")}.` }),
  params: z.array(z.unknown()).max(10).default([]),
});
export const rpcBody = z.union([rpcCall, z.array(rpcCall).min(1).max(RPC_BATCH_MAX)]);

const rpcError = z.strictObject({
  code: z.number().int(),
  message: z.string(),
  data: z.unknown().optional(),
});
const rpcAnswer = z.union([
  z.strictObject({ jsonrpc: z.literal("2.0"), id, result: z.unknown() }),
  z.strictObject({ jsonrpc: z.literal("2.0"), id, error: rpcError }),
]);
export const rpcAnswers = z.union([rpcAnswer, z.array(rpcAnswer)]);

export const faucetRequest = z.object({
  chain: chainSlug.meta({ description: "A sandbox chain." }),
  address: address.meta({ description: "Address that receives the ETH." }),
});
export const faucetAnswer = z.strictObject({
  success: z.literal(true),
  chain: z.enum(CHAIN_SLUGS),
  address: checksumAddress,
  amountETH: decimal,
  balanceETH: decimal.meta({ description: "Balance of the address afterwards." }),
});

export type RpcCall = z.output<typeof rpcCall>;
export type RpcAnswer = z.output<typeof rpcAnswer>;
export type FaucetAnswer = z.output<typeof faucetAnswer>;
