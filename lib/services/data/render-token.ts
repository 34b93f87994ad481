import { getAddress } from "viem";
import type { ServiceContext } from "../../context";
import type { TokenListRow } from "../../db/market/market";
import type { ChainFacts } from "../../domain/chains";
import { formatWei } from "../../domain/decimal";

type Ctx = Pick<ServiceContext, "env" | "clock">;

/** What every answer about a token has in common. */
export function renderToken(ctx: Ctx, token: TokenListRow) {
  return {
    tokenAddress: getAddress(token.address),
    symbol: token.symbol,
    name: token.name,
    marketCapETH: formatWei(token.marketCapWei),
    createdAt: token.createdAt,
    image: token.image === null ? null : `${ctx.env.publicUrl}/ipfs/${token.image}`,
    description: token.description,
  };
}

/** `meta` of interface A. */
export function renderMeta(ctx: Ctx, chain: ChainFacts) {
  return { network: chain.network, timestamp: unixSeconds(ctx) };
}

/** Whether the pool is open for trading. */
export function isOpen(ctx: Ctx, token: Pick<TokenListRow, "startTime">): boolean {
  return token.startTime <= unixSeconds(ctx);
}

function unixSeconds(ctx: Ctx): number {
  return Math.floor(ctx.clock.now().getTime() / 1000);
}
