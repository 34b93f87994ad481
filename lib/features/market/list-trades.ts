import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import type { listTrades as operation } from "./operations/market";
import { renderMeta } from "./render/token";
import { renderTrade, toPosition, tradeId } from "./render/trade";
import type { TokenTrades } from "./schema/market";
import { readAddresses } from "./schema/token-ranges";
import { tokenNotFound } from "./token-not-found";

/**
 * Extension: a token's trades, newest first; all, of some traders, or of a size.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function listTrades({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenTrades> {
  const { tokenAddress } = input.params;
  const { limit, cursor, trader, minETH } = input.query;
  const chain = requireDataChain(ctx, input.params.chain);
  // One extra row shows whether there is a next page.
  const rows = await ctx.market.listTrades({
    chainId: chain.chainId,
    address: tokenAddress,
    before: cursor === undefined ? null : toPosition(cursor),
    limit: limit + 1,
    traders: readAddresses(trader),
    size: minETH,
  });
  if (rows === null) throw tokenNotFound(chain, tokenAddress);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    tokenAddress,
    trades: shown.map(renderTrade),
    nextCursor: last === undefined ? null : tradeId(last),
    meta: renderMeta(ctx, chain),
  };
}
