import { createChainReader } from "../chain/create-chain-reader";
import { deploymentPath } from "../chain/deployment-path";
import { loadDeployment } from "../chain/load-deployment";
import { createDatabase } from "../db/create-database";
import { createMarketDatasets } from "../db/market/create-market-datasets";
import { openLeadership } from "../db/market/open-leadership";
import { CHAIN_SLUGS, CHAINS } from "../domain/chains";
import { readEnv, required } from "../env";
import { createIpfs } from "../ipfs/create-ipfs";
import { createLog } from "../log";
import { choosePolicy } from "./choose-policy";
import { runIndexer } from "./run-indexer";

/** Composition root of the indexer: a process of its own, any number of which may run. */

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
  // A batch is one transaction: what does not end in time is simply not committed.
  setTimeout(() => process.exit(0), STOP_MS_MAX).unref();
}
process.on("SIGTERM", () => endGracefully("SIGTERM"));
process.on("SIGINT", () => endGracefully("SIGINT"));
process.on("disconnect", () => endGracefully("supervisor gone"));

const ipfs = createIpfs(env.ipfs);
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
      openLeadership: (onNudge: () => void) =>
        openLeadership({ databaseUrl, chainId, slug: chain, onNudge }),
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
