import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import { brandKey } from "@/lib/shared/brand";
import type { ChainFacts } from "@/lib/shared/chains";
import type { getTokenList as operation } from "./operations/market";
import type { UniswapTokenList } from "./schema/market";
import type { TokenListRow } from "./store/market";

const TOKENS_MAX = 1_000;
/** Names and symbols that the token list schema allows. */
const NAME = /^[ \S]{1,60}$/u;
const SYMBOL = /^\S{1,20}$/u;

/**
 * Extension: the largest tokens of a chain as a Uniswap token list. Its timestamp is that of the
 * newest token, so that it changes only with the content.
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
  const listed = rows.filter(({ name, symbol }) => NAME.test(name) && SYMBOL.test(symbol));
  const newest = listed.reduce((time, { createdAt }) => Math.max(time, createdAt), 0);
  return {
    name: `${ctx.brand.name} ${chain.name}`.slice(0, 30),
    timestamp: new Date(newest * 1000).toISOString(),
    version: { major: 1, minor: listed.length, patch: 0 },
    // The schema of token lists has no hyphens here, and at most 20 characters.
    keywords: [brandKey(ctx.brand.name).replaceAll("-", " ").slice(0, 20)],
    tokens: listed.map((token) => toEntry(ctx, chain, token)),
  };
}

function toEntry(
  ctx: Pick<ServiceContext, "env">,
  chain: ChainFacts,
  { address, name, symbol, image }: TokenListRow,
) {
  return {
    chainId: chain.chainId,
    address,
    name,
    symbol,
    decimals: 18 as const,
    ...(image === null ? {} : { logoURI: `${ctx.env.publicUrl}/ipfs/${image}` }),
  };
}
