import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { DATASET_VERSION } from "@/lib/features/market/rules/dataset-version";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import type { ChainState, IndexerContext } from "../indexer-context";
import type { MarketStore } from "../store/create-market-store";
import type { Checkpoint, Dataset, Origin } from "../store/market-store";

/**
 * The chain's state as stored, after making sure that the rows belong to this very chain and these
 * contracts; otherwise they go and the chain is indexed from the deployment's first block. Rows that
 * an older version derived stay readable while others are built beside them.
 * @param options.known a state that may still be right; answered as it is when it is
 * @throws when node or database cannot answer
 */
export async function loadState(
  ctx: IndexerContext,
  options: { known?: ChainState | null } = {},
): Promise<ChainState> {
  const [genesis] = await ctx.reader.headers([0]);
  if (!genesis) throw new Error("the node does not know its genesis block");
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
    // What was read ahead may build on what was not committed.
    known.ahead = null;
    return known;
  }
  return openState(ctx, { store, isBuilding, checkpoint: stored, genesisHash: genesis.hash });
}

/** Empties a dataset and puts it before the deployment's first block. */
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

/** What the indexer holds in memory of a dataset whose rows stand at a checkpoint. */
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

/** The live dataset; one beside it when its rows are right but were derived in another way. */
async function chooseDataset(
  ctx: IndexerContext,
  origin: Origin,
): Promise<{ store: MarketStore; isBuilding: boolean }> {
  const { datasets, log } = ctx;
  const { live, building } = await datasets.find();
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

/** The block before the first one that can hold a log of ours. */
async function readStart(ctx: IndexerContext): Promise<Checkpoint> {
  const number = Math.max(0, ctx.deployment.startBlock - 1);
  const [header] = await ctx.reader.headers([number]);
  if (!header) throw new Error(`the node does not have block ${number} yet`);
  return { block: header.number, hash: header.hash, time: header.time };
}

/** Fixed in the hook's code; no event tells it. */
async function readWallThreshold({ reader, deployment }: IndexerContext): Promise<bigint> {
  const call = { abi: launchHookAbi, functionName: "wallThreshold" } as const;
  const data = await reader.call({
    to: deployment.core.launchHook,
    data: encodeFunctionData(call),
  });
  return decodeFunctionResult({ ...call, data });
}
