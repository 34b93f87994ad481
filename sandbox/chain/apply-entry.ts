import { setTimeout as delay } from "node:timers/promises";
import { keccak256 } from "viem";
import { z } from "zod";
import type { JournalEntry } from "./journal";
import { type RpcConnection, RpcError } from "./rpc-connection";

/** The chain's result for an entry; `hash` is null for a credit. */
export type EntryOutcome =
  | { kind: "done"; hash: string | null }
  /** Accepted into the pool, but not mineable yet (nonce gap, fee below the base fee). */
  | { kind: "waiting"; hash: string }
  | { kind: "refused"; error: RpcError };

const poolSchema = z.object({ pending: z.string() });

/**
 * Applies one journal entry to the node. A transaction gets its own block at the entry's time, so
 * that the same entries always produce the same chain.
 * @throws an error other than RpcError when the node is unreachable
 */
export async function applyEntry(rpc: RpcConnection, entry: JournalEntry): Promise<EntryOutcome> {
  if (entry.kind === "credit") {
    const before = z.string().parse(await rpc.call("eth_getBalance", [entry.address, "latest"]));
    const after = BigInt(before) + BigInt(entry.wei);
    await rpc.call("anvil_setBalance", [entry.address, `0x${after.toString(16)}`]);
    return { kind: "done", hash: null };
  }
  // Computed here: the response to a repeated send has no hash.
  const hash = keccak256(`0x${entry.raw.slice(2)}`);
  try {
    await rpc.call("evm_setNextBlockTimestamp", [entry.time]).catch(ignoreRefusal);
    await rpc.call("eth_sendRawTransaction", [entry.raw]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { kind: "refused", error };
  }
  return (await isMined(rpc, hash)) ? { kind: "done", hash } : { kind: "waiting", hash };
}

/** The node rejects a block time below the last block's and then uses its own time. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof RpcError)) throw error;
}

/** Waits for the block of a transaction; false once nothing mineable is left. */
async function isMined(rpc: RpcConnection, hash: string): Promise<boolean> {
  const deadline = performance.now() + 10_000;
  for (let pause = 0; performance.now() < deadline; pause = Math.min(pause + 1, 10)) {
    if ((await rpc.call("eth_getTransactionReceipt", [hash])) !== null) return true;
    if (pause >= 3) {
      const { pending } = poolSchema.parse(await rpc.call("txpool_status"));
      if (BigInt(pending) === 0n) {
        return (await rpc.call("eth_getTransactionReceipt", [hash])) !== null;
      }
    }
    await delay(pause);
  }
  return false;
}
