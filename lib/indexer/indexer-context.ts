import type { Logger } from "pino";
import type { Address, Hex } from "viem";
import type { ChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import type { RpcHeader } from "@/lib/drivers/chain/rpc-shapes";
import type { Tracing } from "@/lib/drivers/tracing/tracing";
import type { MarketEvent } from "@/lib/features/market/rules/market-event";
import type { ChainSlug } from "@/lib/shared/chains";
import type { CoreAddresses, CoreRole } from "./decode/decode-log";
import type { ChainPolicy } from "./polling/policy";
import type { MarketDatasets } from "./store/create-market-datasets";
import type { MarketStore } from "./store/create-market-store";
import type { Checkpoint, IndexedBlock } from "./store/dataset-types";

/** The contracts of a chain that the indexer reads; addresses in lower case. */
export type IndexedDeployment = {
  chain: ChainSlug;
  chainId: number;
  /** First block of the oldest generation. */
  startBlock: number;
  /** Oldest first. */
  generations: (CoreAddresses & { startBlock: number })[];
  /** The newest generation. */
  core: CoreAddresses;
  /** The contracts of all generations. */
  roles: ReadonlyMap<Address, CoreRole>;
  /** Contracts of all generations that hold tokens for pools and launches; they have no positions. */
  marketContracts: ReadonlySet<Address>;
  /** Changes when the contracts change; the dataset is rebuilt then. */
  key: string;
};

/** Dependencies for indexing one chain; `main.ts` builds them. */
export type IndexerContext = {
  log: Logger;
  clock: { now(): Date };
  policy: ChainPolicy;
  deployment: IndexedDeployment;
  reader: ChainReader;
  datasets: MarketDatasets;
  /** Absent without traces. `find` returns the trace contexts of chain transactions by their hash. */
  traces?: { tracing: Tracing; find(hashes: readonly Hex[]): Promise<Map<Hex, string>> };
};

/** Dependencies for reading blocks. */
export type ReadContext = Pick<IndexerContext, "reader" | "deployment">;

/** Verified blocks: their events in chain order and the hashes to store. */
export type ReadBlocks = { events: MarketEvent[]; blocks: IndexedBlock[]; next: Checkpoint };

/** In-memory state of one chain; mirrors what the store holds. */
export type ChainState = {
  /** The dataset that this process writes. */
  store: MarketStore;
  /** Whether the dataset is promoted to live once it has caught up. */
  isBuilding: boolean;
  checkpoint: Checkpoint;
  genesisHash: Hex;
  tokenOfPool: Map<Hex, Address>;
  tokens: Set<Address>;
  managers: Set<Address>;
  /** Pending ETH at which each generation's hook repositions a bid wall. */
  wallThresholds: ReadonlyMap<Address, bigint>;
  /** Events written since this process started. */
  written: number;
  /** The node's newest block when it was last read. */
  head: number;
  /** Maximum blocks of the next read; lower after the node rejected a larger one. */
  span: number;
  /** Maximum blocks in one write; lower after the database rejected a batch as too large. */
  batchMax: number;
  /** The next range, prefetched while the current one is written. */
  ahead: {
    from: number;
    to: number;
    /** The node's newest block when the range was requested; null if it did not respond. */
    head: Promise<RpcHeader | null>;
    read: Promise<ReadBlocks>;
  } | null;
  /** When the node's head was first seen below the checkpoint; null while it is not. */
  headLowerSince: Date | null;
};
