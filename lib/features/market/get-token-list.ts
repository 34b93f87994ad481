import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { imageElsewhere } from "@/lib/features/moderation/rules/shown-elsewhere";
import type { InputOf } from "@/lib/operations/operation";
import { brandKey } from "@/lib/shared/brand";
import type { ChainFacts } from "@/lib/shared/chains";
import type { getTokenList as operation } from "./operations/market";
import { unixSeconds } from "./render/token";
import { isListable } from "./rules/listed-names";
import type { UniswapTokenList } from "./schema/market";
import type { TokenListRow } from "./store/market";

const TOKENS_MAX = 1_000;
/**
 * Programs update a list when its version rises, and keep what they have when it is lower. Tokens are
 * also hidden, shown again, renamed by their metadata and passed by others in size, and servers have no
 * common counter. So the version rises with time, slowly enough that a program need not update often.
 */
const VERSION_SECONDS = 600;

/**
 * Extension: the largest tokens of a chain as a Uniswap token list. Its version and timestamp change
 * every ten minutes, and never go back.
 * @throws AppError invalid_parameters
 */
export async function getTokenList({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "brand" | "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<UniswapTokenList> {
  const chain = requireDataChain(ctx, input.params.chain);
  const rows = await ctx.market.listTokens({
    chainId: chain.chainId,
    order: "marketCap",
    limit: TOKENS_MAX,
    offset: 0,
  });
  const listed = rows.filter(isListable);
  const period = Math.floor(unixSeconds(ctx) / VERSION_SECONDS);
  // The schema of token lists has no punctuation in names and keywords, and limits their length.
  const brand = brandKey(ctx.brand.name).replaceAll("-", " ");
  return {
    name: `${plainName(ctx.brand.name) || brand} ${chain.name}`.slice(0, 30),
    timestamp: new Date(period * VERSION_SECONDS * 1000).toISOString(),
    version: { major: 1, minor: period, patch: 0 },
    keywords: [brand.slice(0, 20)],
    tokens: listed.map((token) => toEntry(ctx, chain, token)),
  };
}

const plainName = (name: string) => name.replace(/\W+/g, " ").trim();

function toEntry(ctx: Pick<ServiceContext, "env">, chain: ChainFacts, token: TokenListRow) {
  const { address, name, symbol } = token;
  const image = imageElsewhere(token);
  return {
    chainId: chain.chainId,
    address,
    name,
    symbol,
    decimals: 18 as const,
    ...(image === null ? {} : { logoURI: `${ctx.env.publicUrl}/ipfs/${image}` }),
  };
}
