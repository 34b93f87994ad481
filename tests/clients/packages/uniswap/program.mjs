import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createClient } from "@slipway-launchpad/slipway/client";
import {
  createPublicClient,
  createWalletClient,
  http,
  maxUint256,
  parseAbi,
  parseEther,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { fixture, LAUNCH, runActions } from "./calls.ts";

const require = createRequire(import.meta.url);
const { ethers } = require("ethers");
const { AllowanceTransfer } = require("@uniswap/permit2-sdk");
const { Trade: RouterTrade } = require("@uniswap/router-sdk");
const { CurrencyAmount, Ether, Percent, Token, TradeType } = require("@uniswap/sdk-core");
const { SwapRouter } = require("@uniswap/universal-router-sdk");
const { Pool, Route, Trade } = require("@uniswap/v4-sdk");

const abi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct Params { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }",
  "function quoteExactInputSingle(Params params) returns (uint256 amount, uint256 gasEstimate)",
  "function quoteExactOutputSingle(Params params) returns (uint256 amount, uint256 gasEstimate)",
  "function balanceOf(address owner) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
  "function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)",
]);
const slipway = createClient({ baseUrl: fixture.baseUrl });
const { chains } = await slipway.getConfig();

function must(isMet, expectation, found) {
  if (!isMet) throw new Error(`${expectation}; found ${found}`);
}

