import type { Logger } from "pino";
import type { Address, Hex } from "viem";
import type { ChainReader } from "@/lib/drivers/chain/create-chain-reader";
import type { Ipfs } from "@/lib/drivers/ipfs/ipfs";
import type { MarketEvent } from "@/lib/features/market/rules/market-event";
import type { ChainSlug } from "@/lib/shared/chains";
import type { CoreAddresses } from "./decode/decode-log";
import type { ChainPolicy } from "./policy";
import type { MarketDatasets } from "./store/create-market-datasets";
import type { MarketStore } from "./store/create-market-store";
import type { BlockHash, Checkpoint } from "./store/market-store";

/** The contracts of a chain, as the indexer needs them; addresses in lower case. */
export type IndexedDeployment = {
  chain: ChainSlug;
  chainId: number;
  startBlock: number;
  core: CoreAddresses;
  /** Another key means other contracts: the chain's rows are rebuilt. */
  key: string;
};

/** What following one chain needs; `main.ts` builds it. */
export type IndexerContext = {
  log: Logger;
  clock: { now(): Date };
  policy: ChainPolicy;
  deployment: IndexedDeployment;
  reader: ChainReader;
  datasets: MarketDatasets;
  ipfs: Pick<Ipfs, "read">;
};

/** Verified blocks: their events in order and the hashes to remember. */
export type ReadBlocks = { events: MarketEvent[]; blocks: BlockHash[]; next: Checkpoint };

/** What the indexer holds in memory of its chain: a copy of what the store says. */
export type ChainState = {
  /** The dataset that is written. */
  store: MarketStore;
  /** Whether it takes the live one's place once it has caught up. */
  isBuilding: boolean;
  checkpoint: Checkpoint;
  genesisHash: Hex;
  tokenOfPool: Map<Hex, Address>;
  tokens: Set<Address>;
  managers: Set<Address>;
  /** Pending ETH that moves a wall. */
  wallThresholdWei: bigint;
  /** Events written since this process began. */
  written: number;
  /** Newest block of the node as last seen. */
  head: number;
  /** Blocks in the next range of a backfill. */
  span: number;
  /** The range after the one that is being written, read meanwhile. */
  ahead: { from: number; to: number; read: Promise<ReadBlocks> } | null;
  /** Since when the node's head has been below the checkpoint, or null. */
  headLowerSince: Date | null;
};
