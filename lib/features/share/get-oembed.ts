import type { ServiceContext } from "@/lib/context";
import { getToken } from "@/lib/features/market/get-token";
import type { InputOf } from "@/lib/operations/operation";
import { AppError } from "@/lib/shared/errors";
import type { getOEmbed as operation } from "./operations";
import { embedCode, embedSize } from "./rules/embed-code";
import { findTokenOfUrl } from "./rules/own-token-url";
import { SHARE_PICTURE, shareTitle } from "./rules/share-title";
import type { OEmbed } from "./schema";

/** How long consumers may store the HTML. The card itself is requested by each reader. */
const CACHE_AGE_SECONDS = 300;

/**
 * Data API: the HTML that embeds the card of a token, by oEmbed.
 * @throws AppError unsupported_format, not_found for URLs of anything but a token's page,
 * token_not_found
 */
export async function getOEmbed({
  ctx,
  input: { query },
}: {
  ctx: Pick<ServiceContext, "brand" | "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<OEmbed> {
  if (query.format.toLowerCase() !== "json") {
    throw new AppError("unsupported_format", "Only the format json is supported");
  }
  const { publicUrl, DATA_CHAINS } = ctx.env;
  const target = findTokenOfUrl(query.url, publicUrl);
  if (target === null || !DATA_CHAINS.includes(target.chain)) {
    throw new AppError("not_found", "The URL is not a token's page on this launchpad");
  }
  const token = await getToken({ ctx, input: { params: target, query: {}, body: undefined } });
  const title = shareTitle(target.chain, token);
  const path = `/${target.chain}/${token.tokenAddress}`;
  const size = embedSize(query);
  const { width, height } = SHARE_PICTURE;
  const fits = width <= (query.maxwidth ?? width) && height <= (query.maxheight ?? height);
  return {
    type: "rich",
    version: "1.0",
    title,
    provider_name: ctx.brand.name,
    provider_url: publicUrl,
    cache_age: CACHE_AGE_SECONDS,
    html: embedCode({ url: publicUrl + path, title, theme: null, ...size }),
    ...size,
    ...(fits
      ? {
          thumbnail_url: `${publicUrl}/share${path}`,
          thumbnail_width: width,
          thumbnail_height: height,
        }
      : {}),
  };
}
