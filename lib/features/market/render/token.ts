import type { ServiceContext } from "@/lib/context";
import { TRADING_FEE_BPS } from "@/lib/features/fees/rules/fee-flow";
import type { ChainFacts } from "@/lib/shared/chains";
import { formatScaled, formatWei } from "@/lib/shared/text/decimal";
import { buyFeeBpsAt } from "../rules/launch-protection";
import { CHANGE_DIGITS } from "../rules/price-change";
import type { TokenDetails } from "../schema/price";
import type { Socials } from "../schema/tokens";
import type { SocialColumns, TokenListRow, TokenRow } from "../store/market";

type Ctx = Pick<ServiceContext, "env" | "clock">;

/** Fields that all responses about a token share. */
export function renderToken(ctx: Ctx, token: TokenRow | TokenListRow) {
  const protection = renderProtection(ctx, token);
  return {
    tokenAddress: token.address,
    symbol: token.symbol,
    name: token.name,
    marketCapETH: formatWei(token.marketCapWei),
    createdAt: token.createdAt,
    image: token.image === null ? null : `${ctx.env.publicUrl}/ipfs/${token.image}`,
    description: token.description,
    ...(protection === null || protection.endTime <= protection.timestamp
      ? {}
      : { launchProtection: protection }),
    ...renderModeration(token),
  };
}

/** The fee of purchases of a token with launch protection, now; null without it. */
export function renderProtection(
  ctx: Ctx,
  token: Pick<TokenListRow, "startTime" | "protectionStartBps" | "protectionEnd">,
): TokenDetails["launchProtection"] {
  if (token.protectionEnd === 0) return null;
  const protection = {
    startTime: token.startTime,
    endTime: token.protectionEnd,
    startFeeBps: token.protectionStartBps,
    endFeeBps: Number(TRADING_FEE_BPS),
  };
  const timestamp = unixSeconds(ctx);
  return { ...protection, buyFeeBps: buyFeeBpsAt(protection, timestamp), timestamp };
}

/** The decision of a moderator; nothing for most tokens. */
export function renderModeration({ moderation }: Pick<TokenListRow, "moderation">) {
  return moderation ? { moderation } : {};
}

/** The links of a token; "" for links that were not given. */
export function renderSocials(token: SocialColumns): Socials {
  return {
    website: token.website ?? "",
    twitter: token.twitter ?? "",
    telegram: token.telegram ?? "",
    discord: token.discord ?? "",
    farcaster: token.farcaster ?? "",
  };
}

/** A token in the list of an extension. */
export function renderWithStats(ctx: Ctx, token: TokenListRow) {
  return { ...renderToken(ctx, token), ...renderStats(token) };
}

/**
 * Renders an item of a list once for each row. The store returns the same frozen row while a token has
 * not changed; its item is frozen too, so that the server remembers its text. Before trading and during
 * launch protection an item depends on the time, and is rendered for each request.
 */
export function renderOnce<Item extends object>(
  render: (ctx: Ctx, row: TokenListRow) => Item,
): (ctx: Ctx, row: TokenListRow, now: number) => Item {
  const known = new WeakMap<Ctx["env"], WeakMap<TokenListRow, Item>>();
  return (ctx, row, now) => {
    if (row.startTime > now || row.protectionEnd > now || !Object.isFrozen(row)) {
      return render(ctx, row);
    }
    const items = known.get(ctx.env) ?? new WeakMap<TokenListRow, Item>();
    known.set(ctx.env, items);
    const item = items.get(row) ?? Object.freeze(render(ctx, row));
    items.set(row, item);
    return item;
  };
}

/** The figures by which lists are sorted. */
export function renderStats(token: Pick<TokenListRow, "volume24hWei" | "priceChange24hE6">) {
  return {
    volume24h: formatWei(token.volume24hWei),
    priceChange24h: formatScaled(token.priceChange24hE6, CHANGE_DIGITS),
  };
}

/** `meta` of the Data API. */
export function renderMeta(ctx: Ctx, chain: ChainFacts) {
  return { network: chain.network, timestamp: unixSeconds(ctx) };
}

/** Whether the pool is open for trading. */
export function isOpen(ctx: Ctx, token: Pick<TokenListRow, "startTime">): boolean {
  return token.startTime <= unixSeconds(ctx);
}

/** When trading opens; nothing once it is open. */
export function renderStart(ctx: Ctx, token: Pick<TokenListRow, "startTime">) {
  return isOpen(ctx, token) ? {} : { startTime: token.startTime };
}

export function unixSeconds(ctx: Ctx): number {
  return Math.floor(ctx.clock.now().getTime() / 1000);
}
