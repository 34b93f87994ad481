import { poolIdOf, poolKeyOf } from "@/lib/features/trade/rules/pool-key";
import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";

const { chain, token: tokenAddress, name, symbol, description, createdAt } = EXAMPLE;

const EXAMPLE_VIDEO = "6b9e68b07dfee8cc2d116e4c51d6a957";
const now = createdAt + 3_600;
const meta = { network: "testnet", timestamp: now };
const socials = {
  website: "https://example.com",
  twitter: "https://x.com/example",
  telegram: "",
  discord: "",
  farcaster: "",
};
const usd = {
  priceUSDC: "0.000000041556",
  priceUSD: "0.000000041556",
  marketCapUSD: "4155.6",
};
const poolKey = poolKeyOf(tokenAddress, EXAMPLE.launchHook);
const price = {
  marketCapETH: "1.3852",
  priceChange24h: "3.885512",
  startingMarketCapETH: "1.3333",
};
const trading = {
  bidWallBalance: "0.014",
  bidWallLifetime: "0.025",
  bidWallRemaining: "0.009",
  bidWallRemainingPercentage: 90,
  buybackBalance: "0.005",
  buybackProgress: 50,
};
const minute = {
  timestamp: now - 60,
  open: "1.3333",
  high: "1.3902",
  low: "1.3333",
  close: "1.3852",
  closeUSDC: "4155.6",
  volume: "0.05",
  marketCap: "1.3852",
  price: "0.000000000013852",
};
const item = {
  tokenAddress,
  symbol,
  name,
  marketCapETH: "1.3852",
  createdAt,
  image: `https://launchpad.example/ipfs/${EXAMPLE.imageIpfs}`,
  description,
  volume24h: "0.05",
  priceChange24h: "3.885512",
};

export const DETAILS_EXAMPLES = {
  params: { chain, tokenAddress },
  response: {
    tokenAddress,
    name,
    symbol,
    image: item.image,
    description,
    price: { ...price, ...usd },
    volume: { volume24h: "0.05", volumeUSDC24h: "150" },
    trading,
    status: { fairLaunchActive: false, createdAt, owner: EXAMPLE.ada },
    socials,
    firstBuy: {
      creator: EXAMPLE.ada,
      ethIn: "0.01",
      tokens: "612857142857142857142857142",
      supplyPercentage: 0.61,
      balance: "612857142857142857142857142",
    },
    launchProtection: {
      startTime: createdAt,
      endTime: createdAt + 600,
      startFeeBps: 5_000,
      endFeeBps: 100,
      buyFeeBps: 100,
      timestamp: meta.timestamp,
    },
    referralShare: 10,
    poolKey,
    poolId: poolIdOf(poolKey),
    universalRouterVersion: "2.0",
    meta,
  },
} satisfies OperationExamples;

export const PRICE_EXAMPLES = {
  params: { chain, tokenAddress },
  response: {
    tokenAddress,
    price: {
      current: "1.3852",
      priceETH: "0.000000000013852",
      priceChange24hPercentage: 3.885512,
      allTimeHigh: "1.3902",
      allTimeLow: "1.3333",
      ...price,
      ...usd,
    },
    volume: { volume24h: "0.05", volume7d: "0.05", volumeUSDC24h: "150", volumeUSDC7d: "150" },
    trading,
    priceHistory: {
      daily: [{ ...minute, timestamp: 1_768_435_200, date: 20_468 }],
      hourly: [{ ...minute, timestamp: createdAt }],
      minutely: [minute],
      secondly: [{ ...minute, timestamp: now - 20 }],
    },
    status: { isActive: true, createdAt, owner: EXAMPLE.ada },
    meta: {
      ...meta,
      timeRanges: {
        dailyStart: now - 7 * 86_400,
        hourlyStart: now - 86_400,
        minutelyStart: now - 10_800,
        secondlyStart: now - 300,
      },
    },
  },
} satisfies OperationExamples;

export const CANDLE_EXAMPLES = {
  params: { chain, tokenAddress },
  query: { interval: "1m", limit: "300" },
  response: { tokenAddress, interval: "1m", candles: [minute], meta },
} satisfies OperationExamples;