/** A trader with ether on a chain, and the setup to trade one token there. */
async function traderOn(slug, tokenAddress) {
  const chain = chains.find((one) => one.slug === slug);
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  // The docs samples trade with it afterwards.
  if (slug === "base-sepolia") writeFileSync("wallet.key", key);
  await slipway.sandboxFaucet({ chain: slug, address: account.address });
  const url = `${fixture.baseUrl}/rpc/${slug}`;
  const transport = http(url);
  const reader = createPublicClient({ transport });
  const wallet = createWalletClient({ account, transport });
  const signer = new ethers.Wallet(key, new ethers.providers.JsonRpcProvider(url, chain.chainId));
  const { chainId, contracts } = chain;
  const poolKey = { ...chain.poolKey, currency1: tokenAddress };
  const ether = Ether.onChain(chainId);
  const token = new Token(chainId, tokenAddress, 18, "T");
  const { fee, tickSpacing, hooks } = poolKey;
  const pool = new Pool(ether, token, fee, tickSpacing, hooks, String(2n ** 96n), 0, 0);

  const balance = () =>
    reader.readContract({
      address: tokenAddress,
      abi,
      functionName: "balanceOf",
      args: [account.address],
    });

  async function quote(functionName, zeroForOne, exactAmount) {
    const { result } = await reader.simulateContract({
      address: contracts.v4Quoter,
      abi,
      functionName,
      args: [{ poolKey, zeroForOne, exactAmount, hookData: "0x" }],
    });
    return result[0];
  }

  function encode({ isBuy, amountIn, amountOut, tradeType, options = {} }) {
    const [spent, got] = isBuy ? [ether, token] : [token, ether];
    const { swaps } = Trade.createUncheckedTrade({
      route: new Route([pool], spent, got),
      inputAmount: CurrencyAmount.fromRawAmount(spent, String(amountIn)),
      outputAmount: CurrencyAmount.fromRawAmount(got, String(amountOut)),
      tradeType,
    });
    const v4Routes = swaps.map(({ route, ...amounts }) => ({ routev4: route, ...amounts }));
    return SwapRouter.swapCallParameters(new RouterTrade({ v4Routes, tradeType }), {
      slippageTolerance: new Percent(1, 100),
      recipient: account.address,
      // The SDK defaults to 2.0: the version is passed only for chains that run another.
      ...(chain.universalRouterVersion === "2.0"
        ? {}
        : { urVersion: chain.universalRouterVersion }),
      ...options,
    });
  }

  /** Gas, nonce and fees as the library sets them. */
  async function send({ calldata, value }, library) {
    const to = contracts.universalRouter;
    if (library === "ethers") {
      const sent = await signer.sendTransaction({ to, data: calldata, value });
      const { status } = await sent.wait();
      return must(status === 1, "a mined trade", sent.hash);
    }
    const hash = await wallet.sendTransaction({
      to,
      data: calldata,
      value: BigInt(value),
      chain: null,
    });
    const { status } = await reader.waitForTransactionReceipt({ hash });
    must(status === "success", "a mined trade", hash);
  }

  return {
    async buy(library) {
      const amountIn = parseEther("0.01");
      const amountOut = await quote("quoteExactInputSingle", true, amountIn);
      const before = await balance();
      const tradeType = TradeType.EXACT_INPUT;
      await send(encode({ isBuy: true, amountIn, amountOut, tradeType }), library);
      const got = (await balance()) - before;
      must(got >= (amountOut * 99n) / 100n, `${amountOut} tokens, less 1% at most`, got);
    },
    async buyExactly(library) {
      const amountOut = (await balance()) / 10n;
      const amountIn = await quote("quoteExactOutputSingle", true, amountOut);
      const before = await balance();
      const tradeType = TradeType.EXACT_OUTPUT;
      await send(encode({ isBuy: true, amountIn, amountOut, tradeType }), library);
      const got = (await balance()) - before;
      must(got === amountOut, `exactly ${amountOut} tokens`, got);
    },
    async sell(library) {
      const amountIn = (await balance()) / 3n;
      const approval = await wallet.writeContract({
        address: tokenAddress,
        abi,
        functionName: "approve",
        args: [contracts.permit2, maxUint256],
        chain: null,
      });
      await reader.waitForTransactionReceipt({ hash: approval });
      const [, , nonce] = await reader.readContract({
        address: contracts.permit2,
        abi,
        functionName: "allowance",
        args: [account.address, tokenAddress, contracts.universalRouter],
      });
      const until = String(Math.floor(Date.now() / 1000) + 3600);
      const details = {
        token: tokenAddress,
        amount: String(amountIn),
        expiration: until,
        nonce: String(nonce),
      };
      const permit = { details, spender: contracts.universalRouter, sigDeadline: until };
      const data = AllowanceTransfer.getPermitData(permit, contracts.permit2, chainId);
      const signature = await signer._signTypedData(data.domain, data.types, data.values);
      const amountOut = await quote("quoteExactInputSingle", false, amountIn);
      const before = await balance();
      const options = { inputTokenPermit: { ...permit, signature } };
      const tradeType = TradeType.EXACT_INPUT;
      await send(encode({ isBuy: false, amountIn, amountOut, tradeType, options }), library);
      const paid = before - (await balance());
      must(paid === amountIn, `${amountIn} tokens sold`, paid);
    },
  };
}

async function launchOn(slug) {
  const { jobId } = await slipway.launchMemecoin(slug, { ...LAUNCH, dryRun: false });
  return (await slipway.waitForLaunch(jobId)).collectionToken.address;
}

const seen = new Set();
// The first chain of each version; for 2.0 the chain that the docs samples trade on.
const ordered = chains.toSorted(
  (a, b) => Number(b.slug === "base-sepolia") - Number(a.slug === "base-sepolia"),
);
for (const { slug, universalRouterVersion: version } of ordered) {
  if (seen.has(version)) continue;
  seen.add(version);
  let trader;
  const actions = {
    [`${version}: launches and is funded`]: async () => {
      trader = await traderOn(slug, await launchOn(slug));
    },
  };
  for (const library of ["viem", "ethers"]) {
    actions[`${version}, ${library}: buys`] = () => trader.buy(library);
    actions[`${version}, ${library}: buys an exact amount`] = () => trader.buyExactly(library);
    actions[`${version}, ${library}: sells with Permit2`] = () => trader.sell(library);
  }
  await runActions(actions);
}
