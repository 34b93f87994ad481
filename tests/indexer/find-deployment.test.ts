import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { deploymentHash } from "@/lib/features/chains/rules/deployment-hash";
import { createChainIdentities } from "@/lib/features/chains/store/create-chain-identities";
import { createDeploymentFinder } from "@/lib/indexer/create-deployment-finder";
import { type Deployment, deployment } from "@/lib/schemas/deployment";
import { startTestDatabase } from "../setup/database/postgres";

const CHAIN_ID = 8_453;
const addressOf = (byte: string) => `0x${byte.repeat(20)}`;

function manifestOf(launchpad: string): Deployment {
  const names = [
    "poolManager",
    "universalRouter",
    "permit2",
    "v4Quoter",
    "stateView",
    "launchHook",
  ];
  const others = [...names, "feeStream", "managerFactory", "launchLens"];
  return deployment.parse({
    chainId: CHAIN_ID,
    slug: "base",
    sandbox: false,
    startBlock: 1,
    deployedAt: "2026-01-01T00:00:00Z",
    universalRouterVersion: "2.1.1",
    contracts: {
      ...Object.fromEntries(others.map((name) => [name, addressOf("aa")])),
      launchpad,
    },
  });
}

const OWN = manifestOf(addressOf("01"));
const OTHER = manifestOf(addressOf("02"));

let database: Awaited<ReturnType<typeof startTestDatabase>>;
const identitiesOf = (db: typeof database.db) =>
  createChainIdentities(
    db,
    () => new Date(),
    () => "live",
  );
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(() => database.db.execute("delete from launch.chain_identities"));

const record = (of: Deployment) =>
  identitiesOf(database.db).record(CHAIN_ID, {
    genesisHash: "0x01",
    deploymentHash: deploymentHash(of),
  });

it("accepts any manifest until one is recorded, and then only that one", async () => {
  let manifest: Deployment | null = null;
  const chainIdentities = identitiesOf(database.db);
  const find = createDeploymentFinder({ chain: "base", load: () => manifest, chainIdentities });
  expect(await find()).toBeNull();
  manifest = OTHER;
  expect(await find()).toBe(OTHER);
  await record(OWN);
  await expect(find()).rejects.toThrow(/manifest has changed.*--chain base --accept-deployment/);
  manifest = OWN;
  expect(await find()).toBe(OWN);
  manifest = OTHER;
  await expect(find()).rejects.toThrow("manifest has changed");
});

it("accepts no manifest while the record cannot be read, and the recorded one later", async () => {
  await record(OWN);
  const db = createDatabase({
    url: "postgres://nobody@127.0.0.1:9/none",
    connectionsMax: 1,
    onError: () => undefined,
  });
  const load = () => OTHER;
  const unreachable = identitiesOf(db);
  const find = createDeploymentFinder({ chain: "base", load, chainIdentities: unreachable });
  await expect(find()).rejects.toThrow();
  await expect(find()).rejects.toThrow();
  await db.$client.end();
});

it("does not need the database for a manifest that it has compared", async () => {
  await record(OWN);
  const own = createDatabase({ url: database.url, connectionsMax: 1, onError: () => undefined });
  const chainIdentities = identitiesOf(own);
  const find = createDeploymentFinder({ chain: "base", load: () => OWN, chainIdentities });
  expect(await find()).toBe(OWN);
  await own.$client.end();
  expect(await find()).toBe(OWN);
});
