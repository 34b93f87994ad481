import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { errorText } from "@/lib/shared/text/error-text";
import { applyEntry, type EntryOutcome } from "./apply-entry";
import type { Journal, JournalEntry, NewEntry } from "./journal";
import { type Restored, restoreChain } from "./restore-chain";
import { type RpcConnection, RpcError } from "./rpc-connection";
import { SnapshotKeeper } from "./snapshot-keeper";
import type { Anvil } from "./start-anvil";

/** A pending write and its callers. */
type Write = {
  entry: NewEntry;
  resolve: (outcome: EntryOutcome) => void;
  reject: (error: unknown) => void;
};

export type NodeOptions = {
  folder: string;
  chainId: number;
  genesisTime: number;
  /** Entries after which a snapshot is taken; one is also taken when writes pause. */
  snapshotEvery?: number;
  log: (level: "info" | "warn" | "error", message: string) => void;
};

const QUEUE_MAX = 2000;
const BATCH_MAX = 64;
/** How long a request waits while the node restarts. */
const WAIT_MS = 8000;
/** anvil's error when a block was mined between finding the latest one and reading its state. */
const OVERTAKEN = "BlockOutOfRangeError";
const OVERTAKEN_MAX = 8;
const IDLE_SNAPSHOT_MS = 20_000;

/** The response when a restart takes longer than a caller should wait. */
export const RESTARTING = new RpcError(-32_603, "The sandbox chain is restarting. Try again.");
const BUSY = new RpcError(-32_005, "The sandbox chain has too many pending transactions.");

/**
 * One durable sandbox chain: an anvil that restarts when it dies, a journal that records every
 * write before it is applied, and snapshots that keep the journal short. Writes are applied one
 * after the other, each in its own block.
 */
export class ChainNode {
  #anvil: Anvil | null = null;
  #journal: Journal | null = null;
  #waiting = new Map<number, JournalEntry>();
  #queue: Write[] = [];
  /** In the journal but not answered yet; a replay answers them too. */
  #unanswered = new Map<number, Write>();
  /** Batches, snapshots and restarts run one after the other. */
  #lane: Promise<void> = Promise.resolve();
  #working = false;
  #stopping = false;
  #ready: Promise<void>;
  #setReady = () => {};
  #lastTime = 0;
  #idle: NodeJS.Timeout | null = null;
  readonly #snapshots: SnapshotKeeper;

  constructor(private readonly options: NodeOptions) {
    this.#ready = this.#newReady();
    const every = options.snapshotEvery ?? 500;
    const onError = (message: string) => options.log("error", message);
    this.#snapshots = new SnapshotKeeper(options.folder, every, onError);
  }

  /** Starts the node with all accepted entries. */
  async start(): Promise<Restored> {
    await this.#journal?.close();
    this.#journal = null;
    const restored = await restoreChain({
      ...this.options,
      log: (line) => this.options.log("info", line),
      onReplayed: (entry, outcome) => this.#settle(entry.seq, outcome),
    });
    const { anvil } = restored;
    this.#anvil = anvil;
    this.#journal = restored.journal;
    this.#waiting = restored.waiting;
    this.#lastTime = Math.max(this.#lastTime, restored.headTime);
    this.#snapshots.begin(restored.snapshotSeq);
    if (this.#stopping) await anvil.stop();
    anvil.exited.then(() => this.#onExit(anvil));
    this.#setReady();
    this.#work();
    return restored;
  }

  get pid(): number | null {
    return this.#anvil?.pid ?? null;
  }

  /** Sends a signed transaction; resolves once it is on disk and in a block. */
  async sendRawTransaction(raw: string): Promise<string> {
    const outcome = await this.#write(() => ({ kind: "tx", raw, time: this.#nextTime() }));
    if (outcome.kind === "refused") throw outcome.error;
    return outcome.hash ?? "";
  }

  /** Adds ether to an account and returns its new balance in wei. */
  async fund(address: string, wei: bigint): Promise<bigint> {
    await this.#write(() => ({ kind: "credit", address, wei: `0x${wei.toString(16)}` }));
    return this.balance(address);
  }

  /** The balance of an account in wei. */
  async balance(address: string): Promise<bigint> {
    return BigInt(z.string().parse(await this.call("eth_getBalance", [address, "latest"])));
  }

  /**
   * Forwards a body unchanged to the node. Retried when the node died meanwhile, or mined a block:
   * a node without history then rejects "latest" as a dropped block.
   */
  async read(body: string): Promise<Buffer> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#retried((rpc) => rpc.post(body));
      if (attempt >= OVERTAKEN_MAX || !answer.includes(OVERTAKEN)) return answer;
    }
  }

