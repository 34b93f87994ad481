import { type Address, type Hex, numberToHex, pad, toHex } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import type { MarketEvent } from "@/lib/features/market/rules/market-event";
import { deriveBatch } from "@/lib/indexer/projection/derive-batch";
import { createMarketStore } from "@/lib/indexer/store/create-market-store";
import type { Checkpoint } from "@/lib/indexer/store/dataset-types";
import { seedToken } from "../seed-market";
import { checkpointOf, type History, TRADES_PER_BLOCK } from "./seed-history";

const SECONDS_PER_BLOCK = 2;
/** Blocks whose hashes the indexer keeps on a real chain. */
const KEPT_BLOCKS = 4_096;
const POOL = pad(toHex(4), { size: 20 });
const ROUTER = pad(toHex(3), { size: 20 });

/**
 * Writes of the indexer on a seeded dataset, with its own store: each block has twelve swaps and
 * their transfers, of tokens as in the history. `rollBack` removes all blocks written so far.
 */
export async function openWriter(db: Database, { chainId, tokens }: History) {
  const store = createMarketStore(db, { id: chainId, chainId, realm: "live" });
  const origin: Checkpoint = await checkpointOf(db, chainId);
  let at = origin;
  let written = 0;

  return {
    /** @returns the number of events */
    async write(blocks: number): Promise<number> {
      const next = checkpointAfter(at, blocks);
      const picked = new Map<Hex, Address>();
      const events: MarketEvent[] = [];
      for (let i = 1; i <= blocks; i += 1) {
        const { block, time } = checkpointAfter(at, i);
        for (let nth = 0; nth < TRADES_PER_BLOCK; nth += 1) {
          written += 1;
          // The cube skews trades towards the first tokens, as in the history.
          const token = Math.floor(tokens * (((written * 7_919) % 10_007) / 10_007) ** 3);
          picked.set(numberToHex(token, { size: 32 }), seedToken(token));
          events.push(...tradeOf({ token, nth, block, time, n: written }));
        }
      }
      const holders = events.flatMap((event) =>
        event.kind === "transfer" ? [{ token: event.token, holder: event.to }] : [],
      );
      const tokenOfPool = (poolId: Hex) => picked.get(poolId);
      await store.applyBatch({
        expected: at,
        next,
        head: next.block,
        blocks: Array.from({ length: blocks }, (_, i) => {
          const { block, hash, time } = checkpointAfter(at, i + 1);
          return { number: block, hash, time };
        }),
        events: events.length,
        keepBlocksFrom: next.block - KEPT_BLOCKS,
        touched: { tokens: [...picked.values()], managers: [], walked: [], holders },
        derive: (view) =>
          deriveBatch({
            datasetId: chainId,
            events,
            view,
            tokenOfPool,
            // The pools here have no hook, and tokens are not launched.
            wallThresholds: new Map(),
            marketContracts: new Set([POOL]),
          }),
      });
      at = next;
      return events.length;
    },
    async rollBack(): Promise<void> {
      await store.rollBack({ expected: at, to: origin });
      at = origin;
    },
    /** Advances the 24h figures by a minute. */
    moveWindow: async (minute: number) => {
      const time = origin.time + minute * 60;
      await store.moveWindow(time);
      await store.refreshRanks({ time, contracts: new Set([POOL]) });
    },
  };
}

function checkpointAfter({ block, time }: Checkpoint, blocks: number): Checkpoint {
  const number = block + blocks;
  return {
    block: number,
    hash: numberToHex(number, { size: 32 }),
    time: time + blocks * SECONDS_PER_BLOCK,
  };
}

function tradeOf(trade: {
  token: number;
  nth: number;
  block: number;
  time: number;
  n: number;
}): MarketEvent[] {
  const { token, nth, block, time, n } = trade;
  const txHash = numberToHex(10n ** 40n + BigInt(n), { size: 32 });
  const trader = pad(toHex(1_000 + ((n * 7_919) % 50_000)), { size: 20 });
  const ethWei = 10n ** 17n + BigInt(n) * 999_999_999_937n;
  const amountWei = 10n ** 26n + BigInt(n) * 999_999_999_937n;
  const position = { block, time, txHash };
  return [
    {
      kind: "swap",
      ...position,
      logIndex: 2 * nth,
      poolId: numberToHex(token, { size: 32 }),
      sender: ROUTER,
      trader,
      ethToPoolWei: ethWei,
      tokenToPoolWei: -amountWei,
      feeWei: ethWei / 100n,
      creatorFeeWei: ethWei / 125n,
      referralWei: 0n,
      sqrtPriceX96: 10n ** 34n + BigInt(n) * 999_999_999_937n,
      tick: 252_000,
    },
    {
      kind: "transfer",
      ...position,
      logIndex: 2 * nth + 1,
      token: seedToken(token),
      from: POOL,
      to: trader,
      amountWei,
    },
  ];
}
