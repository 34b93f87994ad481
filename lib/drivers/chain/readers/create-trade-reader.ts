import {
  type Address,
  erc20Abi,
  type Hash,
  isAddressEqual,
  type PublicClient,
  parseEventLogs,
} from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { tradeFigures } from "@/lib/features/trade/rules/figures";
import { poolIdOf, poolKeyOf } from "@/lib/features/trade/rules/pool-key";
import {
  hookFeeAbi,
  permit2Abi,
  quoterAbi,
  stateViewAbi,
  tokenSwapAbi,
} from "@/lib/features/trade/rules/trade-abis";
import type { Deployment } from "@/lib/schemas/deployment";
import { decodeRevert } from "../decode-revert";
import { findTokenGeneration } from "../find-generation";

/** Reads what a trade of a launched token needs: its pool, a quote, and a seller's approvals. */
export function createTradeReader(client: PublicClient, { contracts, generations }: Deployment) {
  const { permit2, universalRouter, v4Quoter, stateView } = contracts;
  const generationOf = (hook: Address) => {
    const found = generations.find((one) => one.contracts.launchHook === hook);
    if (found === undefined) throw new TypeError(`${hook} is not a hook of this launchpad`);
    return found;
  };
  return {
    /** The hook of a token's pool; null when it is not a token of this launchpad. */
    async findHook(token: Address): Promise<Address | null> {
      const generation = await findTokenGeneration(client, generations, token);
      return generation?.contracts.launchHook ?? null;
    },
    /** The output of a trade now, from Uniswap's quoter. Throws CallRevertedError. */
    async quoteTrade(
      {
        side,
        token,
        amountIn,
        referrer,
      }: { side: TradeSide; token: Address; amountIn: bigint; referrer?: Address | undefined },
      launchHook: Address,
    ) {
      const poolKey = poolKeyOf(token, launchHook);
      const onHook = { address: launchHook, abi: hookFeeAbi } as const;
      const { launchProtection } = generationOf(launchHook);
      const order = { poolKey, zeroForOne: side === "buy", exactAmount: amountIn } as const;
      const quoting = client.simulateContract({
        address: v4Quoter,
        abi: quoterAbi,
        functionName: "quoteExactInputSingle",
        args: [{ ...order, hookData: referrer ?? "0x" }],
      });
      const [quoted, [sqrtPriceX96], feeBps] = await Promise.all([
        quoting.catch((error: unknown) => {
          throw decodeRevert(error) ?? error;
        }),
        client.readContract({
          address: stateView,
          abi: stateViewAbi,
          functionName: "getSlot0",
          args: [poolIdOf(poolKey)],
        }),
        side === "buy" && launchProtection !== undefined
          ? client
              .readContract({ ...onHook, functionName: "buyFeeBps", args: [token] })
              .then(Number)
          : client.readContract({ ...onHook, functionName: "feeBps" }),
      ]);
      const [amountOut] = quoted.result;
      const figures = { side, amountIn, amountOut, sqrtPriceX96, feeBps: BigInt(feeBps) };
      return { amountOut, feeBps, ...tradeFigures(figures) };
    },
    /** A seller's tokens, Permit2's allowance of them, and the router's allowance on Permit2. */
    async sellerOf(account: Address, token: Address) {
      const onToken = { address: token, abi: erc20Abi } as const;
      const [balance, allowance, [amount, expiration, nonce]] = await Promise.all([
        client.readContract({ ...onToken, functionName: "balanceOf", args: [account] }),
        client.readContract({ ...onToken, functionName: "allowance", args: [account, permit2] }),
        client.readContract({
          address: permit2,
          abi: permit2Abi,
          functionName: "allowance",
          args: [account, token, universalRouter],
        }),
      ]);
      const router = { amount, expirationSeconds: BigInt(expiration), nonce };
      return { balance, allowances: { permit2: allowance, router } };
    },
    /**
     * The output of a mined trade: tokens of a buy, ETH after the fee of a sale; null for no trade.
     */
    async findTradeOutput(hash: Hash, side: TradeSide): Promise<bigint | null> {
      const { logs } = await client.getTransactionReceipt({ hash });
      const hooks = generations.map((one) => one.contracts.launchHook);
      const own = logs.filter(({ address }) => hooks.some((hook) => isAddressEqual(hook, address)));
      const [swap] = parseEventLogs({ abi: tokenSwapAbi, logs: own });
      if (swap === undefined) return null;
      const { ethToPool, tokenToPool, feeEth } = swap.args;
      return side === "buy" ? -tokenToPool : -ethToPool - feeEth;
    },
  };
}