  /** Calls the node directly; for reads only, because the call may be repeated. */
  call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    return this.#retried((rpc) => rpc.call(method, params));
  }

  async #retried<T>(send: (rpc: RpcConnection) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      const rpc = await this.#rpc();
      try {
        return await send(rpc);
      } catch (error) {
        if (error instanceof RpcError || attempt >= 5 || this.#stopping) throw error;
        await delay(20);
      }
    }
  }

  /** Takes a last snapshot when that is quick, and stops the node. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#idle !== null) clearTimeout(this.#idle);
    for (const write of this.#queue.splice(0)) write.reject(RESTARTING);
    if (this.#snapshots.isQuick) this.#takeSnapshot();
    await this.#lane;
    await this.#snapshots.written;
    await this.#anvil?.stop();
    await this.#journal?.close();
    for (const write of this.#unanswered.values()) write.reject(RESTARTING);
  }

  #newReady(): Promise<void> {
    return new Promise((resolve) => {
      this.#setReady = resolve;
    });
  }

  async #rpc(): Promise<RpcConnection> {
    const running = this.#anvil;
    if (running !== null) return running.rpc;
    const timeout = new AbortController();
    const late = delay(WAIT_MS, null, { signal: timeout.signal, ref: false });
    await Promise.race([this.#ready, late.catch(() => {})]);
    timeout.abort();
    if (this.#anvil === null) throw RESTARTING;
    return this.#anvil.rpc;
  }

  #onExit(anvil: Anvil): void {
    if (this.#stopping || this.#anvil !== anvil) return;
    anvil.rpc.close();
    this.#anvil = null;
    this.#ready = this.#newReady();
    this.options.log("warn", "chain node exited; restarting");
    // In the lane, because a batch may still be written to the journal that is read here.
    this.#inLane(() => this.#restart());
  }

  async #restart(): Promise<void> {
    await this.#snapshots.written;
    for (let pause = 100; !this.#stopping; pause = Math.min(pause * 2, 5000)) {
      const started = performance.now();
      try {
        const { replayed } = await this.start();
        const ms = Math.round(performance.now() - started);
        this.options.log("warn", `chain node restarted in ${ms} ms (${replayed} replayed)`);
        return;
      } catch (error) {
        this.options.log("error", `chain node did not start: ${errorText(error)}`);
        await delay(pause);
      }
    }
  }

  #inLane(job: () => Promise<void>): void {
    this.#lane = this.#lane.then(job).catch((error) => {
      this.options.log("error", errorText(error));
    });
  }

  /** Seconds since 1970, never below the last block's. */
  #nextTime(): number {
    this.#lastTime = Math.max(this.#lastTime, Math.floor(Date.now() / 1000));
    return this.#lastTime;
  }

  async #write(entry: () => NewEntry): Promise<EntryOutcome> {
    await this.#rpc();
    if (this.#stopping) throw RESTARTING;
    if (this.#queue.length >= QUEUE_MAX) throw BUSY;
    return new Promise((resolve, reject) => {
      this.#queue.push({ entry: entry(), resolve, reject });
      this.#work();
    });
  }

  #settle(seq: number, outcome: EntryOutcome): void {
    this.#unanswered.get(seq)?.resolve(outcome);
    this.#unanswered.delete(seq);
  }

  #work(): void {
    if (this.#working || this.#queue.length === 0) return;
    this.#working = true;
    this.#inLane(async () => {
      const anvil = this.#anvil;
      try {
        if (anvil !== null && !this.#stopping) await this.#doBatch(anvil);
      } finally {
        this.#working = false;
      }
      if (this.#journal !== null && this.#snapshots.isDue(this.#journal)) this.#takeSnapshot();
      this.#scheduleIdleSnapshot();
      if (this.#anvil === anvil) this.#work();
    });
  }

  async #doBatch(anvil: Anvil): Promise<void> {
    const writes = this.#queue.splice(0, BATCH_MAX);
    const journal = this.#journal;
    let entries: JournalEntry[];
    try {
      if (journal === null) throw RESTARTING;
      entries = await journal.append(writes.map((write) => write.entry));
    } catch (error) {
      this.options.log("error", `could not write the journal: ${errorText(error)}`);
      for (const write of writes) write.reject(RESTARTING);
      return;
    }
    for (const [index, entry] of entries.entries()) {
      const write = writes[index];
      if (write !== undefined) this.#unanswered.set(entry.seq, write);
    }
    for (const entry of entries) {
      try {
        const outcome = await applyEntry(anvil.rpc, entry);
        if (outcome.kind === "refused") await journal.void(entry.seq);
        if (outcome.kind === "waiting") this.#waiting.set(entry.seq, entry);
        this.#settle(entry.seq, outcome);
      } catch {
        // Whether this entry was applied is unknown: the restart replays and answers it and the
        // rest.
        await anvil.stop();
        return;
      }
    }
  }

  #takeSnapshot(): void {
    this.#inLane(async () => {
      if (this.#anvil === null || this.#journal === null) return;
      await this.#snapshots.take(this.#anvil, this.#journal, this.#waiting);
    });
  }

  #scheduleIdleSnapshot(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const wait = Math.max(IDLE_SNAPSHOT_MS, this.#snapshots.restMs());
    this.#idle = setTimeout(() => this.#takeSnapshot(), wait);
    this.#idle.unref();
  }
}
