import type { ServiceContext } from "../../context";
import { toChecksumAddress } from "../../domain/checksum-address";
import { formatWei } from "../../domain/decimal";
import { lowerAddress } from "../../domain/lower-address";
import type { getTokenDetails as operation } from "../../operations/data-market";
import type { InputOf } from "../../operations/operation";
import type { TokenDetails } from "../../schemas/data-price";
import { renderPrice, renderTrading } from "./render-market";
import { renderMeta, unixSeconds } from "./render-token";
import { requireDataChain } from "./require-data-chain";
import { tokenNotFound } from "./token-not-found";

/**
 * A4: how a token stands.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getTokenDetails({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenDetails> {
  const { tokenAddress } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const token = await ctx.market.findTokenMarket({
    chainId: chain.chainId,
    address: lowerAddress(tokenAddress),
    now: unixSeconds(ctx),
  });
  if (token === null) throw tokenNotFound(chain, tokenAddress);
  const { website, twitter, telegram, discord, farcaster, createdAt } = token;
  return {
    tokenAddress,
    price: renderPrice(token),
    volume: { volume24h: formatWei(token.volume24hWei) },
    trading: renderTrading(token),
    status: { fairLaunchActive: false, createdAt, owner: toChecksumAddress(token.owner) },
    socials: { website, twitter, telegram, discord, farcaster },
    meta: renderMeta(ctx, chain),
  };
}
