import { GAS_MARGIN_PERCENT } from "../domain/gas-limit";
import { RPC_BATCH_MAX } from "../schemas/json-rpc";
import { EXAMPLE } from "./example-values";
import type { OperationDocs } from "./operation-docs";

/** What the documents say of these operations. */
export const RPC_DOCS = {
  relayRpc: {
    summary: "Ask a chain over JSON-RPC",
    description:
      "JSON-RPC 2.0 for wallets and pages, one call or a batch of at most " +
      `${RPC_BATCH_MAX}, with the methods that trading needs and no other. \`eth_accounts\` is always ` +
      `empty. \`eth_estimateGas\` returns the node's estimate plus ${GAS_MARGIN_PERCENT} %: the same ` +
      "trade costs a little more one block later. The result is never above 16,777,216 or above a " +
      "`gas` of yours, and a plain transfer stays at 21,000. `eth_getLogs` takes one block hash, or " +
      "a range of at most 2,000 blocks. Every call of a batch counts. Errors are JSON-RPC errors, " +
      "those of the request as a whole with an HTTP status as well.",
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
    summary: "Get ether on a sandbox chain",
    description:
      "Gives 10 ETH of a sandbox chain to an address. It exists only while the chain is a sandbox; " +
      "for a real one it answers 404.",
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
