import { LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import type { DocSample } from "./doc-sample";

const QUOTER = `const quoter = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct Params { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }",
  "function quoteExactInputSingle(Params params) returns (uint256 amountOut, uint256 gasEstimate)",
]);`;

const SDK = `const { Trade: RouterTrade } = require("@uniswap/router-sdk");
const { CurrencyAmount, Ether, Percent, Token, TradeType } = require("@uniswap/sdk-core");
const { SwapRouter } = require("@uniswap/universal-router-sdk");
const { Pool, Route, Trade } = require("@uniswap/v4-sdk");`;

/** The pool key of a token: each deployment of the contracts has its own hook. */
const POOL_KEY = (token: "token" | "listed") =>
  `const { poolKey } = await launchpad.getTokenDetails("CHAIN", ${token}.tokenAddress);
if (poolKey === null) throw new Error("The launchpad does not know the pool of this token");`;

/** Configuration, the token with the highest market cap, and the wallet. */
const SETUP = `const launchpad = createClient({ baseUrl: "ORIGIN" });
const { chains } = await launchpad.getConfig();
const chain = chains.find(({ slug }) => slug === "CHAIN");
const [listed] = (await launchpad.listTokens("CHAIN", { limit: 1 })).data;
if (chain === undefined || listed === undefined) throw new Error("Launch a token first");
const { chainId, contracts, universalRouterVersion } = chain;
${POOL_KEY("listed")}

const account = privateKeyToAccount(readFileSync("wallet.key", "utf8").trim());
const transport = http("ORIGIN/rpc/CHAIN");
const reader = createPublicClient({ transport });
const wallet = createWalletClient({ account, transport });`;

const SEND = `// The estimate is exact for the latest block. Trades that are mined first can make this one move
// the bid wall.
const transaction = { to: contracts.universalRouter, data: calldata, value: BigInt(value) };
const gas = ((await reader.estimateGas({ account, ...transaction })) * 12n) / 10n + ${LATER_WORK_GAS}n;
const hash = await wallet.sendTransaction({ ...transaction, gas, chain: null });
const { status } = await reader.waitForTransactionReceipt({ hash });`;

const PACKAGES = [
  "@uniswap/permit2-sdk@1.4.0",
  "@uniswap/router-sdk@2.11.5",
  "@uniswap/sdk-core@7.19.4",
  "@uniswap/universal-router-sdk@5.13.0",
  "@uniswap/v4-sdk@2.4.0",
  "viem@2.57.1",
] as const;

/** Trading samples. `wallet.key` contains a private key. */
export const TRADE_SAMPLES = {
  tradeQuote: {
    title: "quote.mjs",
    language: "typescript",
    packages: ["viem@2.57.1"],
    code: `import { createClient } from "@slipway-launchpad/slipway/client";
import { createPublicClient, formatEther, http, parseAbi, parseEther } from "viem";

const launchpad = createClient({ baseUrl: "ORIGIN" });
const { chains } = await launchpad.getConfig();
const chain = chains.find(({ slug }) => slug === "CHAIN");
const [token] = (await launchpad.listTokens("CHAIN", { limit: 1 })).data;
if (chain === undefined || token === undefined) throw new Error("Launch a token first");
${POOL_KEY("token")}

const reader = createPublicClient({ transport: http("ORIGIN/rpc/CHAIN") });
${QUOTER}
const { result } = await reader.simulateContract({
  address: chain.contracts.v4Quoter,
  abi: quoter,
  functionName: "quoteExactInputSingle",
  args: [
    {
      poolKey,
      zeroForOne: true, // a buy: ether is currency0
      exactAmount: parseEther("0.01"),
      hookData: "0x",
    },
  ],
});
console.log("0.01 ETH buys", formatEther(result[0]), token.symbol);`,
  },
  tradeBuy: {
    title: "buy.mjs",
    language: "javascript",
    packages: PACKAGES,
    code: `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createClient } from "@slipway-launchpad/slipway/client";
import { createPublicClient, createWalletClient, http, parseAbi, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";

// Node cannot import the SDK's modules, but it can require them.
const require = createRequire(import.meta.url);
${SDK}

${SETUP}

// The amount out, after the 1% fee. Only the quoter includes the fee of the pool's hook.
const amountIn = parseEther("0.01");
${QUOTER}
const { result } = await reader.simulateContract({
  address: contracts.v4Quoter,
  abi: quoter,
  functionName: "quoteExactInputSingle",
  args: [{ poolKey, zeroForOne: true, exactAmount: amountIn, hookData: "0x" }],
});

// The SDK takes the quote as it is. Price, liquidity and tick of the pool are not read.
const ether = Ether.onChain(chainId);
const token = new Token(chainId, listed.tokenAddress, 18, listed.symbol);
const { fee, tickSpacing, hooks } = poolKey;
const pool = new Pool(ether, token, fee, tickSpacing, hooks, String(2n ** 96n), 0, 0);
const { swaps, tradeType } = Trade.createUncheckedTrade({
  route: new Route([pool], ether, token),
  inputAmount: CurrencyAmount.fromRawAmount(ether, String(amountIn)),
  outputAmount: CurrencyAmount.fromRawAmount(token, String(result[0])),
  tradeType: TradeType.EXACT_INPUT,
});
const v4Routes = swaps.map(({ route, ...amounts }) => ({ routev4: route, ...amounts }));
const { calldata, value } = SwapRouter.swapCallParameters(new RouterTrade({ v4Routes, tradeType }), {
  slippageTolerance: new Percent(1, 100),
  recipient: account.address,
  urVersion: universalRouterVersion,
});

${SEND}
console.log("bought", listed.symbol, status, hash);`,
  },
  tradeSell: {
    title: "sell.mjs",
    language: "javascript",
    packages: PACKAGES,
    code: `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createClient } from "@slipway-launchpad/slipway/client";
import { createPublicClient, createWalletClient, http, maxUint256, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";

// Node cannot import the SDK's modules, but it can require them.
const require = createRequire(import.meta.url);
const { AllowanceTransfer } = require("@uniswap/permit2-sdk");
${SDK}

${SETUP}

// Sells half of the balance through Permit2: one approval, then one signed permit per trade.
const erc20 = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
]);
const permit2 = parseAbi([
  "function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48 nonce)",
]);
const at = { address: listed.tokenAddress, abi: erc20 };
const balance = await reader.readContract({ ...at, functionName: "balanceOf", args: [account.address] });
const amountIn = balance / 2n;
const approval = await wallet.writeContract({
  ...at,
  functionName: "approve",
  args: [contracts.permit2, maxUint256],
  chain: null,
});
await reader.waitForTransactionReceipt({ hash: approval });
const [, , nonce] = await reader.readContract({
  address: contracts.permit2,
  abi: permit2,
  functionName: "allowance",
  args: [account.address, listed.tokenAddress, contracts.universalRouter],
});
const inOneHour = Math.floor(Date.now() / 1000) + 3600;
const permit = {
  details: {
    token: listed.tokenAddress,
    amount: String(amountIn),
    expiration: String(inOneHour),
    nonce: String(nonce),
  },
  spender: contracts.universalRouter,
  sigDeadline: String(inOneHour),
};
const { domain, types, values } = AllowanceTransfer.getPermitData(permit, contracts.permit2, chainId);
const signature = await account.signTypedData({
  domain,
  types,
  primaryType: "PermitSingle",
  message: values,
});

${QUOTER}
const { result } = await reader.simulateContract({
  address: contracts.v4Quoter,
  abi: quoter,
  functionName: "quoteExactInputSingle",
  args: [{ poolKey, zeroForOne: false, exactAmount: amountIn, hookData: "0x" }],
});

const ether = Ether.onChain(chainId);
const token = new Token(chainId, listed.tokenAddress, 18, listed.symbol);
const { fee, tickSpacing, hooks } = poolKey;
const pool = new Pool(ether, token, fee, tickSpacing, hooks, String(2n ** 96n), 0, 0);
const { swaps, tradeType } = Trade.createUncheckedTrade({
  route: new Route([pool], token, ether),
  inputAmount: CurrencyAmount.fromRawAmount(token, String(amountIn)),
  outputAmount: CurrencyAmount.fromRawAmount(ether, String(result[0])),
  tradeType: TradeType.EXACT_INPUT,
});
const v4Routes = swaps.map(({ route, ...amounts }) => ({ routev4: route, ...amounts }));
const { calldata, value } = SwapRouter.swapCallParameters(new RouterTrade({ v4Routes, tradeType }), {
  slippageTolerance: new Percent(1, 100),
  recipient: account.address,
  urVersion: universalRouterVersion,
  inputTokenPermit: { ...permit, signature },
});

${SEND}
console.log("sold", listed.symbol, status, hash);`,
  },
} as const satisfies Record<string, DocSample>;
