import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { swaps, wallMoves } from "@/lib/features/market/store/tables/event-tables";
import { balances, tokens } from "@/lib/features/market/store/tables/tables";
import type { MarketState } from "./naive/recompute";

/** The tables' contents in the format of `recompute`. */
export async function readMarketState(db: Database, datasetId: number): Promise<MarketState> {
  const picture: MarketState = {};
  for (const token of await db.select().from(tokens).where(eq(tokens.datasetId, datasetId))) {
    const of = (table: typeof swaps | typeof wallMoves) =>
      and(eq(table.datasetId, datasetId), eq(table.token, token.address));
    const trades = await db
      .select()
      .from(swaps)
      .where(of(swaps))
      .orderBy(asc(swaps.block), asc(swaps.logIndex));
    const walls = await db
      .select()
      .from(wallMoves)
      .where(of(wallMoves))
      .orderBy(asc(wallMoves.block), asc(wallMoves.logIndex));
    const held = await db
      .select()
      .from(balances)
      .where(and(eq(balances.datasetId, datasetId), eq(balances.token, token.address)));
    picture[token.address] = {
      name: token.name,
      creator: token.creator,
      owner: token.owner,
      manager: token.manager,
      supply: token.supplyWei,
      sqrtPrice: token.sqrtPriceX96,
      marketCap: token.marketCapWei,
      startingMarketCap: token.startingMarketCapWei,
      createdBlock: token.createdBlock,
      balances: Object.fromEntries(held.map((row) => [row.holder, row.amountWei])),
      swapMarketCaps: trades.map((trade) => trade.marketCapWei),
      feesWei: trades.reduce((sum, trade) => sum + trade.feeWei, 0n),
      wallPlacedWei: walls.map((move) => move.ethPlacedWei),
    };
  }
  return picture;
}
