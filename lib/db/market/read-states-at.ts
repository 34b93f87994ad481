import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Executor } from "../create-database";
import { feeStreamTransfers, launches, supplyChanges, swaps, tokens } from "../schema/market";
import type { TokenState } from "./market-batch";

/**
 * How every token that changed after `block`, and still exists at it, stood at that block. Read
 * from the event tables alone, so that nothing can drift.
 */
export async function readStatesAt(
  tx: Executor,
  chain: number,
  block: number,
): Promise<TokenState[]> {
  const changed = union(
    tx
      .select({ token: swaps.token })
      .from(swaps)
      .where(and(eq(swaps.chain, chain), gt(swaps.block, block))),
    tx
      .select({ token: supplyChanges.token })
      .from(supplyChanges)
      .where(and(eq(supplyChanges.chain, chain), gt(supplyChanges.block, block))),
    tx
      .select({ token: feeStreamTransfers.token })
      .from(feeStreamTransfers)
      .where(and(eq(feeStreamTransfers.chain, chain), gt(feeStreamTransfers.block, block))),
  ).as("changed");
  const lastSwap = tx
    .select({ sqrtPriceX96: swaps.sqrtPriceX96, tick: swaps.tick })
    .from(swaps)
    .where(and(eq(swaps.chain, chain), eq(swaps.token, changed.token), lte(swaps.block, block)))
    .orderBy(desc(swaps.block), desc(swaps.logIndex))
    .limit(1)
    .as("last_swap");
  const lastSupply = tx
    .select({ supplyWei: supplyChanges.supplyWei })
    .from(supplyChanges)
    .where(
      and(
        eq(supplyChanges.chain, chain),
        eq(supplyChanges.token, changed.token),
        lte(supplyChanges.block, block),
      ),
    )
    .orderBy(desc(supplyChanges.block), desc(supplyChanges.logIndex))
    .limit(1)
    .as("last_supply");
  const lastOwner = tx
    .select({ owner: feeStreamTransfers.to })
    .from(feeStreamTransfers)
    .where(
      and(
        eq(feeStreamTransfers.chain, chain),
        eq(feeStreamTransfers.token, changed.token),
        lte(feeStreamTransfers.block, block),
      ),
    )
    .orderBy(desc(feeStreamTransfers.block), desc(feeStreamTransfers.logIndex))
    .limit(1)
    .as("last_owner");
  const rows = await tx
    .select({
      address: tokens.address,
      feeOwner: launches.feeOwner,
      owner: lastOwner.owner,
      supplyWei: lastSupply.supplyWei,
      launchSqrtPriceX96: launches.sqrtPriceX96,
      launchTick: launches.tick,
      sqrtPriceX96: lastSwap.sqrtPriceX96,
      tick: lastSwap.tick,
    })
    .from(changed)
    .innerJoin(tokens, and(eq(tokens.chain, chain), eq(tokens.address, changed.token)))
    .innerJoin(launches, and(eq(launches.chain, chain), eq(launches.token, changed.token)))
    .leftJoinLateral(lastSwap, sql`true`)
    .leftJoinLateral(lastSupply, sql`true`)
    .leftJoinLateral(lastOwner, sql`true`)
    .where(lte(launches.block, block));
  return rows.map((row) => ({
    address: row.address,
    owner: row.owner ?? row.feeOwner,
    supplyWei: row.supplyWei ?? 0n,
    sqrtPriceX96: row.sqrtPriceX96 ?? row.launchSqrtPriceX96,
    tick: row.tick ?? row.launchTick,
  }));
}
