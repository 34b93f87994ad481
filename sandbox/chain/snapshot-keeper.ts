import { keccak256 } from "viem";
import { errorText } from "@/lib/shared/text/error-text";
import type { Journal, JournalEntry } from "./journal";
import { dropOldSnapshots, writeSnapshot } from "./snapshots";
import type { Anvil } from "./start-anvil";

/** Snapshots cost more as the chain grows; this is their maximum share of the time. */
const SNAPSHOT_SHARE = 0.05;

/** Decides when a snapshot is worth its cost, and takes it. */
export class SnapshotKeeper {
  #seq = 0;
  #tookMs = 0;
  #takenAt = performance.now();
  /** The write of the last snapshot's file; never rejects. */
  written: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly every: number,
    private readonly onError: (message: string) => void,
  ) {}

  /** Sets the entry that the chain was restored from. */
  begin(seq: number): void {
    this.#seq = seq;
  }

  /** Whether enough was written, and enough time has passed, since the last snapshot. */
  isDue(journal: Journal): boolean {
    return journal.lastSeq - this.#seq >= this.every && this.restMs() <= 0;
  }

  /** Milliseconds until the next snapshot stays within its share of the time. */
  restMs(): number {
    return this.#takenAt + this.#tookMs / SNAPSHOT_SHARE - performance.now();
  }

  get isQuick(): boolean {
    return this.#tookMs < 700;
  }

  /**
   * Dumps the node; no write may run meanwhile. The file is then written in the background.
   * @param waiting entries in the pool, which a dump does not include; mined ones are removed
   */
  async take(anvil: Anvil, journal: Journal, waiting: Map<number, JournalEntry>): Promise<void> {
    if (journal.lastSeq === this.#seq) return;
    await this.written;
    const started = performance.now();
    for (const [seq, entry] of waiting) {
      if (await isMined(anvil, entry)) waiting.delete(seq);
    }
    const facts = { seq: journal.lastSeq, pending: [...waiting.values()] };
    const dump = String(await anvil.rpc.call("anvil_dumpState"));
    await journal.rotate();
    this.#seq = facts.seq;
    this.#takenAt = performance.now();
    this.written = this.#store(journal, dump, facts).then(() => {
      this.#tookMs = performance.now() - started;
    });
  }

  async #store(
    journal: Journal,
    dump: string,
    facts: { seq: number; pending: JournalEntry[] },
  ): Promise<void> {
    try {
      await writeSnapshot(this.folder, dump, facts);
      await journal.dropUntil(await dropOldSnapshots(this.folder));
    } catch (error) {
      this.onError(`could not write a snapshot: ${errorText(error)}`);
    }
  }
}

async function isMined(anvil: Anvil, entry: JournalEntry): Promise<boolean> {
  if (entry.kind !== "tx") return true;
  const hash = keccak256(`0x${entry.raw.slice(2)}`);
  return (await anvil.rpc.call("eth_getTransactionReceipt", [hash])) !== null;
}
