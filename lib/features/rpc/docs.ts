import { GAS_MARGIN_PERCENT, LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationDocs } from "@/lib/operations/operation-docs";
import { RPC_ANSWER_BYTES_MAX } from "@/lib/shared/chain/rpc-limits";
import { RPC_BATCH_MAX } from "./schema";

/** Texts and examples of these operations. */
export const RPC_DOCS = {
  relayRpc: {
    summary: "Call a chain over JSON-RPC",
    description:
      "JSON-RPC 2.0 for wallets and pages: one call or a batch of up to " +
      `${RPC_BATCH_MAX}, restricted to the methods that trading needs. \`eth_accounts\` is always ` +
      `empty. \`eth_estimateGas\` returns the node's estimate plus ${GAS_MARGIN_PERCENT}% and ` +
      `${LATER_WORK_GAS} gas, because a trade that is mined first can make this one move the bid ` +
      "wall. The result never exceeds 16,777,216 or the `gas` of the " +
      "request, and is 21,000 for a plain transfer. `eth_getLogs` accepts one block hash, or a range " +
      "of up to 2,000 blocks. Every call of a batch counts towards the limit, and so does each 64 KiB " +
      `of answers. The answers to a request have at most ${RPC_ANSWER_BYTES_MAX / 1024 / 1024} MB; a call ` +
      "over it gets the error -32005. Errors are JSON-RPC errors; errors of the whole request also " +
      "have an HTTP status.",
    examples: {
      params: { chain: EXAMPLE.chain },
      body: { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] },
      otherBodies: {
        batch: [
          { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] },
          { jsonrpc: "2.0", id: 2, method: "eth_getBalance", params: [EXAMPLE.ada, "latest"] },
        ],
      },
      response: { jsonrpc: "2.0", id: 1, result: "0x4b7" },
      otherResponses: {
        batch: [
          { jsonrpc: "2.0", id: 1, result: "0x14a34" },
          { jsonrpc: "2.0", id: 2, result: "0x8ac7230489e80000" },
        ],
        refused: {
          jsonrpc: "2.0",
          id: 1,
          error: { code: -32_601, message: "The method debug_traceCall is not available" },
        },
      },
    },
  },
  sandboxFaucet: {
    summary: "Get ETH on a sandbox chain",
    description: "Sends 10 ETH of a sandbox chain to an address. Returns 404 for a real chain.",
    examples: {
      body: { chain: EXAMPLE.chain, address: EXAMPLE.grace },
      response: {
        success: true,
        chain: EXAMPLE.chain,
        address: EXAMPLE.grace,
        amountETH: "10",
        balanceETH: "10",
      },
    },
  },
} satisfies Record<string, OperationDocs>;
