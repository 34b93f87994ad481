import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { createSecrets } from "@/lib/drivers/secrets/create-secrets";
import { readWrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import { readEnv } from "@/lib/env";
import { createSecretStore } from "@/lib/features/secrets/store/create-secret-store";
import { createBackup } from "@/sandbox/backup/create-backup";
import { restoreBackup } from "@/sandbox/backup/restore-backup";
import { startTestDatabase } from "../setup/database/postgres";

const ROOT = process.cwd();
const KEY = `0x${"33".repeat(32)}`;
const REFUSED = "The backup has a wallet seed but not the key that encrypts it";

let server: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;
/** The data folder of the machine that is restored. */
let dataDir: string;
let databases = 0;

beforeAll(async () => {
  server = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "slipway key "));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(folder, "machine-"));
  await server.db.execute("truncate launch.secrets");
});

/** Stores a seed as the first start of an installation does. */
async function createSeed(): Promise<void> {
  const db = createDatabase({ url: server.url, connectionsMax: 1, onError: () => undefined });
  const keys = readWrappingKeys({ current: KEY, previous: undefined });
  const secrets = createSecrets({ store: createSecretStore(db), keys, now: () => new Date() });
  try {
    await secrets.openOrCreate("wallet-seed", () => Buffer.alloc(32, 7));
  } finally {
    await db.$client.end();
  }
}

async function backUp(from: string, withSecrets = false): Promise<string> {
  const place = join(folder, `backup-${databases}`);
  await createBackup({
    env: readEnv({ DATA_DIR: from, DATABASE_URL: server.url }),
    root: ROOT,
    databaseUrl: server.url,
    place: { kind: "folder", folder: place },
    withSecrets,
  });
  return place;
}

async function restore(from: string, variables: Record<string, string> = {}) {
  const name = `restored_${databases}`;
  databases += 1;
  await server.db.execute(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const env = readEnv({ DATA_DIR: dataDir, DATABASE_URL: url.href, ...variables });
  const place = { kind: "folder", folder: from } as const;
  const result = restoreBackup({ env, root: ROOT, place, isForced: false });
  return result.then(
    () => ({ error: null, url: url.href }),
    (error: unknown) => ({ error: String(error), url: url.href }),
  );
}

async function hasTables(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (
      (await client.query("select 1 from pg_namespace where nspname = 'launch'")).rows.length > 0
    );
  } finally {
    await client.end();
  }
}

describe("a backup without the key of its wallet seed", () => {
  it("is refused before anything is changed, with what to restore first", async () => {
    await createSeed();
    const { error, url } = await restore(await backUp(join(folder, "none")));
    expect(error).toContain(REFUSED);
    expect(error).toContain(`First restore secrets.json to ${dataDir}, or set WALLET_SEED_KEY`);
    expect(await hasTables(url)).toBe(false);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("is restored after secrets.json", async () => {
    await createSeed();
    const from = await backUp(join(folder, "none"));
    await writeFile(join(dataDir, "secrets.json"), JSON.stringify({ walletSeedKey: KEY }));
    expect(await restore(from)).toMatchObject({ error: null });
  });

  it("is restored with WALLET_SEED_KEY", async () => {
    await createSeed();
    const from = await backUp(join(folder, "none"));
    expect(await restore(from, { WALLET_SEED_KEY: KEY })).toMatchObject({ error: null });
  });

  it("is refused as well when an earlier version stored the seed in a file", async () => {
    const from = join(folder, "earlier");
    await mkdir(join(from, "wallets/live"), { recursive: true });
    await writeFile(join(from, "wallets/live/seed.json"), "an encrypted seed");
    expect((await restore(await backUp(from))).error).toContain(REFUSED);
  });
});

describe("other backups are restored without a key", () => {
  it("with --with-secrets, which contains it", async () => {
    await createSeed();
    const from = join(folder, "own");
    await mkdir(from);
    await writeFile(join(from, "secrets.json"), JSON.stringify({ walletSeedKey: KEY }));
    expect(await restore(await backUp(from, true))).toMatchObject({ error: null });
    expect(await readdir(dataDir)).toContain("secrets.json");
  });

  it("of an installation that has no secrets yet", async () => {
    expect(await restore(await backUp(join(folder, "none")))).toMatchObject({ error: null });
  });
});
