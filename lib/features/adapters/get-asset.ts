import { type Address, zeroAddress } from "viem";
import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { renderSocials } from "@/lib/features/market/render/token";
import { tokenNotFound } from "@/lib/features/market/token-not-found";
import { imageElsewhere, isShownElsewhere } from "@/lib/features/moderation/rules/shown-elsewhere";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { requireFinalBlock } from "./require-final-block";
import type { DexScreenerAsset, GeckoTerminalAsset } from "./schema/pairs";

type Input = { params: { chain: ChainSlug }; query: { id: Address } };
type Ctx = Pick<ServiceContext, "env" | "market">;
type Asset = DexScreenerAsset["asset"];

/** ETH as an asset; the zero address is what pools call it. */
const ETH: Asset = { id: zeroAddress, name: "Ether", symbol: "ETH", coinGeckoId: "ethereum" };

/**
 * A token of a final block, or ETH, for DEX Screener.
 * @throws AppError invalid_parameters, token_not_found, dependency_unavailable
 */
export async function getDexScreenerAsset({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: Input;
}): Promise<DexScreenerAsset> {
  return { asset: await readAsset(ctx, input) };
}

/**
 * The same for GeckoTerminal, which also reads the decimals.
 * @throws AppError invalid_parameters, token_not_found, dependency_unavailable
 */
export async function getGeckoTerminalAsset({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: Input;
}): Promise<GeckoTerminalAsset> {
  return { asset: { ...(await readAsset(ctx, input)), decimals: 18 } };
}

async function readAsset(ctx: Ctx, { params, query }: Input): Promise<Asset> {
  const chain = requireDataChain(ctx, params.chain);
  const address = query.id;
  if (address === zeroAddress) return ETH;
  const final = await requireFinalBlock(ctx, chain);
  const token = await ctx.market.findAsset({ chainId: chain.chainId, address });
  if (token === null || token.createdBlock > final.block) throw tokenNotFound(chain, address);
  const supply = formatWei(token.supplyWei);
  const picture = imageElsewhere(token);
  const image = picture === null ? "" : `${ctx.env.publicUrl}/ipfs/${picture}`;
  const socials = isShownElsewhere(token) ? renderSocials(token) : {};
  const links = Object.entries({ image, ...socials }).filter(([, url]) => url !== "");
  return {
    id: address,
    // Sites stop at an empty name.
    name: token.name || address,
    symbol: token.symbol || address,
    totalSupply: supply,
    circulatingSupply: supply,
    metadata: Object.fromEntries(links),
  };
}
