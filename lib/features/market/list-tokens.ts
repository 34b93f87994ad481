import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import { formatWei } from "@/lib/shared/decimal";
import type { listTokens as operation } from "./operations/tokens";
import { renderUsd } from "./render-market";
import { renderMeta, renderStats, renderToken, unixSeconds } from "./render-token";
import { SPARKLINE_SECONDS, SPARKLINE_YOUNG_SECONDS, sparkline } from "./rules/sparkline";
import type { TokenList } from "./schema/tokens";

/**
 * Data API: a page of a chain's tokens; default order: highest market cap first.
 * @throws AppError invalid_parameters
 */
export async function listTokens({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenList> {
  const chain = requireDataChain(ctx, input.params.chain);
  const { limit, offset, manager, ownerAddress, sort, direction } = input.query;
  const now = unixSeconds(ctx);
  const rows = await ctx.market.listTokens({
    chainId: chain.chainId,
    order: sort ?? "marketCap",
    direction,
    manager,
    ownerAddress,
    limit,
    offset,
    series:
      input.query.sparkline === "true"
        ? { since: now - SPARKLINE_SECONDS, youngSince: now - SPARKLINE_YOUNG_SECONDS }
        : undefined,
  });
  return {
    data: rows.map((row) => ({
      ...renderToken(ctx, row),
      fairLaunchActive: false,
      ...(sort === undefined
        ? {}
        : {
            ...renderStats(row),
            marketCapUSD: renderUsd(row.marketCapWei, row.ethUsdE18 ?? null),
          }),
      ...(row.candles === undefined
        ? {}
        : { sparkline: sparkline({ ...row, candles: row.candles }, now).map(formatWei) }),
    })),
    pagination: { limit, offset },
    meta: renderMeta(ctx, chain),
  };
}
