import type { z } from "zod";
import { anyCase } from "@/lib/schemas/common";

/** The orders of token lists, and their names in queries. */

export const TOKEN_SORTS = [
  "marketCap",
  "newest",
  "volume24h",
  "priceChange24h",
  "priceChange5m",
  "priceChange1h",
  "priceChange6h",
  "trades24h",
  "holders",
  "liquidity",
  "creatorShare",
] as const;
export type TokenSort = (typeof TOKEN_SORTS)[number];

const ORDER_BY = {
  marketcap: "marketCap",
  datecreated: "newest",
  volume24h: "volume24h",
  pricechange24h: "priceChange24h",
} as const satisfies Record<string, TokenSort>;
const SORT_BY = {
  createdAt: "newest",
  marketCap: "marketCap",
  volume24h: "volume24h",
  priceChange24h: "priceChange24h",
} as const satisfies Record<string, TokenSort>;

export const orderFields = {
  sort: anyCase(TOKEN_SORTS)
    .optional()
    .meta({
      description:
        "Extension: another order, largest first. Items then also have `volume24h` and " +
        "`priceChange24h`, which the order uses and which are refreshed every minute, and " +
        "`marketCapUSD`. The orders from `priceChange5m` on are those of the last full minute, and " +
        "cannot be combined with `manager` and `ownerAddress`; add `figures=true` for their values.",
    }),
  orderBy: anyCase(["marketcap", "datecreated", "volume24h", "pricechange24h"])
    .optional()
    .meta({ description: "Alias of `sort`." }),
  sortBy: anyCase(["createdAt", "marketCap", "volume24h", "priceChange24h"])
    .optional()
    .meta({ description: "Alias of `sort`." }),
  orderDirection: anyCase(["asc", "desc"])
    .optional()
    .meta({ description: "Order direction: `desc` (default) or `asc`." }),
};

type OrderInput = z.output<z.ZodObject<typeof orderFields>>;

/** The order that a request names under any alias; omits the default direction. */
export function readOrder({ sort, orderBy, sortBy, orderDirection }: OrderInput): {
  sort?: TokenSort | undefined;
  direction?: "asc" | undefined;
} {
  const named = sort ?? (orderBy && ORDER_BY[orderBy]) ?? (sortBy && SORT_BY[sortBy]);
  return { sort: named, direction: orderDirection === "asc" ? "asc" : undefined };
}

/** Rejects a request that names two orders. */
export function checkOrder(query: OrderInput, ctx: z.RefinementCtx): void {
  const { sort, orderBy, sortBy } = query;
  const named = Object.entries({
    sort,
    orderBy: orderBy && ORDER_BY[orderBy],
    sortBy: sortBy && SORT_BY[sortBy],
  }).filter(([, value]) => value !== undefined);
  const [first] = named;
  for (const [path, value] of named) {
    if (first === undefined || value === first[1]) continue;
    const message = `contradicts \`${first[0]}\``;
    ctx.addIssue({ code: "custom", path: [path], message });
  }
}
