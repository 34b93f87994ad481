import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { migrate } from "@/lib/drivers/db/migrate";
import { createSecrets } from "@/lib/drivers/secrets/create-secrets";
import { readWrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import { childEnv, readEnv } from "@/lib/env";
import { createSecretStore } from "@/lib/features/secrets/store/create-secret-store";
import { openEngineSecrets } from "@/sandbox/parts/open-engine-secrets";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { lockDataDir } from "@/sandbox/process/lock-data-dir";
import { readSecrets } from "@/sandbox/process/machine-secrets";
import { PortMemory } from "@/sandbox/process/port-memory";
import { Terminal } from "@/sandbox/process/terminal";
import { writeFileAtomic } from "@/sandbox/process/write-file-atomic";
import { writeSeedFile } from "../setup/stack/seeds";

const OWN_KEY = `0x${"77".repeat(32)}`;
const FORMER = {
  sessionSecret: "the session secret of an earlier version",
  inngestSigningKey: "signkey-local-of-an-earlier-version",
};
let dataDir: string;
let stop: (() => Promise<void>) | null = null;

/** The sandbox's database, and what the supervisor does before it starts the web server. */
async function start() {
  const unlock = await lockDataDir(dataDir);
  const secrets = await readSecrets(dataDir);
  const postgres = await startPostgres({ dataDir, password: secrets.postgresPassword });
  stop = async () => {
    stop = null;
    await postgres.stop();
    await unlock();
  };
  const ports = await PortMemory.open(dataDir);
  ports.set("database", postgres.port);
  await ports.save();
  await migrate(postgres.url, "lib/drivers/db/migrations");
  const env = readEnv({ DATA_DIR: dataDir });
  const terminal = new Terminal(join(dataDir, "logs"), "warn");
  const shared = await openEngineSecrets({ env, secrets, terminal }, postgres.url);
  return { url: postgres.url, shared };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway secrets "));
});
afterAll(async () => {
  await stop?.();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs `npm run secrets --`. */
async function run(args: string[], variables: Parameters<typeof childEnv>[0] = {}) {
  const child = spawn(process.execPath, ["sandbox/secrets.mjs", ...args], {
    env: childEnv({ DATA_DIR: dataDir, ...variables }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output: `${stdout}${stderr}` };
}

async function valuesIn(databaseUrl: string, key: string): Promise<string[]> {
  const db = createDatabase({
    url: databaseUrl,
    connectionsMax: 1,
    onError: () => undefined,
  });
  const keys = readWrappingKeys({ current: key, previous: undefined });
  const secrets = createSecrets({
    store: createSecretStore(db),
    keys,
    now: () => new Date(),
  });
  try {
    const values = [];
    for (const { name } of await secrets.list()) values.push(`${await secrets.open(name)}`);
    return values;
  } finally {
    await db.$client.end();
  }
}

describe("the secrets of a data folder", () => {
  it("that an earlier version generated move into the database and stay the same", async () => {
    const former = { ...(await readSecrets(dataDir)), ...FORMER };
    await writeFileAtomic(join(dataDir, "secrets.json"), JSON.stringify(former));
    const { url, shared } = await start();
    expect(shared.engineSigningKey).toBe(FORMER.inngestSigningKey);
    const kept = await readSecrets(dataDir);
    expect(await valuesIn(url, kept.walletSeedKey)).toContain(FORMER.sessionSecret);
    for (const name of Object.keys(FORMER)) expect(kept).not.toHaveProperty(name);
    await stop?.();
    expect((await start()).shared).toEqual(shared);
  });
});

describe("npm run secrets", { timeout: 120_000 }, () => {
  it("shows names, ages and fingerprints of a running instance, and no value", async () => {
    const { walletSeedKey, ...own } = await readSecrets(dataDir);
    const port = (await PortMemory.open(dataDir)).get("database");
    const url = `postgres://slipway:${own.postgresPassword}@127.0.0.1:${port}/slipway`;
    const { code, output } = await run(["show"], { METRICS_TOKEN: "a-short-token" });
    expect(output).toMatch(/session +[0-9a-f]{16} +0 days +[0-9a-f]{16} +0 days +yes/);
    expect(output).toContain("engine/signing-key");
    expect(output).toContain("METRICS_TOKEN");
    expect(code).toBe(0);
    const stored = await valuesIn(url, walletSeedKey);
    for (const value of [...stored, ...Object.values(own), walletSeedKey, "a-short-token"]) {
      expect(output).not.toContain(value);
    }
  });

  it("does not replace a generated key while Slipway runs", async () => {
    const before = await readSecrets(dataDir);
    const { code, output } = await run(["rotate"]);
    expect(output).toContain("Stop it, then run this again");
    expect(code).toBe(1);
    expect(await readSecrets(dataDir)).toEqual(before);
  });

  it("replaces a generated key, and imports seed files that need the replaced one", async () => {
    await stop?.();
    const before = await readSecrets(dataDir);
    const key = Buffer.from(before.walletSeedKey.slice(2), "hex");
    const seed = writeSeedFile(join(dataDir, "wallets", "sandbox", "seed.json"), key, "left");
    const { code, output } = await run(["rotate"]);
    expect(output).toContain("Encrypted 4 secrets with a new generated key");
    expect(code).toBe(0);
    const after = await readSecrets(dataDir);
    expect(after.walletSeedKey).not.toBe(before.walletSeedKey);
    expect(after).not.toHaveProperty("walletSeedKeyPrevious");
    expect(await readdir(join(dataDir, "wallets", "sandbox"))).toEqual([
      `seed-${seed.id}.imported.json`,
    ]);
    const { url, shared } = await start();
    expect(shared.engineSigningKey).toBe(FORMER.inngestSigningKey);
    expect(await valuesIn(url, after.walletSeedKey)).toContain(`${Buffer.from(seed.bytes)}`);
  });

  it("replaces the key of WALLET_SEED_KEY, a generated one at first, while Slipway runs", async () => {
    const first = await run(["rotate"], { WALLET_SEED_KEY: OWN_KEY });
    expect(first.output).toContain("Encrypted 4 secrets with WALLET_SEED_KEY");
    expect(first.code).toBe(0);
    const again = await run(["rotate"], { WALLET_SEED_KEY: OWN_KEY });
    expect(again.output).toContain("All 4 secrets are encrypted with WALLET_SEED_KEY");
    const wrong = await run(["rotate"], { WALLET_SEED_KEY: `0x${"78".repeat(32)}` });
    expect(wrong.output).toContain("Set WALLET_SEED_KEY to the key that the other nodes use");
    expect(wrong.code).toBe(1);
    await stop?.();
    // The generated key of this folder does not open them anymore.
    await expect(start()).rejects.toThrow(/Set WALLET_SEED_KEY/);
  });

  it("explains its use, and creates nothing without stored data", async () => {
    const wrong = await run(["show", "session"]);
    expect(wrong.output).toContain("Usage: npm run secrets -- show");
    expect(wrong.code).toBe(2);
    const empty = await mkdtemp(join(tmpdir(), "slipway-empty-"));
    const { code, output } = await run(["show"], { DATA_DIR: empty });
    expect(output).toContain("Start Slipway there first");
    expect(code).toBe(1);
    expect(await readdir(empty)).toEqual([]);
    await rm(empty, { recursive: true });
  });
});
