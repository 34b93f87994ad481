import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { listSwaps as operation } from "./operations/market";
import { renderMeta } from "./render/token";
import { tradeVolumeWei } from "./rules/trade";
import type { TokenSwaps } from "./schema/market";
import { tokenNotFound } from "./token-not-found";

const NO_AMOUNTS = { amount0: "0", amount1: "0" };

/**
 * The newest trades of a token in wei, in the format that clients of other launchpads expect.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function listSwaps({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenSwaps> {
  const { tokenAddress } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const trades = await ctx.market.listTrades({
    chainId: chain.chainId,
    address: tokenAddress,
    before: null,
    limit: input.query.limit,
  });
  if (trades === null) throw tokenNotFound(chain, tokenAddress);
  return {
    tokenAddress,
    swaps: trades.map((trade) => {
      const isBuy = trade.ethToPoolWei > 0n;
      const ethWei = tradeVolumeWei(trade);
      return {
        maker: trade.trader,
        type: isBuy ? "buy" : "sell",
        timestamp: trade.time,
        txHash: trade.txHash,
        amounts: {
          uniswap: {
            amount0: String(isBuy ? -ethWei : ethWei),
            amount1: String(-trade.tokenToPoolWei),
          },
          isp: NO_AMOUNTS,
        },
      };
    }),
    meta: renderMeta(ctx, chain),
  };
}
