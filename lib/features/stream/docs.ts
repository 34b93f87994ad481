import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationDocs } from "@/lib/operations/operation-docs";

const { token: tokenAddress, grace, ada, name, symbol, transactionHash, createdAt } = EXAMPLE;

/** Texts and examples of these operations. */
export const STREAM_DOCS = {
  streamMarket: {
    summary: "Stream launches and trades",
    description:
      "Extension. Server-sent events `launch` and `trade`, in chain order. A stream begins with " +
      "`ready`. Reconnect with `Last-Event-ID` (browsers do this automatically) to resume after that " +
      "event, without gaps or repeats, up to 2,000 events and 4,096 blocks back (2 hours on Base). `reorg` means that the blocks after " +
      "`block` were reorganized: drop their events; replacements follow. `reset` means that the stream " +
      "cannot resume: reload your data. With `figures=true`, a `token` event with the figures of a " +
      "list item follows a token's launch, trades and metadata. Events of hidden tokens are sent only " +
      "with `token`; other clients get one `token` event for its removal, without its name and " +
      "image. Comment lines keep the connection alive and advance the id. A slow reader is disconnected and can resume. Connections are limited " +
      "per caller.",
    examples: {
      params: { chain: EXAMPLE.chain },
      response: {
        id: "1207-4-5bc1f0a2",
        event: "trade",
        data: {
          tokenAddress,
          id: "1207-4",
          type: "buy",
          trader: grace,
          amountETH: "0.05",
          amountToken: "3568203871.5",
          feeETH: "0.0005",
          priceETH: "0.000000000013852",
          marketCapETH: "1.3852",
          timestamp: createdAt + 60,
          transactionHash,
        },
      },
      otherResponses: {
        ready: { id: "1205-end-09e1c3d4", event: "ready", data: { block: 1205 } },
        launch: {
          id: "1206-9-77aa01bc",
          event: "launch",
          data: {
            id: "1206-9",
            tokenAddress,
            name,
            symbol,
            creator: ada,
            marketCapETH: "1.3333",
            timestamp: createdAt,
            transactionHash,
          },
        },
        token: {
          id: "1206-9-77aa01bc",
          event: "token",
          data: {
            tokenAddress,
            symbol,
            name,
            marketCapETH: "1.3852",
            createdAt,
            image: `https://launchpad.example/ipfs/${EXAMPLE.imageIpfs}`,
            isActive: true,
            volume24h: "0.05",
            priceChange24h: "3.89258",
            marketCapUSD: "4155.6",
            priceETH: "0.000000000013852",
            priceUSD: "0.000000041556",
            allTimeHigh: "1.3852",
            allTimeLow: "1.3333",
            volume7d: "0.05",
            fairLaunchActive: false,
            trading: {
              bidWallBalance: "0.0001",
              bidWallLifetime: "0.0001",
              bidWallRemaining: "0",
              bidWallRemainingPercentage: 0,
              buybackBalance: "0.0001",
              buybackProgress: 0.1,
            },
          },
        },
        reorg: { id: "1203-end-51ee0da7", event: "reorg", data: { block: 1203 } },
        reset: {
          id: "1300-end-c0ffee01",
          event: "reset",
          data: { block: 1300, reason: "too_old" },
        },
      },
    },
  },
} satisfies Record<string, OperationDocs>;
