import type { ServiceContext } from "@/lib/context";
import { renderPrice } from "@/lib/features/market/render/market";
import { formatPrice } from "@/lib/features/market/rules/market-cap";
import { tokenNotFound } from "@/lib/features/market/token-not-found";
import { isShownElsewhere } from "@/lib/features/moderation/rules/shown-elsewhere";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { toAppError } from "@/lib/shared/errors";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { readDayLine } from "./read-day-line";
import type { EmbedTheme } from "./rules/embed-code";
import { type EmbedPage, renderCard, renderNotice } from "./rules/render-embed";

const PICTURE_WIDTH = 128;
const HIDDEN_TEXT = "The operator of this launchpad does not list this token.";

/**
 * The page that other sites embed: a token's card, or a notice in its place.
 * @returns the page and its status; never throws
 */
export async function getEmbed({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "brand" | "env" | "clock" | "log" | "market">;
  input: { chain: ChainSlug; tokenAddress: `0x${string}`; theme: EmbedTheme | null };
}): Promise<EmbedPage & { status: number }> {
  const frame = { brand: ctx.brand, theme: input.theme };
  if (!ctx.env.DATA_CHAINS.includes(input.chain)) {
    const text = `This launchpad does not publish data for ${CHAINS[input.chain].name}.`;
    return { status: 404, ...renderNotice(frame, { text, path: null }) };
  }
  try {
    return { status: 200, ...(await drawCard(ctx, input, frame)) };
  } catch (thrown) {
    const { status, message } = toAppError(thrown);
    if (status < 500) return { status, ...renderNotice(frame, { text: message, path: null }) };
    ctx.log.error({ err: thrown, ...input }, "embedded card failed");
    const text = "The card cannot be shown now. Try again later.";
    return { status, ...renderNotice(frame, { text, path: null }) };
  }
}

async function drawCard(
  ctx: Pick<ServiceContext, "env" | "clock" | "market">,
  input: { chain: ChainSlug; tokenAddress: `0x${string}` },
  frame: Parameters<typeof renderCard>[0],
): Promise<EmbedPage> {
  const chain = CHAINS[input.chain];
  const { chainId } = chain;
  const now = Math.floor(ctx.clock.now().getTime() / 1_000);
  const token = await ctx.market.findTokenMarket({ chainId, address: input.tokenAddress, now });
  if (token === null) throw tokenNotFound(chain, input.tokenAddress);
  const path = `/${chain.slug}/${token.address}`;
  if (!isShownElsewhere(token)) return renderNotice(frame, { text: HIDDEN_TEXT, path });
  const { marketCapETH, marketCapUSD, priceETH, priceUSD, priceChange24h } = {
    ...renderPrice(token),
    priceETH: formatPrice(token.sqrtPriceX96),
  };
  return renderCard(frame, {
    path,
    name: token.name,
    symbol: shownSymbol(token.symbol),
    place: chain.name,
    picture: token.image === null ? null : `/ipfs/${token.image}?w=${PICTURE_WIDTH}`,
    isBlurred: token.moderation?.state === "blurred",
    price: { eth: priceETH, usd: priceUSD },
    marketCap: { eth: marketCapETH, usd: marketCapUSD },
    change24h: priceChange24h,
    line: await readDayLine({ ctx, input: { chainId, token, now } }),
    time: now,
  });
}
