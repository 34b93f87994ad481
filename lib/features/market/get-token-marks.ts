import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import { formatWei } from "@/lib/shared/text/decimal";
import type { getTokenMarks as operation } from "./operations/positions";
import { renderChange } from "./render/position";
import { renderMeta } from "./render/token";
import { tradeId } from "./render/trade";
import { formatPrice, marketCapWei } from "./rules/market-cap";
import { ethInPosition, sqrtPriceAtTick } from "./rules/pool-math";
import type { TokenMarks } from "./schema/marks";
import type { TokenMarksRow } from "./store/positions/read-marks";
import { tokenNotFound } from "./token-not-found";

/**
 * Extension: actions of the creator and the bid wall in a token's pool, for charts.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getTokenMarks({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenMarks> {
  const { tokenAddress } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const row = await ctx.market.readMarks({ chainId: chain.chainId, address: tokenAddress });
  if (row === null) throw tokenNotFound(chain, tokenAddress);
  const traded = row.trades.map((trade) => ({ ...trade, mark: renderTrade(trade) }));
  const moved = row.moves.map((move) => ({ ...move, mark: renderMove(move) }));
  const marks = [...traded, ...moved]
    .sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
    .map(({ mark }) => mark);
  return {
    tokenAddress,
    creator: row.creator,
    bidWall: renderWall(row),
    marks,
    meta: renderMeta(ctx, chain),
  };
}

type Mark = TokenMarks["marks"][number];

function renderTrade(row: TokenMarksRow["trades"][number]): Mark {
  const { id, amountETH, amountToken, timestamp, transactionHash } = renderChange(row);
  // A transaction may trade and leave as many tokens as before.
  const isBuy = row.boughtWei > 0n || (row.soldWei === 0n && row.paidWei > row.proceedsWei);
  return {
    id,
    type: isBuy ? "creatorBuy" : "creatorSell",
    amountETH,
    amountToken,
    timestamp,
    transactionHash,
  };
}

function renderMove(row: TokenMarksRow["moves"][number]): Mark {
  return {
    id: tradeId(row),
    type: "wallMove",
    amountETH: formatWei(row.ethPlacedWei),
    amountToken: formatWei(row.tokensBurnedWei),
    timestamp: row.time,
    transactionHash: row.txHash,
  };
}

/** The upper end of the wall's position: a higher tick is a cheaper token. */
function renderWall({ wall, sqrtPriceX96, supplyWei }: TokenMarksRow): TokenMarks["bidWall"] {
  if (wall.liquidity === 0n || ethInPosition({ ...wall, sqrtPriceX96 }) === 0n) return null;
  const top = sqrtPriceAtTick(wall.lower);
  return { priceETH: formatPrice(top), marketCapETH: formatWei(marketCapWei(top, supplyWei)) };
}
