import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { DATASET_VERSION } from "@/lib/features/market/rules/dataset-version";
import {
  type Checkpoint,
  type Dataset,
  type Origin,
  TransfersRemovedError,
} from "@/lib/indexer/store/dataset-types";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { findTrueEnd } from "../find-fork";
import type { ChainState, IndexerContext } from "../indexer-context";
import { isNewerDataset, NewerDatasetError } from "../newer-dataset-error";
import { UnsteadyNodeError } from "../node-errors";
import type { MarketStore } from "../store/create-market-store";
import { addedFrom } from "../to-indexed-deployment";

/** Blocks of the first backfill range; it doubles while the ranges hold few events. */
const SPAN_FIRST = 64;

/**
 * Loads the stored state of the chain. If the rows belong to another chain or other contracts, they
 * are removed and indexing restarts at the deployment's first block. Rows of an older dataset version,
 * or of fewer generations, stay readable while a new dataset is built.
 * @param options.known a state that may still be valid; returned if it is
 * @throws when the node or the database does not respond; NewerDatasetError
 */
export async function loadState(
  ctx: IndexerContext,
  options: { known?: ChainState | null } = {},
): Promise<ChainState> {
  const [genesis] = await ctx.reader.headers([0]);
  if (!genesis) throw new Error("the node does not know its genesis block");
  // Another chain's genesis block would empty the dataset.
  await ctx.reader.confirm();
  const origin = { genesisHash: genesis.hash, deployment: ctx.deployment.key };
  const { store, isBuilding } = await chooseDataset(ctx, origin);
  let stored = await store.findCheckpoint();
  if (stored === null || !isFrom(stored, origin)) {
    if (stored !== null) {
      ctx.log.warn(
        { genesis: genesis.hash, indexedGenesis: stored.genesisHash },
        "chain or contracts differ from the indexed ones; rebuilding",
      );
    }
    stored = await startOver(ctx, store, origin);
  }
  const { known } = options;
  if (
    known &&
    known.store.datasetId === store.datasetId &&
    known.isBuilding === isBuilding &&
    known.checkpoint.hash === stored.hash &&
    known.genesisHash === stored.genesisHash
  ) {
    // The prefetched range may build on blocks that were not committed.
    known.ahead = null;
    return known;
  }
  return openState(ctx, {
    store,
    isBuilding,
    checkpoint: stored,
    genesisHash: genesis.hash,
    batchMax: known?.batchMax,
  });
}

/** Empties a dataset and sets its checkpoint to the block before the deployment. */
export async function startOver(
  ctx: IndexerContext,
  store: MarketStore,
  origin: Origin,
): Promise<Checkpoint & Origin & { windowAt: number }> {
  const windowAt = Math.floor(ctx.clock.now().getTime() / 1000);
  const start = { ...(await readStart(ctx)), ...origin, windowAt };
  await store.reset(start);
  await ctx.datasets.renew(store.datasetId);
  return start;
}

/** Builds the in-memory state of a dataset at its checkpoint. */
export async function openState(
  ctx: IndexerContext,
  options: {
    store: MarketStore;
    isBuilding: boolean;
    checkpoint: Checkpoint;
    genesisHash: Hex;
    batchMax?: number | undefined;
  },
): Promise<ChainState> {
  const { store, isBuilding, genesisHash, batchMax = ctx.policy.spanMax } = options;
  const { block, hash, time } = options.checkpoint;
  const [pools, managers, wallThresholds] = await Promise.all([
    store.listPools(),
    store.listManagers(),
    readWallThresholds(ctx),
  ]);
  return {
    store,
    isBuilding,
    checkpoint: { block, hash, time },
    genesisHash,
    tokenOfPool: new Map(pools.map(({ poolId, token }) => [poolId, token])),
    tokens: new Set(pools.map(({ token }) => token)),
    managers: new Set(managers),
    wallThresholds,
    written: 0,
    head: block,
    span: Math.min(ctx.policy.spanMax, SPAN_FIRST),
    batchMax,
    ahead: null,
    headLowerSince: null,
  };
}

/**
 * The live dataset, or a new one to build next to it, if the live one has an older version or if
 * generations were added. Rows up to the first added one are copied then, but none of a block that a
 * reorg has removed.
 */
