import { spawn } from "node:child_process";
import { access, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployContracts } from "@/contracts/script/deploy/deploy";
import { migrate } from "@/lib/drivers/db/migrate";
import { childEnv } from "@/lib/env";
import { type SandboxChain, startChain } from "@/sandbox/chain/start-chain";
import { type PostgresServer, startPostgres } from "@/sandbox/postgres/start-postgres";
import { lockDataDir } from "@/sandbox/process/lock-data-dir";
import { readSecrets } from "@/sandbox/process/machine-secrets";
import { PortMemory } from "@/sandbox/process/port-memory";
import { startIndexer } from "../indexer/support/start-indexer";

const CHAIN = "base-sepolia";
const CHAIN_ID = 84_532;

let dataDir: string;
let postgres: PostgresServer;
let chain: SandboxChain;
let indexer: Awaited<ReturnType<typeof startIndexer>>;
let unlock: () => Promise<void>;

/** A data folder as `npm start` leaves it, with an indexed chain and running services. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway reindex "));
  unlock = await lockDataDir(dataDir);
  const secrets = await readSecrets(dataDir);
  const privateKey = generatePrivateKey();
  [postgres, chain] = await Promise.all([
    startPostgres({ dataDir, password: secrets.postgresPassword }),
    startChain({
      dataDir,
      slug: CHAIN,
      chainId: CHAIN_ID,
      faucetToken: secrets.faucetToken,
      log: () => undefined,
    }),
  ]);
  const ports = await PortMemory.open(dataDir);
  ports.set("database", postgres.port);
  ports.set(CHAIN, chain.port);
  await ports.save();
  await migrate(postgres.url, "lib/drivers/db/migrations");
  await chain.node.fund(privateKeyToAccount(privateKey).address, 10n ** 21n);
  await deployContracts({
    rpcUrl: chain.url,
    chainId: CHAIN_ID,
    slug: CHAIN,
    privateKey,
    manifestPath: join(dataDir, "deployments", `${CHAIN}.json`),
    sandbox: true,
    log: () => undefined,
  });
  indexer = await startIndexer({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    RPC_URL_BASE_SEPOLIA: chain.url,
    SANDBOX_PARTS: `database,${CHAIN}`,
  });
});
afterAll(async () => {
  await stopParts();
  await rm(dataDir, { recursive: true, force: true });
});

async function stopParts(): Promise<void> {
  await indexer.stop();
  await Promise.all([chain.stop(), postgres.stop()]);
  await unlock();
}

/** The command as documented, without any configuration. */
async function reindex(args: string[], folder = dataDir) {
  const child = spawn("npm", ["run", "--silent", "reindex", "--", ...args], {
    env: childEnv({ DATA_DIR: folder }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output: `${stdout}${stderr}` };
}

describe("npm run reindex", { timeout: 120_000 }, () => {
  it("uses a running sandbox and leaves it running", async () => {
    const { code, output } = await reindex(["--chain", CHAIN, "--from", "2"]);
    expect(output).toContain("rebuilt dataset is live");
    expect(code).toBe(0);
    expect(indexer.isRunning()).toBe(true);
    expect(await chain.node.call("eth_chainId")).toBe("0x14a34");
  });

  it("starts what it needs of a stopped sandbox and stops it afterwards", async () => {
    await stopParts();
    const { code, output } = await reindex(["--chain", CHAIN]);
    expect(output).toContain("rebuilt dataset is live");
    expect(code).toBe(0);
    await expect(access(join(dataDir, "supervisor.lock"))).rejects.toThrow("ENOENT");
    await expect(fetch(chain.url)).rejects.toThrow("fetch failed");
  });

  it("creates nothing without stored data, and explains why", async () => {
    const empty = await mkdtemp(join(tmpdir(), "slipway-empty-"));
    const { code, output } = await reindex(["--chain", "base"], empty);
    expect(code).toBe(1);
    expect(output).toContain("Start Slipway there first");
    expect(await readdir(empty)).toEqual([]);
    const unknown = await reindex(["--chain", "moon"], empty);
    expect(unknown.code).toBe(2);
    expect(unknown.output).toContain(
      "Usage: npm run reindex -- --chain base|base-sepolia|robinhood",
    );
    expect(await readdir(empty)).toEqual([]);
    await rm(empty, { recursive: true });
  });
});
