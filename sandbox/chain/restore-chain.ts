import { z } from "zod";
import { SandboxError } from "../process/sandbox-error";
import { applyEntry, type EntryOutcome } from "./apply-entry";
import { Journal, type JournalEntry, journalStart } from "./journal";
import { placePredeploys } from "./place-predeploys";
import { dropSnapshot, goodSnapshots, type Snapshot, stateFile } from "./snapshots";
import { type Anvil, startAnvil } from "./start-anvil";

export type Restored = {
  anvil: Anvil;
  journal: Journal;
  /** Entries that are not mined: they wait in the pool for an earlier nonce or a lower fee. */
  waiting: Map<number, JournalEntry>;
  /** Entry number of the snapshot that was loaded; 0 for the empty chain. */
  snapshotSeq: number;
  replayed: number;
  damagedLines: number;
  /** Time of the newest block, in seconds since 1970. */
  headTime: number;
};

const blockSchema = z.object({ timestamp: z.string() });

/** Thrown when neither a snapshot nor the whole journal is left. */
export class ChainLostError extends SandboxError {}

/**
 * Starts anvil with all accepted entries: the newest snapshot that loads, then the journal after
 * it, each block at its original time.
 * @param options.onReplayed receives the chain's result for each replayed entry
 * @throws ChainLostError when the files do not reach back to the start
 */
export async function restoreChain(options: {
  folder: string;
  chainId: number;
  genesisTime: number;
  log: (line: string) => void;
  onReplayed: (entry: JournalEntry, outcome: EntryOutcome) => void;
}): Promise<Restored> {
  const { folder } = options;
  let lost: unknown = null;
  for (const snapshot of [...(await goodSnapshots(folder)), null]) {
    if (snapshot === null && (await journalStart(folder)) > 0) break;
    let anvil: Anvil;
    try {
      const file = snapshot === null ? null : stateFile(folder, snapshot.seq);
      anvil = await startAnvil({ ...options, stateFile: file });
    } catch (error) {
      if (snapshot === null) throw error;
      lost = error;
      options.log(`snapshot ${snapshot.seq} cannot be loaded; trying the previous one`);
      await dropSnapshot(folder, snapshot.seq);
      continue;
    }
    try {
      return await replay({ ...options, snapshot, anvil });
    } catch (error) {
      await anvil.stop();
      throw error;
    }
  }
  throw new ChainLostError("no snapshot of the chain can be loaded", { cause: lost });
}

async function replay(options: {
  folder: string;
  chainId: number;
  snapshot: Snapshot | null;
  anvil: Anvil;
  onReplayed: (entry: JournalEntry, outcome: EntryOutcome) => void;
}): Promise<Restored> {
  const { folder, chainId, snapshot, anvil } = options;
  const snapshotSeq = snapshot?.seq ?? 0;
  const { journal, entries, damagedLines } = await Journal.open(folder, snapshotSeq);
  // Before the journal, whose transactions may call them.
  await placePredeploys(anvil.rpc, chainId);
  const waiting = new Map<number, JournalEntry>();
  let replayed = 0;
  const pending = snapshot?.pending ?? [];
  for (const entry of [...pending, ...entries.filter((one) => one.seq > snapshotSeq)]) {
    const outcome = await applyEntry(anvil.rpc, entry);
    if (outcome.kind === "waiting") waiting.set(entry.seq, entry);
    options.onReplayed(entry, outcome);
    replayed += 1;
  }
  // Replaying old times moved the node's clock; calls and estimates need the current time.
  await anvil.rpc.call("evm_setTime", [Math.floor(Date.now() / 1000)]);
  const head = blockSchema.parse(await anvil.rpc.call("eth_getBlockByNumber", ["latest", false]));
  const headTime = Number(head.timestamp);
  return { anvil, journal, waiting, snapshotSeq, replayed, damagedLines, headTime };
}
