import type { ServiceContext } from "@/lib/context";
import { BRAND_SECTIONS } from "@/lib/shared/brand";
import { CHAINS } from "@/lib/shared/chains";
import { docPages } from "@/lib/shared/doc-pages";

/** Far below the 50,000 that a sitemap may hold. */
const TOKENS_MAX = 5_000;

/** A page of the sitemap; `modifiedAt` in Unix seconds, null if unknown. */
export type ListedPage = { path: string; modifiedAt: number | null };

/** Lists all public pages, with the 5,000 tokens of each chain with the highest market cap. */
export async function listPages({
  ctx,
}: {
  ctx: Pick<ServiceContext, "brand" | "env" | "market">;
}): Promise<ListedPage[]> {
  const chains = ctx.env.DATA_CHAINS;
  const { hidden } = ctx.brand;
  const sections = {
    managers: ["/managers"],
    docs: docPages(ctx.brand).map(({ href }) => href),
  };
  const paths = [
    "/",
    "/launch",
    "/status",
    ...BRAND_SECTIONS.filter((one) => !hidden.includes(one)).flatMap((one) => sections[one]),
  ];
  const tokens = await Promise.all(
    chains.map(async (chain) => {
      const { chainId } = CHAINS[chain];
      const rows = await ctx.market.listLargestAddresses({ chainId, limit: TOKENS_MAX });
      return rows.map(({ address, createdAt }) => ({
        path: `/${chain}/${address}`,
        modifiedAt: createdAt,
      }));
    }),
  );
  return [
    ...[...paths, ...chains.map((chain) => `/${chain}`)].map((path) => ({
      path,
      modifiedAt: null,
    })),
    ...tokens.flat(),
  ];
}
