import { type Hex, zeroAddress } from "viem";
import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { TRADING_FEE_BPS } from "@/lib/features/fees/rules/fee-flow";
import type { PairRow } from "@/lib/features/market/store/adapters/find-pair";
import { brandKey } from "@/lib/shared/brand";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { requireFinalBlock } from "./require-final-block";
import type { DexScreenerPair, GeckoTerminalPair } from "./schema/pairs";

type Input = { params: { chain: ChainSlug }; query: { id: Hex } };
type Ctx = Pick<ServiceContext, "brand" | "env" | "market">;

/**
 * The pool of a token for DEX Screener, which reads it once: it is returned when its launch is final.
 * @throws AppError invalid_parameters, token_not_found, dependency_unavailable
 */
export async function getDexScreenerPair({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: Input;
}): Promise<DexScreenerPair> {
  return { pair: toPair(await readPair(ctx, input), brandKey(ctx.brand.name)) };
}

/**
 * The same for GeckoTerminal, which also reads the creator.
 * @throws AppError invalid_parameters, token_not_found, dependency_unavailable
 */
export async function getGeckoTerminalPair({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: Input;
}): Promise<GeckoTerminalPair> {
  const row = await readPair(ctx, input);
  return { pair: { ...toPair(row, brandKey(ctx.brand.name)), creator: row.creator } };
}

async function readPair(ctx: Ctx, { params, query }: Input): Promise<PairRow> {
  const chain = requireDataChain(ctx, params.chain);
  const final = await requireFinalBlock(ctx, chain);
  const row = await ctx.market.findPair({ chainId: chain.chainId, poolId: query.id });
  if (row !== null && row.createdBlock <= final.block) return row;
  throw new AppError("token_not_found", `No token with the pool ${query.id} on ${chain.name}`);
}

function toPair(row: PairRow, dexKey: string): DexScreenerPair["pair"] {
  return {
    id: row.poolId,
    dexKey,
    asset0Id: row.token,
    asset1Id: zeroAddress,
    createdAtBlockNumber: row.createdBlock,
    createdAtBlockTimestamp: row.createdAt,
    createdAtTxnId: row.txHash,
    feeBps: Number(TRADING_FEE_BPS),
  };
}
