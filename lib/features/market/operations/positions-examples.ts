import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";

import { TOKEN_CODE_HASH } from "@/lib/shared/abi/token-code";

const { chain, token: tokenAddress, name, symbol, description, createdAt } = EXAMPLE;
const now = createdAt + 3_600;
const meta = { network: "testnet", timestamp: now };
const image = `https://launchpad.example/ipfs/${EXAMPLE.imageIpfs}`;

/** Bought 2,000,000,000 tokens for 0.03 ETH and sold half of them for 0.018 ETH. */
const figures = {
  valueETH: "0.0138",
  valueUSD: "41.4",
  costETH: "0.015",
  costUSD: "45",
  unrealizedETH: "-0.0012",
  unrealizedUSD: "-3.6",
  realizedETH: "0.003",
  realizedUSD: "9",
};
const position = {
  tokenAddress,
  symbol,
  name,
  image,
  priceETH: "0.0000000000138",
  balance: "1000000000",
  averageEntryETH: "0.000000000015",
  ...figures,
  paidETH: "0.03",
  proceedsETH: "0.018",
  boughtToken: "2000000000",
  soldToken: "1000000000",
  receivedToken: "0",
  sentToken: "0",
  burnedToken: "0",
  transactions: 2,
};

export const POSITION_EXAMPLES = {
  params: { chain, tokenAddress, address: EXAMPLE.grace },
  response: { address: EXAMPLE.grace, position, meta },
} satisfies OperationExamples;

export const MARKS_EXAMPLES = {
  params: { chain, tokenAddress },
  response: {
    tokenAddress,
    creator: EXAMPLE.ada,
    bidWall: { priceETH: "0.0000000000135", marketCapETH: "1.35" },
    marks: [
      {
        id: `${EXAMPLE.block}-14`,
        type: "creatorBuy",
        amountETH: "0.03",
        amountToken: "2000000000",
        timestamp: now - 120,
        transactionHash: EXAMPLE.transactionHash,
      },
      {
        id: `${EXAMPLE.block + 30}-6`,
        type: "wallMove",
        amountETH: "0.0012",
        amountToken: "0",
        timestamp: now - 60,
        transactionHash: EXAMPLE.transactionHash,
      },
    ],
    meta,
  },
} satisfies OperationExamples;

export const TRADERS_EXAMPLES = {
  params: { chain, tokenAddress },
  query: { limit: "1" },
  response: {
    tokenAddress,
    traders: [
      {
        address: EXAMPLE.grace,
        isCreator: false,
        balance: "1000000000",
        averageEntryETH: "0.000000000015",
        ...figures,
        paidETH: "0.03",
        proceedsETH: "0.018",
        boughtToken: "2000000000",
        soldToken: "1000000000",
        transactions: 2,
      },
    ],
    nextCursor: `3000000000000000_30000000000000000_${EXAMPLE.grace}`,
    meta,
  },
} satisfies OperationExamples;

const LENS = "0x93b4869067547fE82bb46D284db0c3F88A5e75DB";
const cast = (call: string) => `cast ${call} --rpc-url $RPC_URL`;

const balanceOf = (holder: string) =>
  cast(`call ${tokenAddress} "balanceOf(address)(uint256)" ${holder}`);
const LOCKED = cast(
  `call ${LENS} "lockedLiquidity(address)((bytes32,address,int24,int24,bytes32,uint128,uint128,uint256,uint256))" ${tokenAddress}`,
);

export const SAFETY_EXAMPLES = {
  params: { chain, tokenAddress },
  response: {
    tokenAddress,
    supply: {
      initial: "100000000000",
      current: "100000000000",
      burned: "0",
      proof: cast(`call ${tokenAddress} "totalSupply()(uint256)"`),
    },
    code: { hash: TOKEN_CODE_HASH, proof: cast(`codehash ${tokenAddress}`) },
    liquidity: { isLocked: true, proof: LOCKED },
    fee: { proof: cast(`call ${EXAMPLE.launchHook} "feeBps()(uint16)"`) },
    creator: {
      address: EXAMPLE.ada,
      balance: "0",
      percentage: 0,
      bought: "0",
      sold: "0",
      received: "0",
      sent: "0",
      burned: "0",
      proof: balanceOf(EXAMPLE.ada),
    },
    pool: { balance: "99000000000", percentage: 99, proof: LOCKED },
    bidWall: { balance: "0", percentage: 0, proof: null },
    otherPools: { balance: "0", percentage: 0, proof: null },
    topHolders: {
      percentage: 1,
      holders: [
        {
          address: EXAMPLE.grace,
          isCreator: false,
          balance: "1000000000",
          percentage: 1,
          proof: balanceOf(EXAMPLE.grace),
        },
      ],
    },
    firstBlock: {
      block: EXAMPLE.block,
      bought: "2000000000",
      balance: "1000000000",
      percentage: 1,
      totalBuyers: 1,
      buyers: [
        {
          address: EXAMPLE.grace,
          isCreator: false,
          bought: "2000000000",
          balance: "1000000000",
          proof: balanceOf(EXAMPLE.grace),
        },
      ],
      proof: cast(
        `logs --from-block ${EXAMPLE.block} --to-block ${EXAMPLE.block} --address ${tokenAddress} "Transfer(address,address,uint256)"`,
      ),
    },
    bundles: [],
    links: [],
    meta,
  },
} satisfies OperationExamples;

export const POSITIONS_EXAMPLES = {
  params: { chain, address: EXAMPLE.grace },
  query: { open: "true" },
  response: {
    address: EXAMPLE.grace,
    totals: { positions: 1, isComplete: true, ...figures },
    positions: [position],
    nextCursor: null,
    meta,
  },
} satisfies OperationExamples;

export const HISTORY_EXAMPLES = {
  params: { chain, address: EXAMPLE.grace },
  query: { limit: "1" },
  response: {
    address: EXAMPLE.grace,
    history: [
      {
        id: `${EXAMPLE.block}-14`,
        tokenAddress,
        symbol,
        name,
        type: "sell",
        amountToken: "1000000000",
        amountETH: "0.018",
        realizedETH: "0.003",
        timestamp: now - 60,
        transactionHash: EXAMPLE.transactionHash,
      },
    ],
    nextCursor: `${EXAMPLE.block}-14`,
    meta,
  },
} satisfies OperationExamples;

export const LAUNCHES_EXAMPLES = {
  params: { chain, address: EXAMPLE.ada },
  response: {
    address: EXAMPLE.ada,
    launches: [
      {
        tokenAddress,
        symbol,
        name,
        marketCapETH: "1.3852",
        createdAt,
        image,
        description,
        volume24h: "0.05",
        priceChange24h: "3.885512",
        socials: {
          website: "https://example.com",
          twitter: "https://x.com/example",
          telegram: "",
          discord: "",
          farcaster: "",
        },
        sentByCreator: true,
        startingMarketCapETH: "1.3333",
        allTimeHighETH: "1.3902",
        holders: 3,
        earnedETH: "0.08",
        creatorBoughtToken: "500000000",
        creatorSoldToken: "0",
        creatorBalance: "500000000",
      },
    ],
    nextCursor: null,
    meta,
  },
} satisfies OperationExamples;