async function chooseDataset(
  ctx: IndexerContext,
  origin: Origin,
): Promise<{ store: MarketStore; isBuilding: boolean }> {
  const { datasets, log } = ctx;
  const { live, building } = await datasets.find();
  if (isNewerDataset({ live, building })) throw new NewerDatasetError();
  const first = live ?? (await datasets.create("live"));
  const store = datasets.store(first.id);
  const stored = await store.findCheckpoint();
  const added = stored && findAdded(ctx, stored, origin);
  if (stored === null || (added === null && !isFrom(stored, origin))) {
    return { store, isBuilding: false };
  }
  const isCurrent = first.version === DATASET_VERSION;
  if (isCurrent && added === null) return { store, isBuilding: false };
  if (building?.version !== DATASET_VERSION) {
    log.info({ from: first.version, to: DATASET_VERSION, added }, "rebuilding the dataset");
  }
  const next = await continueBuilding(ctx, building, origin);
  const nextStore = datasets.store(next.id);
  if (isCurrent && added !== null && (await nextStore.findCheckpoint()) === null) {
    const upTo = await findCopyEnd(ctx, store, added);
    // Without a copy the new dataset is read from the first block; the live one is served meanwhile.
    if (upTo === null || !(await copyLive(ctx, { id: next.id, upTo, origin }))) {
      log.info({ from: ctx.deployment.startBlock }, "reading the whole chain for the dataset");
    }
  }
  return { store: nextStore, isBuilding: true };
}

/** The last block whose rows are copied; null when none of the live dataset's blocks is on the chain. */
async function findCopyEnd(
  ctx: IndexerContext,
  live: MarketStore,
  added: number,
): Promise<Checkpoint | null> {
  const end = await findTrueEnd(ctx, live);
  if (end === null || end.block < added) return end;
  const [header] = await ctx.reader.headers([added - 1]);
  if (!header) {
    ctx.reader.switchUrl();
    throw new UnsteadyNodeError(`the node does not have block ${added - 1}`);
  }
  return { block: header.number, hash: header.hash, time: header.time };
}

/** @returns false when transfers that the copy needs were removed */
async function copyLive(
  { datasets }: IndexerContext,
  { id, upTo, origin }: { id: number; upTo: Checkpoint; origin: Origin },
): Promise<boolean> {
  try {
    await datasets.copyLive(id, upTo, origin.deployment);
    return true;
  } catch (error) {
    if (error instanceof TransfersRemovedError) return false;
    throw error;
  }
}

/** First block of generations that the stored rows lack; null when they lack none. */
function findAdded({ deployment }: IndexerContext, stored: Origin, origin: Origin): number | null {
  if (stored.genesisHash !== origin.genesisHash) return null;
  return addedFrom(deployment, stored.deployment);
}

async function continueBuilding(
  { datasets }: IndexerContext,
  building: Dataset | null,
  origin: Origin,
): Promise<Dataset> {
  if (building?.version === DATASET_VERSION) {
    const begun = await datasets.store(building.id).findCheckpoint();
    if (begun === null || isFrom(begun, origin)) return building;
  }
  if (building !== null) await datasets.discard(building.id);
  return datasets.create("building");
}

function isFrom(stored: Origin, origin: Origin): boolean {
  return stored.genesisHash === origin.genesisHash && stored.deployment === origin.deployment;
}

/** The block before the first one that can contain a log of the deployment. */
async function readStart(ctx: IndexerContext): Promise<Checkpoint> {
  const number = Math.max(0, ctx.deployment.startBlock - 1);
  const [header] = await ctx.reader.headers([number]);
  if (!header) throw new Error(`the node does not have block ${number} yet`);
  return { block: header.number, hash: header.hash, time: header.time };
}

/** A constant of each hook that no event contains. */
async function readWallThresholds({
  reader,
  deployment,
}: IndexerContext): Promise<Map<Address, bigint>> {
  const call = { abi: launchHookAbi, functionName: "wallThreshold" } as const;
  const thresholds = await Promise.all(
    deployment.generations.map(async ({ launchHook }) => {
      const data = await reader.call({ to: launchHook, data: encodeFunctionData(call) });
      return [launchHook, decodeFunctionResult({ ...call, data })] as const;
    }),
  );
  return new Map(thresholds);
}
