import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationDocs } from "@/lib/operations/operation-docs";

const { chain, ada, token, universalRouter } = EXAMPLE;

/** Texts and examples of these operations. */
export const TRADE_DOCS = {
  prepareTrade: {
    summary: "Prepare a trade that a wallet sends",
    description:
      "Quotes a trade with Uniswap's quoter and returns its calls for `wallet_sendCalls` (ERC-5792): the " +
      "swap through the Universal Router, and before a sale the approvals that the wallet lacks, each for " +
      "exactly this amount. `from` receives the output of the trade; there is no other recipient. The trade " +
      "reverts below `quote.minimumOut` and after the deadline. Nothing is stored.",
    examples: {
      params: { chain },
      body: { from: ada, side: "buy", tokenAddress: token, amountIn: "10000000000000000" },
      otherBodies: {
        sell: {
          from: ada,
          side: "sell",
          tokenAddress: token,
          amountIn: "1000000000000000000000000",
          slippageBps: 300,
          deadlineMinutes: 5,
        },
      },
      response: {
        success: true,
        message: "Trade prepared: the wallet sends it",
        sendCalls: {
          version: "2.0.0",
          chainId: "0x14a34",
          from: ada,
          atomicRequired: false,
          calls: [{ to: universalRouter, data: "0x3593564c", value: "0x2386f26fc10000" }],
        },
        sandbox: false,
        summary: `${ada} spends 0.01 ETH and receives at least 606728571.4 tokens of ${token}, on Base Sepolia.`,
        cost: {
          gas: "320000",
          maxFeePerGasWei: "1000000",
          feeWei: "320000000000",
          valueWei: "10000000000000000",
          totalWei: "10000320000000000",
          balanceWei: "250000000000000000",
        },
        quote: {
          expectedOut: "612857142857142857142857142",
          minimumOut: "606728571400000000000000000",
          feeBps: 100,
          feeWei: "100000000000000",
          priceImpactBps: 61,
        },
        expiresAt: EXAMPLE.createdAt + 600,
      },
    },
  },
} satisfies Record<string, OperationDocs>;
