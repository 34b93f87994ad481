import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { tokenNotFound } from "@/lib/features/market/token-not-found";
import { readThumbnail } from "@/lib/features/media/read-thumbnail";
import type { Count } from "@/lib/features/media/require-known";
import { imageElsewhere, isShownElsewhere } from "@/lib/features/moderation/rules/shown-elsewhere";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import { isChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { readDayLine } from "./read-day-line";
import { HIDDEN_NAME } from "./rules/share-title";
import { compact } from "./rules/shared-figures";

type Ctx = Pick<
  ServiceContext,
  | "env"
  | "clock"
  | "log"
  | "market"
  | "content"
  | "decisions"
  | "ipfs"
  | "images"
  | "thumbnails"
  | "sharePictures"
>;

/** How long an image is cached; other sites cache it longer anyway. */
const LIFE_SECONDS = 600;
const PICTURE_WIDTH = "512";

/**
 * Draws the share image (Open Graph) of a token page.
 * @throws AppError invalid_parameters, token_not_found, dependency_unavailable
 */
export async function drawTokenImage({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: { chain: string; tokenAddress: string; count: Count };
}): Promise<Uint8Array> {
  if (!isChainSlug(input.chain) || !isHexAddress(input.tokenAddress)) {
    throw new AppError("invalid_parameters", "A chain and a token address are required");
  }
  const chain = requireDataChain(ctx, input.chain);
  const address = toChecksumAddress(input.tokenAddress);
  const now = Math.floor(ctx.clock.now().getTime() / 1_000);
  const token = await ctx.market.findTokenMarket({ chainId: chain.chainId, address, now });
  if (token === null) throw tokenNotFound(chain, input.tokenAddress);
  const isHidden = !isShownElsewhere(token);
  const name = isHidden ? HIDDEN_NAME : token.name;
  const symbol = isHidden ? null : shownSymbol(token.symbol);
  const image = imageElsewhere(token);
  const period = Math.floor(now / LIFE_SECONDS);
  const key = [chain.slug, address, period, name, symbol ?? "", image ?? ""].join(" ");
  const { count } = input;
  return ctx.sharePictures.get(
    key,
    () => count("linkPicture"),
    async () => ({
      title: name,
      symbol,
      line: isHidden
        ? "The operator of this launchpad does not list it"
        : `On ${chain.name}, traded on Uniswap v4`,
      figures: isHidden
        ? []
        : [
            { name: "Market cap", value: `${compact(formatWei(token.marketCapWei))} ETH` },
            { name: "Volume 24h", value: `${compact(formatWei(token.volume24hWei))} ETH` },
          ],
      line24h: isHidden
        ? []
        : await readDayLine({ ctx, input: { chainId: chain.chainId, token, now } }),
      picture: image === null ? null : await readPicture(ctx, image, count),
    }),
  );
}

/** Returns null if the token image cannot be read; the share image is drawn without it. */
async function readPicture(ctx: Ctx, cid: string, count: Count): Promise<Uint8Array | null> {
  try {
    return await readThumbnail({ ctx, input: { cid, width: PICTURE_WIDTH, count } });
  } catch (err) {
    const isUnknown = err instanceof AppError && err.code === "not_found";
    if (!isUnknown) ctx.log.warn({ err, cid }, "share image drawn without the token image");
    return null;
  }
}
