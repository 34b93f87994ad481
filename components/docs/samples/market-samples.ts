import { EXAMPLE } from "@/lib/operations/example-values";
import type { DocSample } from "./doc-sample";
import { TOKEN } from "./sample-parts";

/** Samples about market data and routing. */
export const MARKET_SAMPLES = {
  adapterEvents: {
    title: "The events of the last blocks",
    language: "shell",
    code: `BLOCK=$(curl -s ORIGIN/adapters/dexscreener/CHAIN/latest-block \\
  | sed -n 's/.*"blockNumber":\\([0-9]*\\).*/\\1/p')
FROM=$((BLOCK > 99 ? BLOCK - 99 : 0))
curl -s "ORIGIN/adapters/dexscreener/CHAIN/events?fromBlock=$FROM&toBlock=$BLOCK"
curl -s "ORIGIN/adapters/coingecko/CHAIN/tickers?limit=10"`,
  },
  positions: {
    title: "Positions and history of an address",
    language: "shell",
    code: `ADDRESS=${EXAMPLE.ada}
curl -s "ORIGIN/v1/CHAIN/accounts/$ADDRESS/positions?open=true"
curl -s "ORIGIN/v1/CHAIN/accounts/$ADDRESS/history?limit=1000"`,
  },
  names: {
    title: "Names of addresses",
    language: "shell",
    code: `curl -s "ORIGIN/v1/names?addresses=${EXAMPLE.ada},${EXAMPLE.grace}"`,
  },
  oEmbed: {
    title: "The HTML that embeds a token",
    language: "shell",
    code: `${TOKEN}
curl -s -G ORIGIN/oembed --data-urlencode "url=ORIGIN/CHAIN/$TOKEN" -d maxwidth=600`,
  },
  quoteSwap: {
    title: "reference-quote.mjs",
    language: "javascript",
    packages: ["viem@2.57.1"],
    code: `import { createClient, quoteSwap } from "@slipway-launchpad/slipway/client";
import { createPublicClient, formatEther, http, parseAbi, parseEther } from "viem";

const launchpad = createClient({ baseUrl: "ORIGIN" });
const { chains } = await launchpad.getConfig();
const chain = chains.find(({ slug }) => slug === "CHAIN");
const [token] = (await launchpad.listTokens("CHAIN", { limit: 1 })).data;
if (chain === undefined || token === undefined) throw new Error("Launch a token first");
const details = await launchpad.getTokenDetails("CHAIN", token.tokenAddress);
const { poolKey, poolId, launchProtection } = details;
// The hook and the lens of the deployment that launched the token.
const deployment = chain.generations.find(({ launchHook }) => launchHook === poolKey?.hooks);
if (deployment === undefined) throw new Error("The launchpad does not know the pool of this token");
const { launchHook, launchLens } = deployment;

const reader = createPublicClient({ transport: http("ORIGIN/rpc/CHAIN") });
const abi = parseAbi([
  "struct State { uint256 earned; uint256 paid; uint256 pending; int24 startTick; int24 anchor; uint40 time; int24 wallLower; uint16 share; uint64 threshold; uint128 wallLiquidity; uint256 lifetime; }",
  "struct Locked { bytes32 poolId; address owner; int24 tickLower; int24 tickUpper; bytes32 salt; uint128 liquidity; uint128 launched; uint256 eth; uint256 tokens; }",
  "function getSlot0(bytes32) view returns (uint160 sqrtPriceX96, int24 tick, uint24, uint24)",
  "function feeBps() view returns (uint16)",
  "function buyFeeBps(address) view returns (uint256)",
  "function poolState(address) view returns (State)",
  "function lockedLiquidity(address) view returns (Locked)",
]);
const { stateView } = chain.contracts;
const args = [token.tokenAddress];
// Only tokens with launch protection have their own fee for purchases.
const buyFee =
  launchProtection === null ? { functionName: "feeBps" } : { functionName: "buyFeeBps", args };
const [[sqrtPriceX96, tick], buyFeeBps, feeBps, state, locked] = await Promise.all([
  reader.readContract({ address: stateView, abi, functionName: "getSlot0", args: [poolId] }),
  reader.readContract({ address: launchHook, abi, ...buyFee }),
  reader.readContract({ address: launchHook, abi, functionName: "feeBps" }),
  reader.readContract({ address: launchHook, abi, functionName: "poolState", args }),
  reader.readContract({ address: launchLens, abi, functionName: "lockedLiquidity", args }),
]);

const { startTick, wallLower, wallLiquidity } = state;
const wall = { tickLower: wallLower, tickUpper: wallLower + 60, liquidity: wallLiquidity };
const pool = {
  sqrtPriceX96,
  tick,
  startTick,
  positions: [locked, wall],
  feeBps: { buy: Number(buyFeeBps), sell: feeBps },
};
const order = { side: "buy", exact: "in", amount: parseEther("0.01") };
console.log("0.01 ETH buys", formatEther(quoteSwap(pool, order).amountOut), token.symbol);`,
  },
} as const satisfies Record<string, DocSample>;
