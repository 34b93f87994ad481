import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey } from "viem/accounts";
import { deployContracts } from "@/contracts/script/deploy/deploy";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { createMarketDatasets } from "@/lib/indexer/store/create-market-datasets";
import { deployment as deploymentSchema } from "@/lib/schemas/deployment";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startMigrated } from "../../setup/database/migrated-cluster";
import { createLauncher } from "./create-launcher";
import { startIndexer } from "./start-indexer";
import type { ChainStart, TestChain } from "./test-chains";

const CHAIN = "base-sepolia";
const CHAIN_ID = 84_532;

/** A database, a chain with the contracts and a data folder for an indexer. */
export async function createFixture<C extends TestChain>(
  startTestChain: (start: ChainStart) => Promise<C>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), "indexer-test-"));
  const privateKey = generatePrivateKey();
  const [firstPostgres, chain] = await Promise.all([
    startMigrated({ dataDir }),
    startTestChain({ dataDir, fundedKeys: [privateKey] }),
  ]);
  let postgres = firstPostgres;
  const manifestPath = join(dataDir, "deployments", `${CHAIN}.json`);
  await deployContracts({
    rpcUrl: chain.rpcUrl,
    chainId: CHAIN_ID,
    slug: CHAIN,
    privateKey,
    manifestPath,
    sandbox: true,
    log: () => undefined,
  });
  const deployment = deploymentSchema.parse(JSON.parse(await readFile(manifestPath, "utf8")));
  const db = createDatabase({ url: postgres.url, connectionsMax: 3, onError: () => undefined });
  const datasets = createMarketDatasets(db, CHAIN_ID, "live");
  const indexers: Awaited<ReturnType<typeof startIndexer>>[] = [];

  return {
    dataDir,
    chain,
    /** The launcher's account, with ETH on the chain. */
    privateKey,
    postgres: () => postgres,
    deployment,
    db,
    datasets,
    async findCheckpoint() {
      const { live } = await datasets.find();
      return live === null ? null : datasets.store(live.id).findCheckpoint();
    },
    chainId: CHAIN_ID,
    launch: createLauncher(chain, deployment, privateKey),
    async startIndexer(overrides: Parameters<typeof startIndexer>[0] = {}, readyMs?: number) {
      const environment = {
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url,
        RPC_URL_BASE_SEPOLIA: chain.rpcUrl,
        SANDBOX_PARTS: CHAIN,
        ...overrides,
      };
      const indexer = await startIndexer(environment, readyMs);
      indexers.push(indexer);
      return indexer;
    },
    /** Kills the server with SIGKILL, then starts a new one on the same data and port. */
    async crashPostgres() {
      process.kill(postgres.pid, "SIGKILL");
      await postgres.exited;
      // Like its supervisor: backends of the dead server may take a moment to exit.
      const again = await waitUntil(
        () => startMigrated({ dataDir, preferredPort: postgres.port }).catch(() => null),
        { timeoutMs: 15_000, everyMs: 100 },
      );
      if (again === null) throw new Error("the database did not come back");
      postgres = again;
    },
    /** Resolves when the chain's head is indexed; returns how long that took. */
    async untilIndexed(timeoutMs = 15_000): Promise<number> {
      const started = performance.now();
      const done = await waitUntil(
        async () => {
          const [head, checkpoint] = await Promise.all([
            chain.client.getBlock({ blockTag: "latest" }),
            this.findCheckpoint(),
          ]);
          return checkpoint?.hash === head.hash;
        },
        { timeoutMs, everyMs: 5 },
      );
      if (done === null) {
        const logs = indexers.map((indexer) => indexer.output()).join("\n");
        throw new Error(`the indexer did not reach the head:\n${logs}`);
      }
      return performance.now() - started;
    },
    async stop() {
      await Promise.all(indexers.map((indexer) => indexer.stop()));
      await db.$client.end();
      await Promise.all([chain.stop(), postgres.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Fixture<C extends TestChain = TestChain> = Awaited<ReturnType<typeof createFixture<C>>>;
