import "@/lib/shared/guard-fetch";
import { guardChain } from "@/lib/context/chains";
import { openTracing } from "@/lib/context/core";
import { CACHE_FAILED, createStorageModule } from "@/lib/context/storage";
import { checkStart } from "@/lib/doctor/run-checks";
import { deploymentPath } from "@/lib/drivers/chain/deployment-path";
import { loadDeployment } from "@/lib/drivers/chain/load-deployment";
import { createChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import { INDEXER_POOL_MAX } from "@/lib/drivers/db/connections-max";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { createIpfs } from "@/lib/drivers/ipfs/create-ipfs";
import { readEnv, required } from "@/lib/env";
import { createChainIdentities } from "@/lib/features/chains/store/create-chain-identities";
import { HEARTBEAT_MS } from "@/lib/features/storage/register-node";
import { findTraceparents } from "@/lib/features/transactions/store/find-traceparents";
import { createLog } from "@/lib/log";
import { registerOwnNode, renewOwnNode } from "@/lib/process/node-registration";
import { CHAIN_SLUGS, CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { repeatTask } from "@/lib/support/repeat-task";
import { createDeploymentFinder } from "./create-deployment-finder";
import { choosePolicy } from "./polling/choose-policy";
import { type ChainParts, runIndexer } from "./run-indexer";
import { createMarketDatasets } from "./store/create-market-datasets";
import { openLeadership } from "./store/open-leadership";

/** Composition root of the indexer process. Any number of these processes may run. */

const STOP_MS_MAX = 4_000;

const env = readEnv();
const log = createLog(env, "indexer");
const databaseUrl = required(env, "DATABASE_URL");
const tracing = openTracing(env, { log, role: "indexer" });
const stop = new AbortController();
const db = createDatabase({
  url: databaseUrl,
  connectionsMax: INDEXER_POOL_MAX,
  onError: (err) => log.warn({ err }, "database connection lost"),
});

function endGracefully(reason: string): void {
  if (stop.signal.aborted) return;
  log.info({ reason }, "stopping");
  stop.abort();
  // A batch is one transaction: if it does not end in time, it is not committed.
  setTimeout(() => process.exit(0), STOP_MS_MAX).unref();
}
process.on("SIGTERM", () => endGracefully("SIGTERM"));
process.on("SIGINT", () => endGracefully("SIGINT"));
process.on("disconnect", () => endGracefully("supervisor gone"));

const now = () => new Date();
const chainIdentities = createChainIdentities(db, now, env.realmOf);
await checkStart({ env, log }, { hasFiles: false });
await tracing.start();
const ctx = createStorageModule({ env, log, role: "indexer" }, { db });
const nodeCtx = { ...ctx, log };
await registerOwnNode({ ctx: nodeCtx });
repeatTask({
  name: "register-node",
  everyMs: HEARTBEAT_MS,
  log,
  signal: stop.signal,
  task: () => renewOwnNode({ ctx: nodeCtx }),
});
const ipfs = createIpfs({
  ...env.ipfs,
  storage: ctx.storage,
  onCacheFailure: (err) => log.warn({ err }, CACHE_FAILED),
});

function prepareChain(chain: ChainSlug): ChainParts[] {
  const rpcUrls = env.rpcUrls(chain);
  if (rpcUrls === null) return [];
  const { chainId } = CHAINS[chain];
  const load = () => loadDeployment(chain, deploymentPath(env, chain));
  const isSandbox = env.isSandbox(chain);
  const deployment = isSandbox ? null : load();
  const guard = guardChain({ env, log, chainIdentities }, { chain, rpcUrls, deployment });
  return [
    {
      chain,
      policy: choosePolicy(env, chain),
      findDeployment: createDeploymentFinder({
        chain,
        load,
        chainIdentities: isSandbox ? null : chainIdentities,
      }),
      log: log.child({ chain }),
      reader: createChainReader({ chainId, rpcUrls, guard }),
      datasets: createMarketDatasets(db, chainId, env.realm),
      traces: {
        tracing,
        find: (hashes) => findTraceparents(db, { chainId, hashes }),
      },
      openLeadership: (onNotification: () => void) =>
        openLeadership({ databaseUrl, chainId, slug: chain, onNotification }),
    },
  ];
}
const chains = CHAIN_SLUGS.flatMap(prepareChain);

await runIndexer({
  chains,
  ipfs,
  clock: { now },
  signal: stop.signal,
  onReady: () => {
    log.info("indexer started");
    process.send?.({ type: "ready" });
  },
});
await Promise.all([db.$client.end(), tracing.stop()]);
log.info("stopped");
process.exit(0);
