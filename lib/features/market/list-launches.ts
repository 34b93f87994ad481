import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import { formatWei } from "@/lib/shared/text/decimal";
import type { listLaunches as operation } from "./operations/positions";
import { renderMeta, renderSocials, renderWithStats } from "./render/token";
import { toPosition, tradeId } from "./render/trade";
import type { AddressLaunches } from "./schema/positions";

/**
 * Extension: the tokens that an address created, newest first.
 * @throws AppError invalid_parameters
 */
export async function listLaunches({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "launchOrigins" | "market">;
  input: InputOf<typeof operation>;
}): Promise<AddressLaunches> {
  const { address } = input.params;
  const { limit, cursor } = input.query;
  const chain = requireDataChain(ctx, input.params.chain);
  // One extra row shows whether there is a next page.
  const rows = await ctx.market.listLaunches({
    chainId: chain.chainId,
    creator: address,
    before: cursor === undefined ? null : toPosition(cursor),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const sent = await ctx.launchOrigins.listSentBy(address, {
    chainId: chain.chainId,
    tokens: shown.map((row) => row.address),
  });
  const last = rows.length > limit ? shown.at(-1)?.launched : undefined;
  return {
    address,
    launches: shown.map((row) => ({
      ...renderWithStats(ctx, row),
      socials: renderSocials(row),
      sentByCreator: sent.has(row.address),
      startingMarketCapETH: formatWei(row.startingMarketCapWei),
      allTimeHighETH: formatWei(row.allTimeHighWei),
      holders: row.holders,
      earnedETH: formatWei(row.earnedWei),
      creatorBoughtToken: formatWei(row.creator.boughtWei),
      creatorSoldToken: formatWei(row.creator.soldWei),
      creatorBalance: formatWei(row.creator.amountWei),
    })),
    nextCursor: last === undefined ? null : tradeId(last),
    meta: renderMeta(ctx, chain),
  };
}
