import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database, Executor } from "../create-database";
import {
  blocks,
  feeClaims,
  feeStreamTransfers,
  launches,
  metadata,
  supplyChanges,
  swaps,
  tokens,
  transfers,
  wallMoves,
} from "../schema/market";
import { changeBalances } from "./change-balances";
import { arrayParam, insertRows } from "./insert-rows";
import type { NewToken, TokenState } from "./market-batch";
import type { MarketStore } from "./market-store";
import { moveCheckpoint, notifyMarket } from "./move-checkpoint";
import { updateTokens } from "./update-tokens";

/** See `MarketStore.applyBatch`. */
export async function applyBatch(
  db: Database,
  chain: number,
  batch: Parameters<MarketStore["applyBatch"]>[0],
): Promise<void> {
  const { expected, next, head, touched } = batch;
  await db.transaction(async (tx) => {
    await moveCheckpoint(tx, { chain, expected, next, head });
    await insertRows(
      tx,
      blocks,
      batch.blocks.map((block) => ({ chain, ...block })),
    );
    await tx
      .delete(blocks)
      .where(and(eq(blocks.chain, chain), lt(blocks.number, batch.keepBlocksFrom)));
    if (touched.length > 0) {
      const rows = batch.derive(await readStates(tx, chain, touched));
      await insertRows(tx, launches, rows.launches);
      await insertRows(tx, swaps, rows.swaps);
      await insertRows(tx, transfers, rows.transfers);
      await insertRows(tx, supplyChanges, rows.supplyChanges);
      await insertRows(tx, feeStreamTransfers, rows.feeStreamTransfers);
      await insertRows(tx, feeClaims, rows.feeClaims);
      await insertRows(tx, wallMoves, rows.wallMoves);
      await insertRows(
        tx,
        tokens,
        rows.newTokens.map((token) => ({ ...token, metadataState: "pending" as const })),
      );
      await fillMetadata(tx, chain, rows.newTokens);
      await updateTokens(tx, chain, rows.tokenStates);
      await changeBalances(tx, chain, rows.balanceDeltas);
    }
    await notifyMarket(tx, { chain, block: next.block, kind: "blocks" });
  });
}

async function readStates(
  tx: Executor,
  chain: number,
  addresses: readonly Address[],
): Promise<Map<Address, TokenState>> {
  const states: TokenState[] = await tx
    .select({
      address: tokens.address,
      owner: tokens.owner,
      supplyWei: tokens.supplyWei,
      sqrtPriceX96: tokens.sqrtPriceX96,
      tick: tokens.tick,
    })
    .from(tokens)
    .where(and(eq(tokens.chain, chain), inArray(tokens.address, [...addresses])));
  return new Map(states.map((state) => [state.address, state]));
}

/** A token whose document is known already (after a reorg, a rebuild) has it from the start. */
async function fillMetadata(tx: Executor, chain: number, rows: readonly NewToken[]): Promise<void> {
  if (rows.length === 0) return;
  const addresses = rows.map((row) => row.address);
  await tx.execute(sql`
    update ${tokens} as t
    set metadata_state = 'resolved', description = m.description, image = m.image,
      website = m.website, twitter = m.twitter, telegram = m.telegram, discord = m.discord,
      farcaster = m.farcaster
    from ${metadata} as m
    where t.chain = ${chain} and t.address = any(${arrayParam(tokens.address, addresses)})
      and m.uri = t.token_uri`);
}
