import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { hookOfPool, poolIdOf, poolKeyOf } from "@/lib/features/trade/rules/pool-key";
import type { InputOf } from "@/lib/operations/operation";
import type { ChainSlug } from "@/lib/shared/chains";
import type { getTokenDetails as operation } from "./operations/market";
import { renderDayVolume, renderFirstBuy, renderPrice, renderTrading } from "./render/market";
import {
  renderMeta,
  renderModeration,
  renderProtection,
  renderSocials,
  renderStart,
  renderToken,
  unixSeconds,
} from "./render/token";
import type { TokenDetails } from "./schema/price";
import { tokenNotFound } from "./token-not-found";

/**
 * Data API: the full details of a token.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getTokenDetails({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market"> & {
    chains: Partial<Record<ChainSlug, Pick<ChainIdentity, "deployment">>>;
  };
  input: InputOf<typeof operation>;
}): Promise<TokenDetails> {
  const { tokenAddress } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const token = await ctx.market.findTokenMarket({
    chainId: chain.chainId,
    address: tokenAddress,
    now: unixSeconds(ctx),
  });
  if (token === null) throw tokenNotFound(chain, tokenAddress);
  const deployment = ctx.chains[chain.slug]?.deployment;
  const hooks = deployment?.generations.map(({ contracts }) => contracts.launchHook) ?? [];
  const hook = hookOfPool(tokenAddress, token.poolId, hooks);
  const poolKey = hook && poolKeyOf(tokenAddress, hook);
  const { name, symbol, image, description, createdAt } = renderToken(ctx, token);
  return {
    tokenAddress,
    name,
    symbol,
    image,
    description,
    ...renderModeration(token),
    price: renderPrice(token),
    volume: renderDayVolume(token),
    trading: renderTrading(token),
    status: {
      fairLaunchActive: false,
      createdAt,
      ...renderStart(ctx, token),
      owner: token.owner,
    },
    socials: renderSocials(token),
    firstBuy: renderFirstBuy(token),
    launchProtection: renderProtection(ctx, token),
    referralShare: token.referralPercent,
    poolKey,
    poolId: poolKey && poolIdOf(poolKey),
    universalRouterVersion: deployment?.universalRouterVersion ?? null,
    meta: renderMeta(ctx, chain),
  };
}
