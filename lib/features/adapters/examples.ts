import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";

const { chain, token, ada, service, name, symbol, poolId, createdAt, transactionHash } = EXAMPLE;
const params = { chain };
const zeroAddress = `0x${"0".repeat(40)}`;
const block = { blockNumber: EXAMPLE.block, blockTimestamp: createdAt };

export const LATEST_EXAMPLES = {
  params,
  response: { block },
} satisfies OperationExamples;

const asset = {
  id: token,
  name,
  symbol,
  totalSupply: "100000000000",
  circulatingSupply: "100000000000",
  metadata: { website: "https://light.example" },
};
const ether = { id: zeroAddress, name: "Ether", symbol: "ETH", coinGeckoId: "ethereum" };
export const ASSET_EXAMPLES = {
  params,
  query: { id: token },
  response: { asset },
  otherResponses: { ether: { asset: ether } },
} satisfies OperationExamples;
export const DECIMALS_EXAMPLES = {
  params,
  query: { id: token },
  response: { asset: { ...asset, decimals: 18 } },
  otherResponses: { ether: { asset: { ...ether, decimals: 18 } } },
} satisfies OperationExamples;

const pair = {
  id: poolId,
  dexKey: "launchpad",
  asset0Id: token,
  asset1Id: zeroAddress,
  createdAtBlockNumber: EXAMPLE.block,
  createdAtBlockTimestamp: createdAt,
  createdAtTxnId: transactionHash,
  feeBps: 100,
};
export const PAIR_EXAMPLES = {
  params,
  query: { id: poolId },
  response: { pair },
} satisfies OperationExamples;
export const PAIR_CREATOR_EXAMPLES = {
  params,
  query: { id: poolId },
  response: { pair: { ...pair, creator: ada } },
} satisfies OperationExamples;

export const EVENTS_EXAMPLES = {
  params,
  query: { fromBlock: String(EXAMPLE.block), toBlock: String(EXAMPLE.block) },
  response: {
    events: [
      {
        block,
        txnIndex: 0,
        eventType: "join",
        txnId: transactionHash,
        eventIndex: 18,
        maker: service,
        pairId: poolId,
        reserves: { asset0: "99999999999.999999999999999911", asset1: "0" },
        amount0: "99999999999.999999999999999912",
        amount1: "0",
      },
      {
        block,
        txnIndex: 1,
        eventType: "swap",
        txnId: `0x${"7d".repeat(32)}`,
        eventIndex: 30,
        maker: ada,
        pairId: poolId,
        reserves: { asset0: "96420765027.322404371584699453", asset1: "0.0495" },
        asset1In: "0.05",
        asset0Out: "3579234972.677595628415300546",
        priceNative: "0.00000000001434225",
        metadata: { fees1In: "0.0005" },
      },
    ],
  },
} satisfies OperationExamples;

export const TICKERS_EXAMPLES = {
  params,
  response: [
    {
      ticker_id: `${token}_${zeroAddress}`,
      base_currency: token,
      target_currency: zeroAddress,
      pool_id: poolId,
      last_price: "0.00000000001434225",
      base_volume: "3579234972.677595628415300546",
      target_volume: "0.05",
      liquidity_in_usd: "4297.22",
      high: "0.00000000001434225",
      low: "0.00000000001434225",
    },
  ],
} satisfies OperationExamples;
