import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { DATASET_VERSION } from "@/lib/features/market/rules/dataset-version";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import type { ChainState, IndexerContext } from "../indexer-context";
import { isNewerDataset, NewerDatasetError } from "../newer-dataset-error";
import type { MarketStore } from "../store/create-market-store";
import type { Checkpoint, Dataset, Origin } from "../store/market-store";

/**
 * Loads the stored state of the chain. If the rows belong to another chain or other contracts, they
 * are removed and indexing restarts at the deployment's first block. Rows of an older dataset version
 * stay readable while a new dataset is built.
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
  return openState(ctx, { store, isBuilding, checkpoint: stored, genesisHash: genesis.hash });
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
  options: { store: MarketStore; isBuilding: boolean; checkpoint: Checkpoint; genesisHash: Hex },
): Promise<ChainState> {
  const { store, isBuilding, genesisHash } = options;
  const { block, hash, time } = options.checkpoint;
  const [pools, managers, wallThresholdWei] = await Promise.all([
    store.listPools(),
    store.listManagers(),
    readWallThreshold(ctx),
  ]);
  return {
    store,
    isBuilding,
    checkpoint: { block, hash, time },
    genesisHash,
    tokenOfPool: new Map(pools.map(({ poolId, token }) => [poolId, token])),
    tokens: new Set(pools.map(({ token }) => token)),
    managers: new Set(managers),
    wallThresholdWei,
    written: 0,
    head: block,
    span: ctx.policy.spanMax,
    ahead: null,
    headLowerSince: null,
  };
}

/** The live dataset, or a new one to build when the live one has an older version. */
async function chooseDataset(
  ctx: IndexerContext,
  origin: Origin,
): Promise<{ store: MarketStore; isBuilding: boolean }> {
  const { datasets, log } = ctx;
  const { live, building } = await datasets.find();
  if (isNewerDataset({ live, building })) throw new NewerDatasetError();
  const first = live ?? (await datasets.create("live"));
  const store = datasets.store(first.id);
  if (first.version === DATASET_VERSION) return { store, isBuilding: false };
  const stored = await store.findCheckpoint();
  if (stored === null || !isFrom(stored, origin)) return { store, isBuilding: false };
  if (building?.version !== DATASET_VERSION) {
    log.info({ from: first.version, to: DATASET_VERSION }, "rebuilding the dataset");
  }
  const next = await continueBuilding(ctx, building);
  return { store: datasets.store(next.id), isBuilding: true };
}

async function continueBuilding(
  { datasets }: IndexerContext,
  building: Dataset | null,
): Promise<Dataset> {
  if (building?.version === DATASET_VERSION) return building;
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

/** A constant of the hook that no event contains. */
async function readWallThreshold({ reader, deployment }: IndexerContext): Promise<bigint> {
  const call = { abi: launchHookAbi, functionName: "wallThreshold" } as const;
  const data = await reader.call({
    to: deployment.core.launchHook,
    data: encodeFunctionData(call),
  });
  return decodeFunctionResult({ ...call, data });
}
