import type { ServiceContext } from "@/lib/context";

/**
 * Draws the share image (Open Graph) of the site.
 * @throws AppError dependency_unavailable
 */
export function drawSiteImage({
  ctx,
}: {
  ctx: Pick<ServiceContext, "brand" | "sharePictures">;
}): Promise<Uint8Array> {
  return ctx.sharePictures.get(
    "site",
    () => undefined,
    async () => ({
      title: ctx.brand.tagline,
      symbol: null,
      line: "No wallet, no gas. It trades at once in its own Uniswap v4 pool.",
      figures: [],
      line24h: [],
      picture: null,
    }),
  );
}