export const TRADE_EXAMPLES = {
  params: { chain, tokenAddress },
  query: { limit: "50" },
  response: {
    tokenAddress,
    trades: [
      {
        id: "1207-4",
        type: "buy",
        trader: EXAMPLE.grace,
        amountETH: "0.05",
        amountToken: "3568203871.5",
        feeETH: "0.0005",
        priceETH: "0.000000000013852",
        marketCapETH: "1.3852",
        timestamp: now - 20,
        transactionHash: EXAMPLE.transactionHash,
      },
    ],
    nextCursor: "1207-4",
    meta,
  },
} satisfies OperationExamples;

export const SWAP_EXAMPLES = {
  params: { chain, tokenAddress },
  query: { limit: "50" },
  response: {
    tokenAddress,
    swaps: [
      {
        maker: EXAMPLE.grace,
        type: "buy",
        timestamp: now - 20,
        txHash: EXAMPLE.transactionHash,
        amounts: {
          uniswap: { amount0: "-50000000000000000", amount1: "3568203871500000000000000000" },
          isp: { amount0: "0", amount1: "0" },
        },
      },
    ],
    meta,
  },
} satisfies OperationExamples;

export const FEES_EXAMPLES = {
  params: { chain, tokenAddress },
  response: {
    tokenAddress,
    owner: EXAMPLE.manager,
    manager: EXAMPLE.manager,
    earners: [
      {
        address: EXAMPLE.ada,
        role: "creator",
        percentage: 64,
        identity: { type: "twitter", name: "ada", verified: false },
      },
      { address: EXAMPLE.grace, role: "protocol", percentage: 16, identity: null },
      { address: null, role: "buyback", percentage: 20, identity: null },
    ],
    totalFees: "0.125",
    referralFees: "0",
    earned: "0.1",
    claimed: "0.04",
    claimable: "0.06",
    meta,
  },
} satisfies OperationExamples;

export const TOKEN_VIDEO_EXAMPLES = {
  params: { chain, tokenAddress },
  response: {
    tokenAddress,
    video: {
      uid: EXAMPLE_VIDEO,
      streamUrl: `https://launch.example.com/videos/${EXAMPLE_VIDEO}/stream.m3u8`,
      thumbnailUrl: `https://launch.example.com/videos/${EXAMPLE_VIDEO}/thumbnail.jpg`,
      duration: 12.5,
      width: 1280,
      height: 720,
    },
    meta,
  },
} satisfies OperationExamples;

export const SEARCH_EXAMPLES = {
  params: { chain },
  query: { q: "light", limit: "20" },
  response: { data: [item], meta },
} satisfies OperationExamples;

export const TOKEN_LIST_EXAMPLES = {
  params: { chain },
  response: {
    name: "Launchpad Base Sepolia",
    timestamp: "2026-01-15T12:00:00.000Z",
    version: { major: 1, minor: 1, patch: 0 },
    keywords: ["launchpad"],
    tokens: [
      {
        chainId: 84_532,
        address: tokenAddress,
        name,
        symbol,
        decimals: 18,
        logoURI: `https://launchpad.example/ipfs/${EXAMPLE.imageIpfs}`,
      },
    ],
  },
} satisfies OperationExamples;

export const ACCOUNT_EXAMPLES = {
  params: { chain, address: EXAMPLE.ada },
  response: {
    address: EXAMPLE.ada,
    identity: { type: "twitter", name: "ada", verified: false },
    earned: "0.08",
    claimed: "0.032",
    claimable: "0.048",
    totalTokens: "1",
    tokens: [item],
    streams: [],
    managers: [
      {
        managerAddress: EXAMPLE.manager,
        type: "revenue",
        roles: ["creator"],
        earned: "0.08",
        claimed: "0.032",
        claimable: "0.048",
        tokens: [tokenAddress],
      },
    ],
    isComplete: true,
    meta,
  },
} satisfies OperationExamples;

export const MANAGER_EARNERS_EXAMPLES = {
  params: { chain, managerAddress: EXAMPLE.manager },
  response: {
    managerAddress: EXAMPLE.manager,
    earners: [
      {
        address: EXAMPLE.ada,
        roles: ["creator"],
        identity: { type: "twitter", name: "ada", verified: false },
        earned: "0.08",
        claimed: "0.032",
        claimable: "0.048",
      },
      {
        address: EXAMPLE.grace,
        roles: [],
        identity: null,
        earned: "0.02",
        claimed: "0.008",
        claimable: "0.012",
      },
    ],
    isComplete: true,
    meta,
  },
} satisfies OperationExamples;
