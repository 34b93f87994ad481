import "@/lib/shared/guard-fetch";
import { guardChain } from "@/lib/context/chains";
import { deploymentPath } from "@/lib/drivers/chain/deployment-path";
import { loadDeployment } from "@/lib/drivers/chain/load-deployment";
import { createChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { readEnv, required } from "@/lib/env";
import { createChainIdentities } from "@/lib/features/chains/store/create-chain-identities";
import { choosePolicy } from "@/lib/indexer/polling/choose-policy";
import { ReindexError, reindexChain } from "@/lib/indexer/reindex-chain";
import { createMarketDatasets } from "@/lib/indexer/store/create-market-datasets";
import { openLeadership } from "@/lib/indexer/store/open-leadership";
import { toIndexedDeployment } from "@/lib/indexer/to-indexed-deployment";
import { createLog } from "@/lib/log";
import { CHAINS } from "@/lib/shared/chains";
import { readReindexArgs } from "./reindex-args";

/** `npm run reindex -- --chain base [--from N]`: see `reindexChain`. */

const { chain, from } = readReindexArgs();
const env = readEnv();
const log = createLog(env, "reindex").child({ chain });
const databaseUrl = required(env, "DATABASE_URL");
const { chainId } = CHAINS[chain];
const rpcUrls = env.rpcUrls(chain);
const manifest = loadDeployment(chain, deploymentPath(env, chain));
if (rpcUrls === null || manifest === null) {
  process.stderr.write(`${chain} is not configured here, or has no contracts\n`);
  process.exit(2);
}
const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());
process.on("SIGINT", () => stop.abort());
const db = createDatabase({
  url: databaseUrl,
  connectionsMax: 4,
  onError: (err) => log.warn({ err }, "database connection lost"),
});
const now = () => new Date();
const chainIdentities = createChainIdentities(db, now, env.realmOf);
const guard = guardChain({ env, log, chainIdentities }, { chain, rpcUrls, deployment: manifest });
const lock = await openLeadership({
  databaseUrl,
  chainId,
  slug: chain,
  task: "reindex",
  onNotification: () => undefined,
});
try {
  if (!(await lock.tryLead())) throw new ReindexError("Another rebuild of this chain is running");
  await reindexChain(
    {
      log,
      clock: { now },
      policy: choosePolicy(env, chain),
      deployment: toIndexedDeployment(manifest),
      reader: createChainReader({ chainId, rpcUrls, guard }),
      datasets: createMarketDatasets(db, chainId, env.realm),
    },
    { from, signal: AbortSignal.any([stop.signal, lock.lost]) },
  );
} catch (error) {
  if (error instanceof ReindexError) process.stderr.write(`${error.message}\n`);
  else log.error({ err: error }, "rebuild failed; the live dataset is unchanged");
  process.exitCode = 1;
} finally {
  await lock.close();
  await db.$client.end();
}
