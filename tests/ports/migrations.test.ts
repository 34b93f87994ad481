import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/db/create-database";
import { migrate } from "@/lib/db/migrate";
import * as account from "@/lib/db/schema/account";
import * as launch from "@/lib/db/schema/launch";
import * as market from "@/lib/db/schema/market";
import * as managers from "@/lib/db/schema/market-managers";
import * as series from "@/lib/db/schema/market-series";
import * as media from "@/lib/db/schema/media";
import * as wallets from "@/lib/db/schema/wallets";
import { createEarlierDatabase, MIGRATIONS } from "../setup/earlier-database";
import { startTestDatabase } from "../setup/postgres";

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const TABLES = [account, launch, market, managers, series, media, wallets]
  .flatMap((schema): unknown[] => Object.values(schema))
  .filter((value) => is(value, PgTable));

describe("migrations", () => {
  it.each(TABLES.map((table) => [getTableName(table), table] as const))(
    "create every column of %s",
    async (_, table) => {
      expect(await database.db.select().from(table).limit(1)).toEqual([]);
    },
  );

  it("keep the rows whose columns have new names", async () => {
    const url = await createEarlierDatabase({
      server: database.url,
      name: "before_names",
      before: "0014",
    });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const split = { kind: "fee_split", variant: "dynamic", creatorShareBps: 1_000, recipients: [] };
    const job = (id: string, treasury: object) =>
      client.query(
        `insert into launch.jobs (id, chain, state, token, token_uri, creator, treasury,
          creator_share_bps, market_cap_usdc, launch_id, expected_address, created_at, touched_at)
        values ($1, 'base', 'waiting', '{}', '', '0x01', $2, 7000, 1, $1, '0x02', now(), now())`,
        [id, JSON.stringify(treasury)],
      );
    await job("split", split);
    await job("plain", { kind: "none" });
    await client.query(`
      insert into market.models (id, chain_id, state, version) values (8453, 8453, 'live', 3);
      insert into market.blocks (chain, number, hash) values (8453, 7, '\\x01');
      insert into market.managers (chain, address, kind, owner, bps, generation)
      values (8453, '\\x${"aa".repeat(20)}', 2, '\\x${"bb".repeat(20)}', 500, 0)`);
    await client.end();

    await migrate(url, MIGRATIONS);

    const db = createDatabase({ url, connectionsMax: 1, onError: () => undefined });
    try {
      const launches = await db.select().from(launch.transactions).orderBy(launch.transactions.id);
      const treasury = {
        kind: "fee_split",
        managerKind: "dynamic_split",
        creatorFirstBps: 1_000,
        recipients: [],
      };
      expect(launches).toMatchObject([
        { id: "plain", payload: { feeShareBps: 7_000, treasury: { kind: "none" } } },
        { id: "split", payload: { feeShareBps: 7_000, treasury } },
      ]);
      expect(await db.select().from(series.datasets)).toMatchObject([
        { id: 8_453, chainId: 8_453, state: "live" },
      ]);
      expect(await db.select().from(market.blocks)).toMatchObject([
        { datasetId: 8_453, number: 7 },
      ]);
      expect(await db.select().from(managers.managers)).toMatchObject([
        { datasetId: 8_453, kind: "static_split", bps: 500 },
      ]);
    } finally {
      await db.$client.end();
    }
  });
});
