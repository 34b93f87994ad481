import { and, eq, gt, lte, sql } from "drizzle-orm";
import { type Address, type Hex, keccak256, pad, toHex } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { launches, swaps } from "@/lib/features/market/store/tables/event-tables";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { blocks, checkpoints, tokens } from "@/lib/features/market/store/tables/tables";
import { notifyMarket } from "@/lib/indexer/store/move-checkpoint";
import { saveMetadata } from "@/lib/indexer/store/save-metadata";

const Q96 = 2n ** 96n;

export const addressOf = (n: number): Address => pad(toHex(n), { size: 20 });
const hashOf = (fork: string, block: number): Hex => keccak256(toHex(`${fork} ${block}`));

/** The content of a block: launched tokens, then traded tokens. */
export type TestBlock = { launches?: Address[]; trades?: Address[] };

/**
 * Stores a chain's events and publishes them like the indexer, block by block, on the forks that
 * the test names.
 */
export function createMarketWriter(db: Database, datasetId: number) {
  let fork = "first";

  async function setCheckpoint(tx: Parameters<typeof notifyMarket>[0], block: number) {
    const [{ hash } = { hash: hashOf(fork, block) }] = await tx
      .select({ hash: blocks.hash })
      .from(blocks)
      .where(and(eq(blocks.datasetId, datasetId), eq(blocks.number, block)));
    const row = { block, blockHash: hash, blockTime: block, head: block };
    const genesisHash = hashOf("genesis", 0);
    const dataset = { id: datasetId, chainId: datasetId, state: "live", version: 1 } as const;
    await tx.insert(datasets).values(dataset).onConflictDoNothing();
    await tx
      .insert(checkpoints)
      .values({ datasetId, ...row, genesisHash, deployment: "test" })
      .onConflictDoUpdate({ target: checkpoints.datasetId, set: row });
    return hash;
  }

  return {
    /** Writes `content.length` blocks, the first of number `from`, in one transaction. */
    write: (from: number, content: readonly TestBlock[]) =>
      db.transaction(async (tx) => {
        const numbers = content.map((_, i) => from + i);
        await insertRows(
          tx,
          blocks,
          numbers.map((number) => ({ datasetId, number, hash: hashOf(fork, number) })),
        );
        const positioned = (kind: "launches" | "trades") =>
          content.flatMap((block, i) =>
            (block[kind] ?? []).map((token, n) => ({
              datasetId,
              block: from + i,
              logIndex: n + (kind === "trades" ? 1_000 : 0),
              time: 1_700_000_000 + from + i,
              txHash: hashOf(`${fork} ${kind}`, (from + i) * 1_000 + n),
              token,
              sqrtPriceX96: Q96,
              tick: 0,
            })),
          );
        await insertRows(
          tx,
          launches,
          positioned("launches").map((row) => ({
            ...row,
            poolId: pad(row.token, { size: 32 }),
            creator: addressOf(7),
            feeOwner: addressOf(7),
            launcher: addressOf(7),
            launchId: pad(row.token, { size: 32 }),
            managerKind: "none",
            supplyWei: 10n ** 29n,
            name: "Token",
            symbol: "T",
            tokenUri: "ipfs://x",
            feeShareBps: 8_000,
            marketCapUsdc: 4_000_000_000n,
            startTime: 0,
          })),
        );
        await insertRows(
          tx,
          swaps,
          positioned("trades").map((row) => ({
            ...row,
            sender: addressOf(8),
            trader: addressOf(9),
            ethToPoolWei: 10n ** 16n,
            tokenToPoolWei: -(10n ** 24n),
            feeWei: 10n ** 14n,
            creatorFeeWei: 10n ** 13n,
            marketCapWei: 10n ** 29n,
          })),
        );
        const block = from + content.length - 1;
        const hash = await setCheckpoint(tx, block);
        await notifyMarket(tx, { chainId: datasetId, block, hash, kind: "blocks" });
      }),
    /** Lists a token like the indexer after its launch. */
    async list(
      token: Address,
      { marketCapWei, image }: { marketCapWei: bigint; image: string | null },
    ): Promise<void> {
      await db.insert(tokens).values({
        datasetId,
        address: token,
        poolId: pad(token, { size: 32 }),
        name: "Token",
        symbol: "T",
        tokenUri: `ipfs://${token}`,
        creator: addressOf(7),
        owner: addressOf(7),
        managerKind: "none",
        launcher: addressOf(7),
        launchId: pad(token, { size: 32 }),
        createdAt: 1_700_000_000,
        createdBlock: 1,
        createdLogIndex: Number(BigInt(token)),
        startTime: 0,
        supplyWei: 10n ** 29n,
        sqrtPriceX96: Q96,
        tick: 0,
        marketCapWei,
        startingMarketCapWei: marketCapWei,
        allTimeHighWei: marketCapWei,
        allTimeLowWei: marketCapWei,
        metadataState: image === null ? "pending" : "resolved",
        image,
      });
    },
    /** Adds metadata to a listed token. */
    describe: (token: Address, image: string) => {
      const links = {
        website: null,
        twitter: null,
        telegram: null,
        discord: null,
        farcaster: null,
      };
      const document = { description: "", image, ...links };
      const of = { chainId: datasetId, current: sql`(${datasetId})` };
      return saveMetadata(db, of, `ipfs://${token}`, document);
    },
    /** Reverts everything after a block; later blocks are on another fork. */
    rollBack: (to: number, newFork: string) =>
      db.transaction(async (tx) => {
        for (const table of [launches, swaps]) {
          await tx.delete(table).where(and(eq(table.datasetId, datasetId), gt(table.block, to)));
        }
        await tx.delete(blocks).where(and(eq(blocks.datasetId, datasetId), gt(blocks.number, to)));
        const hash = await setCheckpoint(tx, to);
        fork = newFork;
        await notifyMarket(tx, { chainId: datasetId, block: to, hash, kind: "rollback" });
      }),
    /** Removes the hashes of blocks up to one, like the indexer with old ones. */
    async forgetBlocks(upTo: number): Promise<void> {
      await db.delete(blocks).where(and(eq(blocks.datasetId, datasetId), lte(blocks.number, upTo)));
    },
  };
}
