import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { bytesToHex, type Hex } from "viem";
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { checkVariables } from "@/lib/doctor/check-environment";
import type { Finding } from "@/lib/doctor/finding";
import { runChecks } from "@/lib/doctor/run-checks";
import { migrate } from "@/lib/drivers/db/migrate";
import { createS3Store } from "@/lib/drivers/storage/s3";
import { childEnv, readEnv } from "@/lib/env";
import { deploymentHash } from "@/lib/features/chains/rules/deployment-hash";
import { createChainIdentities } from "@/lib/features/chains/store/create-chain-identities";
import { deployment } from "@/lib/schemas/deployment";
import { type Store, startStore } from "@/sandbox/store/start-store";
import { bundleProgram } from "../../setup/bundle";
import { type Anvil, startAnvil } from "../../setup/chain/anvil";
import { type RealChain, startRealChain } from "../../setup/chain/real-chain";
import { createEarlierDatabase, MIGRATIONS } from "../../setup/database/earlier-database";
import { startTestDatabase } from "../../setup/database/postgres";
import { runProgram } from "../../setup/run-program";
import { type RunningS3, startS3 } from "../../setup/s3/start-s3";
import { startScriptedServer } from "../../setup/servers/scripted-server";

const CHAIN = "base-sepolia";
const CHAIN_ID = 84_532;
const DEAD_URL = "http://127.0.0.1:9";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let chain: RealChain;
let mainnet: Anvil;
let twin: Anvil;
let store: Store;
let engine: Awaited<ReturnType<typeof startScriptedServer>>;
let s3: RunningS3;
let folder: string;
/** A complete configuration of several machines. */
let complete: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-doctor-"));
  [database, chain, mainnet, twin, store, engine, s3] = await Promise.all([
    startTestDatabase(),
    startRealChain(CHAIN),
    startAnvil({ chainId: 8_453 }),
    startAnvil({ genesisTime: 1_700_000_000 }),
    startStore("redis://:secret@127.0.0.1:0"),
    startScriptedServer([{ status: 200, body: { ids: [], status: 200 } }]),
    startS3(),
  ]);
  complete = {
    ...chain.variables,
    ...s3.variables,
    DATABASE_URL: database.url,
    REDIS_URL: store.url,
    RPC_URL_BASE_SEPOLIA: chain.rpcUrl,
    DATA_DIR: join(folder, "data"),
    INNGEST_BASE_URL: engine.baseUrl,
    INNGEST_EVENT_KEY: "event-key",
    INNGEST_SIGNING_KEY: "signkey-test-00",
    WALLET_SEED_KEY: generatePrivateKey(),
    NEXTAUTH_SECRET: "a secret of the tests, long enough for them",
  };
});
afterAll(async () => {
  await Promise.all([chain, mainnet, twin, store, engine, s3].map((service) => service.stop()));
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const check = (changes: Record<string, string> = {}) =>
  runChecks(() => readEnv({ ...complete, ...changes }));
const unhealthy = (findings: readonly Finding[]) =>
  findings.filter(({ status }) => status === "warning" || status === "failed");

/** A folder with a changed manifest. */
async function writeManifest(change: (text: string) => string): Promise<string> {
  const own = await mkdtemp(join(folder, "deployments-"));
  await writeFile(join(own, `${CHAIN}.json`), change(await readFile(chain.manifestPath, "utf8")));
  return own;
}

describe("the doctor", () => {
  it("finds nothing wrong with a complete configuration, and records the chain", async () => {
    const findings = await check();
    expect(unhealthy(findings)).toEqual([]);
    expect(findings.filter(({ status }) => status === "ok").length).toBeGreaterThan(7);
    const identities = createChainIdentities(
      database.db,
      () => new Date(),
      () => "live",
    );
    const manifest = deployment.parse(JSON.parse(await readFile(chain.manifestPath, "utf8")));
    expect(await identities.find(CHAIN_ID)).toMatchObject({
      deploymentHash: deploymentHash(manifest),
    });
  });

  type Fault = {
    fault: string;
    changes: () => Record<string, string> | Promise<Record<string, string>>;
    variable: string | null;
    found: RegExp;
    remedy: RegExp;
    /** Absent: the server starts and reports it. */
    stopsStart?: true;
    isWarning?: true;
  };
  const fileFaults = (
    ["BRAND_FOLDER", "LEGAL_FOLDER", "BLOCKLIST_FILE", "ALERT_RULES"] as const
  ).map(
    (variable): Fault => ({
      fault: `${variable} that does not exist`,
      changes: () => ({ ALERT_SLACK_URL: "https://hooks.slack.com/x", [variable]: "/nope" }),
      variable,
      found: /^\/nope cannot be used: /,
      remedy: /^Correct the file, or unset the variable$/,
      stopsStart: true,
    }),
  );
  const faults: Fault[] = [
    ...fileFaults,
    ...[
      {
        mistake: "an expression that the built-in alerts do not support",
        change: ["max(slipway_backup_age_seconds)", "quantile(0.9, slipway_backup_age_seconds)"],
        found: /The expression of SlipwayBackupOld cannot be evaluated: Not supported: quantile/,
      },
      {
        mistake: "a wrong pattern",
        change: ['state=~"waiting|active"', 'state=~"waiting|(active"'],
        found: /The expression of SlipwayPayoutsWaiting cannot be evaluated: Invalid regular/,
      },
      {
        mistake: "a time that the built-in alerts cannot wait",
        change: ["[5m]", "[25m]"],
        found: /SlipwayErrors needs more than 29 minutes/,
      },
    ].map(
      ({ mistake, change: [before = "", after = ""], found }): Fault => ({
        fault: `alert rules with ${mistake}`,
        changes: async () => {
          const path = join(await mkdtemp(join(folder, "rules-")), "rules.yml");
          const text = await readFile("ops/prometheus/slipway.rules.yml", "utf8");
          expect(text).toContain(before);
          await writeFile(path, text.replaceAll(before, after));
          return { ALERT_SLACK_URL: "https://hooks.slack.com/x", ALERT_RULES: path };
        },
        variable: "ALERT_RULES",
        found,
        remedy: /^Correct the file/,
        stopsStart: true,
      }),
    ),
    {
      fault: "a block list with a mistake",
      changes: async () => {
        const path = join(folder, "blocked.txt");
        await writeFile(path, "nonsense\n");
        return { BLOCKLIST_FILE: path };
      },
      variable: "BLOCKLIST_FILE",
      found: /blocked\.txt cannot be used: /,
      remedy: /^Correct the file/,
      stopsStart: true,
    },
    {
      fault: "a database that was never migrated",
      changes: async () => ({ DATABASE_URL: await createDatabase("never_migrated") }),
      variable: "DATABASE_URL",
      found: /^\d+ migrations are missing$/,
      remedy: /npm run migrate/,
      stopsStart: true,
    },
    {
      fault: "a database that is not migrated to this release",
      changes: async () => {
        const options = { server: database.url, name: "behind", before: "0020" };
        return { DATABASE_URL: await createEarlierDatabase(options) };
      },
      variable: "DATABASE_URL",
      found: /^\d+ migrations are missing$/,
      remedy: /npm run migrate/,
      stopsStart: true,
    },
    {
      fault: "a database of a release that no longer fits",
      changes: async () => ({ DATABASE_URL: await createNewerDatabase("newer", 1_000) }),
      variable: "DATABASE_URL",
      found: /newer release/,
      remedy: /newer release/,
      stopsStart: true,
    },
    {
      fault: "a database of the next release, while servers are replaced",
      changes: async () => ({ DATABASE_URL: await createNewerDatabase("next", 0) }),
      variable: "DATABASE_URL",
      found: /next release/,
      remedy: /Update/,
      isWarning: true,
    },
    {
      fault: "a database that does not respond",
      changes: () => ({ DATABASE_URL: "postgres://user:password@127.0.0.1:9/slipway" }),
      variable: "DATABASE_URL",
      found: /ECONNREFUSED/,
      remedy: /PostgreSQL/,
    },
    {
      fault: "a node of another chain",
      changes: () => ({ RPC_URL_BASE_SEPOLIA: mainnet.rpcUrl }),
      variable: "RPC_URL_BASE_SEPOLIA",
      found: /serves chain 8453, not 84532/,
      remedy: /Set RPC_URL_BASE_SEPOLIA to nodes of Base Sepolia/,
      stopsStart: true,
    },
    {
      fault: "a node of another chain with the same id",
      changes: () => ({ RPC_URL_BASE_SEPOLIA: twin.rpcUrl }),
      variable: "RPC_URL_BASE_SEPOLIA",
      found: /its genesis hash is 0x[0-9a-f]{64}, not 0x/,
      remedy: /Set RPC_URL_BASE_SEPOLIA/,
      stopsStart: true,
    },
    {
      fault: "one node of another chain among several",
      changes: () => ({ RPC_URL_BASE_SEPOLIA: `${mainnet.rpcUrl},${chain.rpcUrl}` }),
      variable: "RPC_URL_BASE_SEPOLIA",
      found: /address 1 serves chain 8453, not 84532; it is not used/,
      remedy: /Set RPC_URL_BASE_SEPOLIA/,
      isWarning: true,
    },
    {
      fault: "a node that does not respond",
      changes: () => ({ RPC_URL_BASE_SEPOLIA: DEAD_URL }),
      variable: "RPC_URL_BASE_SEPOLIA",
      found: /address 1 does not respond/,
      remedy: /Start the node/,
    },
    {
      fault: "a missing manifest",
      changes: () => ({ DEPLOYMENTS_DIR: join(folder, "nothing") }),
      variable: "DEPLOYMENTS_DIR",
      found: /base-sepolia\.json does not exist/,
      remedy: /contracts:deploy/,
      stopsStart: true,
    },
    {
      fault: "a damaged manifest",
      changes: async () => ({ DEPLOYMENTS_DIR: await writeManifest(() => "{") }),
      variable: "DEPLOYMENTS_DIR",
      found: /cannot be used/,
      remedy: /contracts:deploy/,
      stopsStart: true,
    },
    {
      fault: "another deployment than that of the database",
      changes: async () => ({
        DEPLOYMENTS_DIR: await writeManifest((manifest) =>
          manifest.replace(/"startBlock": \d+/, '"startBlock": 3'),
        ),
      }),
      variable: "DEPLOYMENTS_DIR",
      found: /describes deployment 0x[0-9a-f]{64}, and this database belongs to 0x/,
      remedy: /npm run heal -- --chain base-sepolia --accept-deployment/,
      stopsStart: true,
    },
    {
      fault: "a contract without code",
      changes: async () => {
        const { contracts } = deployment.parse(
          JSON.parse(await readFile(chain.manifestPath, "utf8")),
        );
        const nobody = privateKeyToAddress(generatePrivateKey());
        return {
          DEPLOYMENTS_DIR: await writeManifest((manifest) =>
            manifest.replace(contracts.launchLens, nobody),
          ),
        };
      },
      variable: "DEPLOYMENTS_DIR",
      found: /no code for launchLens at 0x/,
      remedy: /contracts:deploy/,
      stopsStart: true,
    },
    {
      fault: "a wallet without ETH",
      changes: () => ({ SERVER_WALLET_PRIVATE_KEY: generatePrivateKey() }),
      variable: "SERVER_WALLET_PRIVATE_KEY",
      found: /0x[0-9a-fA-F]{40} has 0 ETH/,
      remedy: /Send it ETH/,
    },
    {
      fault: "a wrong event key",
      changes: async () => {
        const refusing = await startScriptedServer([{ status: 401, body: {} }]);
        onTestFinished(() => refusing.stop());
        return { INNGEST_BASE_URL: refusing.baseUrl };
      },
      variable: "INNGEST_EVENT_KEY",
      found: /rejects the key \(status 401\)/,
      remedy: /Copy the event key/,
    },
    {
      fault: "a signing key that no engine accepts",
      changes: () => ({ INNGEST_SIGNING_KEY: "signkey-prod-xyz" }),
      variable: "INNGEST_SIGNING_KEY",
      found: /not hex/,
      remedy: /openssl rand -hex 32/,
    },
    {
      fault: "a job engine that does not respond",
      changes: () => ({ INNGEST_BASE_URL: DEAD_URL }),
      variable: "INNGEST_BASE_URL",
      found: /does not respond/,
      remedy: /Start it/,
    },
    {
      fault: "a rate-limit store that does not respond",
      changes: () => ({ REDIS_URL: "redis://127.0.0.1:9" }),
      variable: "REDIS_URL",
      found: /does not respond/,
      remedy: /Start it/,
    },
    {
      fault: "a bucket that does not exist",
      changes: () => ({ S3_BUCKET: "nowhere" }),
      variable: "S3_BUCKET",
      found: /there is no bucket nowhere/,
      remedy: /Create the bucket/,
    },
    {
      fault: "a key that the store refuses",
      changes: () => ({ S3_ACCESS_KEY_ID: "another" }),
      variable: "S3_ACCESS_KEY_ID",
      found: /does not allow this key to write an object in slipway: .*status 403/,
      remedy: /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
    },
    {
      fault: "file storage that does not respond",
      changes: () => ({ S3_ENDPOINT: DEAD_URL }),
      variable: "S3_ENDPOINT",
      found: /cannot write an object in slipway: .*ECONNREFUSED/,
      remedy: /correct S3_ENDPOINT/,
    },
    {
      fault: "a data folder that cannot be written",
      changes: async () => {
        await writeFile(join(folder, "file"), "");
        return { DATA_DIR: join(folder, "file", "data") };
      },
      variable: "DATA_DIR",
      found: /cannot be read and written/,
      remedy: /another folder/,
      stopsStart: true,
    },
    {
      fault: "a folder of stored files that cannot be used",
      changes: async () => {
        const data = join(folder, "unusable");
        await mkdir(data);
        // The mode of a folder does not limit root, which may run this test.
        await writeFile(join(data, "ipfs"), "", { mode: 0o600 });
        const none = { S3_BUCKET: "", S3_ACCESS_KEY_ID: "", S3_SECRET_ACCESS_KEY: "" };
        return { ...none, S3_ENDPOINT: "", DATA_DIR: data };
      },
      variable: "DATA_DIR",
      found: /cannot be read and written: EACCES.*ipfs/,
      remedy: /Give the server's user access/,
      stopsStart: true,
    },
    {
      fault: "a cache that cannot be used, with a bucket",
      changes: async () => {
        const data = join(folder, "unusable-cache");
        await mkdir(data);
        await writeFile(join(data, "cache"), "", { mode: 0o600 });
        return { DATA_DIR: data };
      },
      variable: "DATA_DIR",
      found: /cannot be read and written: EACCES.*cache/,
      remedy: /Give the server's user access/,
      stopsStart: true,
    },
    {
      fault: "a published secret on a real chain",
      changes: () => ({ WALLET_SEED_KEY: `0x${"22".repeat(32)}` }),
      variable: "WALLET_SEED_KEY",
      found: /published example/,
      remedy: /Generate your own/,
      stopsStart: true,
    },
    {
      fault: "a rate-limit exemption for everyone",
      changes: () => ({ RATE_LIMIT_EXEMPT: "0.0.0.0/0" }),
      variable: "RATE_LIMIT_EXEMPT",
      found: /exempts every caller/,
      remedy: /Name the networks/,
      isWarning: true,
    },
    {
      fault: "alerts by email without a mail server",
      changes: () => ({ ALERT_EMAILS: "ops@example.com" }),
      variable: "SMTP_URL",
      found: /^ALERT_EMAILS needs it$/,
      remedy: /^Example: SMTP_URL=/,
      stopsStart: true,
    },
    {
      fault: "a default market cap below the minimum",
      changes: () => ({ MARKET_CAP_MIN_USDC: "5000000000" }),
      variable: "MARKET_CAP_DEFAULT_USDC",
      found: /must be at least MARKET_CAP_MIN_USDC, which is 5000000000, but is 4000000000/,
      remedy: /^Correct its value$/,
      stopsStart: true,
    },
    {
      fault: "links that name another host",
      changes: () => ({ TRUSTED_PROXY_HOPS: "1" }),
      variable: "PUBLIC_URL",
      found: /TRUSTED_PROXY_HOPS is set without PUBLIC_URL/,
      remedy: /Example: PUBLIC_URL=/,
      isWarning: true,
    },
  ];

  it.each(faults)("reports $fault", async (expected) => {
    const { changes, variable, found, remedy, stopsStart = false, isWarning = false } = expected;
    const [finding, ...others] = unhealthy(await check(await changes()));
    expect(others).toEqual([]);
    expect(finding).toEqual({
      check: expect.any(String),
      variable,
      status: isWarning ? "warning" : "failed",
      found: expect.stringMatching(found),
      remedy: expect.stringMatching(remedy),
      stopsStart,
    });
  });

  it("leaves nothing in the bucket", async () => {
    const bucket = createS3Store(s3.options);
    expect(unhealthy(await check())).toEqual([]);
    for await (const { key } of bucket.list("doctor/")) expect.fail(key);
  });

  it("reports contracts of another release, to which no launch of this one can be sent", async () => {
    const { contracts } = deployment.parse(JSON.parse(await readFile(chain.manifestPath, "utf8")));
    const DEPLOYMENTS_DIR = await writeManifest((manifest) =>
      manifest.replace(contracts.launchpad, contracts.launchLens),
    );
    expect(unhealthy(await check({ DEPLOYMENTS_DIR }))).toContainEqual({
      check: "Base Sepolia contracts",
      status: "failed",
      stopsStart: true,
      variable: "DEPLOYMENTS_DIR",
      found: `launchpad at ${contracts.launchLens} does not have the function launch of this release`,
      remedy: expect.stringContaining("npm run contracts:deploy"),
    });
  });

  it("reports a server wallet that the contracts do not allow to launch", async () => {
    const SERVER_WALLET_PRIVATE_KEY = generatePrivateKey();
    const address = privateKeyToAddress(SERVER_WALLET_PRIVATE_KEY);
    await chain.fund(address, 1n);
    expect(unhealthy(await check({ SERVER_WALLET_PRIVATE_KEY }))).toContainEqual({
      check: "Base Sepolia server wallet",
      status: "failed",
      stopsStart: false,
      variable: "SERVER_WALLET_PRIVATE_KEY",
      found: expect.stringContaining(`${address} is not a launcher of 0x`),
      remedy: expect.stringContaining(`set-launcher --chain ${CHAIN} --launcher ${address}`),
    });
  });

  it("accepts a deployment that the operator has made again", async () => {
    const DEPLOYMENTS_DIR = await writeManifest((manifest) =>
      manifest.replace(/"startBlock": \d+/, '"startBlock": 4'),
    );
    const heal = await bundleProgram("lib/commands/heal.ts");
    const run = (...args: string[]) =>
      runIn(folder, heal, { ...complete, DEPLOYMENTS_DIR }, ["--chain", CHAIN, ...args]);
    expect(await run("--accept-deployment")).toMatchObject({ code: 0 });
    expect(unhealthy(await check({ DEPLOYMENTS_DIR }))).toHaveLength(1);
    expect(await run("--accept-deployment", "--apply")).toMatchObject({ code: 0, stderr: "" });
    expect(unhealthy(await check({ DEPLOYMENTS_DIR }))).toEqual([]);
    const back = ["--chain", CHAIN, "--accept-deployment", "--apply"];
    expect(await runIn(folder, heal, complete, back)).toMatchObject({ code: 0 });
  });

  it("says that a deployment is recorded when the node then fails", async () => {
    const DEPLOYMENTS_DIR = await writeManifest((manifest) =>
      manifest.replace(/"startBlock": \d+/, '"startBlock": 5'),
    );
    const heal = await bundleProgram("lib/commands/heal.ts");
    const accept = ["--chain", CHAIN, "--accept-deployment"];
    const own = { ...complete, DEPLOYMENTS_DIR, RPC_URL_BASE_SEPOLIA: "http://127.0.0.1:1" };
    const dry = await runIn(folder, heal, own, accept);
    expect(dry).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was changed.") });
    const applied = await runIn(folder, heal, own, [...accept, "--apply"]);
    expect(applied.code).toBe(1);
    expect(applied.stderr).not.toContain("Nothing was changed");
    expect(applied.stderr).toContain(
      "The deployment is recorded; the nonces of the server wallet were not changed.",
    );
    expect(unhealthy(await check({ DEPLOYMENTS_DIR }))).toEqual([]);
    const back = ["--chain", CHAIN, "--accept-deployment", "--apply"];
    expect(await runIn(folder, heal, complete, back)).toMatchObject({ code: 0 });
  });

  const anvilKey = (addressIndex: number): Hex => {
    const mnemonic = "test test test test test test test test test test test junk";
    const { privateKey } = mnemonicToAccount(mnemonic, { addressIndex }).getHdKey();
    if (!privateKey) throw new Error("no key");
    return bytesToHex(privateKey);
  };
  const FEED = {
    FEED_SOURCE_RPC_URL: "https://ethereum.example",
    FEED_SOURCE_ADDRESS: "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70",
  };
  it.each<[string, string, Record<string, string>?]>([
    ...Array.from({ length: 10 }, (_, index): [string, string] => [
      "SERVER_WALLET_PRIVATE_KEY",
      anvilKey(index),
    ]),
    ["SERVER_WALLET_PRIVATE_KEY", `0x${anvilKey(0).slice(2).toUpperCase()}`],
    ["SERVER_WALLET_PRIVATE_KEY", `0x${"22".repeat(32)}`],
    ["FEED_SETTER_PRIVATE_KEY", `0x${"33".repeat(32)}`, FEED],
    ["FEED_SETTER_PRIVATE_KEY", anvilKey(1), FEED],
    ["CONTRACTS_OWNER_PRIVATE_KEY", `0x${"11".repeat(32)}`],
    ["WALLET_SEED_KEY", anvilKey(2)],
    ["NEXTAUTH_SECRET", "the output of: openssl rand -base64 32"],
    ["METRICS_TOKEN", "a-long-random-text"],
  ])("rejects a published %s with a real chain: %s", (variable, value, others) => {
    const { findings } = checkVariables(() =>
      readEnv({ ...complete, ...others, [variable]: value }),
    );
    const found = expect.stringMatching(/published example/);
    expect(unhealthy(findings)).toContainEqual(
      expect.objectContaining({ check: "secret", variable, found }),
    );
  });

  it("only warns of a published WALLET_SEED_KEY_PREVIOUS, so that it can be replaced", () => {
    const WALLET_SEED_KEY_PREVIOUS = `0x${"33".repeat(32)}`;
    const { findings } = checkVariables(() => readEnv({ ...complete, WALLET_SEED_KEY_PREVIOUS }));
    expect(findings.filter(({ stopsStart }) => stopsStart)).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({
        variable: "WALLET_SEED_KEY_PREVIOUS",
        status: "warning",
        remedy: expect.stringContaining("npm run secrets -- rotate"),
      }),
    );
  });

  it("reports each invalid variable with an example", () => {
    const { env, findings } = checkVariables(() => readEnv({ PORT: "three", REDIS_URL: "x" }));
    expect(env).toBeNull();
    expect(findings.map(({ variable, remedy }) => [variable, remedy])).toEqual([
      ["PORT", "Example: PORT=3000"],
      ["REDIS_URL", expect.stringMatching(/^Example: REDIS_URL=/)],
    ]);
  });
});

describe("npm run doctor", () => {
  const report = z.object({ ok: z.boolean(), findings: z.array(z.object({ status: z.string() })) });
  let program: string;
  beforeAll(async () => {
    program = await bundleProgram("lib/commands/doctor.ts");
  });

  it("reads .env.local, .env and the variables of the shell, which take precedence", async () => {
    const cwd = await mkdtemp(join(folder, "cwd-"));
    const { DATABASE_URL, REDIS_URL, ...rest } = complete;
    const lines = Object.entries({ ...rest, DATABASE_URL: "postgres://127.0.0.1:9/no" });
    await writeFile(
      join(cwd, ".env"),
      lines.map(([name, value]) => `${name}="${value}"`).join("\n"),
    );
    await writeFile(join(cwd, ".env.local"), `REDIS_URL=${REDIS_URL}\nDATABASE_URL=`);
    const wrong = await runIn(cwd, program, {}, ["--json"]);
    const right = await runIn(cwd, program, { DATABASE_URL: DATABASE_URL ?? "" }, ["--json"]);
    expect(report.parse(JSON.parse(right.stdout)).ok).toBe(true);
    expect(right.code).toBe(0);
    // `.env.local` unsets it.
    expect(wrong.stdout).toContain(
      "not set: `npm start` runs an embedded one; `npm run migrate`, `npm run heal` and separate servers need it",
    );
  });

  it("exits with 1, naming variable, finding and remedy, when a check fails", async () => {
    const { code, stdout } = await runIn(folder, program, {
      ...complete,
      RPC_URL_BASE_SEPOLIA: mainnet.rpcUrl,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /FAILED +Base Sepolia nodes \(RPC_URL_BASE_SEPOLIA\): RPC address 1 serves chain 8453, not 84532\. Set RPC_URL_BASE_SEPOLIA to nodes of Base Sepolia/,
    );
  });

  it("runs before an indexer starts", async () => {
    const indexer = await bundleProgram("lib/indexer/main.ts");
    const { code, stdout } = await runIn(folder, indexer, {
      ...complete,
      RPC_URL_BASE_SEPOLIA: twin.rpcUrl,
    });
    expect(code).toBe(1);
    expect(stdout).toContain("RPC_URL_BASE_SEPOLIA");
    expect(stdout).toContain("serves another chain with id 84532");
    expect(stdout).toContain("not started");
  });
});

async function createDatabase(name: string): Promise<string> {
  await database.db.execute(`create database ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** A database that a later release has migrated; `ahead` milliseconds after this release. */
async function createNewerDatabase(name: string, ahead: number): Promise<string> {
  const url = await createDatabase(name);
  await migrate(url, MIGRATIONS);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const newest = "(select max(created_at) from drizzle.__drizzle_migrations)";
  await client.query(`update launch.schema_state set previous_migration = ${newest} + ${ahead}`);
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${newest} + 2000)`,
  );
  await client.end();
  return url;
}

/** Runs a program with exactly these variables of this service. */
async function runIn(
  cwd: string,
  program: string,
  variables: Record<string, string>,
  args: readonly string[] = [],
) {
  await mkdir(cwd, { recursive: true });
  return runProgram([program, ...args], { ...childEnv({}), ...variables }, cwd);
}
