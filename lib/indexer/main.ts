import { createChainReader } from "@/lib/drivers/chain/create-chain-reader";
import { deploymentPath } from "@/lib/drivers/chain/deployment-path";
import { loadDeployment } from "@/lib/drivers/chain/load-deployment";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { createIpfs } from "@/lib/drivers/ipfs/create-ipfs";
import {
  HEARTBEAT_MS,
  registerNode,
  renewNode,
  SeparateFilesError,
} from "@/lib/features/storage/register-node";
import { runInBackground } from "@/lib/http/run-in-background";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import { createStorageModule } from "../context/storage";
import { readEnv, required } from "../env";
import { createLog } from "../log";
import { choosePolicy } from "./choose-policy";
import { runIndexer } from "./run-indexer";
import { createMarketDatasets } from "./store/create-market-datasets";
import { openLeadership } from "./store/open-leadership";

/** Composition root of the indexer process. Any number of these processes may run. */

const STOP_MS_MAX = 4_000;

const env = readEnv();
const log = createLog(env, "indexer");
const databaseUrl = required(env, "DATABASE_URL");
const stop = new AbortController();
const db = createDatabase({
  url: databaseUrl,
  connectionsMax: 8,
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

const ctx = createStorageModule({ env, role: "indexer" }, { db });
function stopIfSeparate(err: unknown): void {
  if (!(err instanceof SeparateFilesError)) return;
  log.fatal(err.message);
  process.exit(1);
}
await registerNode({ ctx }).catch((err: unknown) => {
  stopIfSeparate(err);
  // Repeated with every heartbeat.
  log.warn({ err }, "could not register this node");
});
runInBackground({
  name: "register-node",
  everyMs: HEARTBEAT_MS,
  log,
  signal: stop.signal,
  task: () =>
    renewNode({ ctx }).catch((err: unknown) => {
      stopIfSeparate(err);
      throw err;
    }),
});
const ipfs = createIpfs({ ...env.ipfs, storage: ctx.storage });
const chains = CHAIN_SLUGS.flatMap((chain) => {
  const rpcUrls = env.rpcUrls(chain);
  if (rpcUrls === null) return [];
  const { chainId } = CHAINS[chain];
  return [
    {
      chain,
      policy: choosePolicy(env, chain),
      findDeployment: () => loadDeployment(chain, deploymentPath(env, chain)),
      log: log.child({ chain }),
      reader: createChainReader({ chainId, rpcUrls }),
      datasets: createMarketDatasets(db, chainId),
      openLeadership: (onNotification: () => void) =>
        openLeadership({ databaseUrl, chainId, slug: chain, onNotification }),
    },
  ];
});

await runIndexer({
  chains,
  ipfs,
  clock: { now: () => new Date() },
  signal: stop.signal,
  onReady: () => {
    log.info("following");
    process.send?.({ type: "ready" });
  },
});
await db.$client.end();
log.info("stopped");
process.exit(0);
