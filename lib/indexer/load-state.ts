import type { Checkpoint } from "../db/market/market-store";
import type { ChainState, IndexerContext } from "./indexer-context";

/**
 * The chain's state as stored, after making sure that the rows belong to this very chain and these
 * contracts; otherwise the rows go and the chain is indexed from the deployment's first block.
 * @param options.rebuild starts over in any case
 * @param options.known a state that may still be right; answered as it is when it is
 * @throws when node or database cannot answer
 */
export async function loadState(
  ctx: IndexerContext,
  options: { rebuild?: boolean; known?: ChainState | null } = {},
): Promise<ChainState> {
  const { deployment, store, log } = ctx;
  const [genesis] = await ctx.reader.headers([0]);
  if (!genesis) throw new Error("the node does not know its genesis block");
  let stored = await store.findCheckpoint();
  if (
    stored === null ||
    options.rebuild ||
    stored.genesisHash !== genesis.hash ||
    stored.deployment !== deployment.key
  ) {
    const start = await readStart(ctx);
    if (stored !== null) {
      log.warn(
        { genesis: genesis.hash, indexedGenesis: stored.genesisHash },
        "the chain or its contracts are not those that were indexed; rebuilding",
      );
    }
    stored = { ...start, genesisHash: genesis.hash, deployment: deployment.key };
    await store.resetChain(stored);
  }
  const { known } = options;
  if (known && known.checkpoint.hash === stored.hash && known.genesisHash === stored.genesisHash) {
    return known;
  }
  const pools = await store.listPools();
  return {
    checkpoint: { block: stored.block, hash: stored.hash, time: stored.time },
    genesisHash: stored.genesisHash,
    tokenOfPool: new Map(pools.map(({ poolId, token }) => [poolId, token])),
    tokens: new Set(pools.map(({ token }) => token)),
    head: stored.block,
    span: ctx.policy.spanMax,
    headLowerSince: null,
  };
}

/** The block before the first one that can hold a log of ours. */
async function readStart(ctx: IndexerContext): Promise<Checkpoint> {
  const number = Math.max(0, ctx.deployment.startBlock - 1);
  const [header] = await ctx.reader.headers([number]);
  if (!header) throw new Error(`the node does not have block ${number} yet`);
  return { block: header.number, hash: header.hash, time: header.time };
}
