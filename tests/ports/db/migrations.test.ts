import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { migrate } from "@/lib/drivers/db/migrate";
import * as schema from "@/lib/drivers/db/tables";
import { gasReservations } from "@/lib/features/budget/store/tables";
import * as chains from "@/lib/features/chains/store/tables";
import * as managers from "@/lib/features/market/store/tables/manager-tables";
import * as positions from "@/lib/features/market/store/tables/position-tables";
import * as series from "@/lib/features/market/store/tables/series-tables";
import * as market from "@/lib/features/market/store/tables/tables";
import * as media from "@/lib/features/media/store/tables";
import * as launch from "@/lib/features/transactions/store/tables";
import * as account from "@/lib/features/users/store/tables";
import * as wallets from "@/lib/features/users/store/wallet-tables";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import { createEarlierDatabase, MIGRATIONS } from "../../setup/database/earlier-database";
import { startTestDatabase } from "../../setup/database/postgres";

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const TABLES = [account, chains, launch, market, managers, positions, series, media, wallets]
  .flatMap((tables): unknown[] => Object.values(tables))
  .filter((value) => is(value, PgTable));

describe("migrations", () => {
  it.each(TABLES.map((table) => [getTableName(table), table] as const))(
    "create every column of %s",
    async (_, table) => {
      expect(await database.db.select().from(table).limit(1)).toEqual([]);
    },
  );

  it("record the previous release, which is none in a new database", async () => {
    const [state, ...others] = await database.db.select().from(schema.schemaState);
    expect(others).toEqual([]);
    const { rows } = await database.db.execute(
      "select max(created_at)::float8 as newest from drizzle.__drizzle_migrations",
    );
    expect(rows).toEqual([{ newest: state?.previousMigration }]);
  });

  it("keep addresses, hashes and signed bytes that were text", async () => {
    const url = await createEarlierDatabase({
      server: database.url,
      name: "before_bytes",
      before: "0020",
    });
    const wallet = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
    const other = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    const hash = `0x${"1f".repeat(32)}` as const;
    const signedBytes = `0x02f8${"ab".repeat(200)}` as const;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`
      insert into launch.transactions (id, kind, chain, state, payload, exclusive_key, realm,
        chain_realm, transaction_hash, created_at, touched_at)
      values ('payout:a', 'payout', 'base', 'waiting', '{"account": "${wallet}", "source": "${other}"}',
          lower('payout:base:${wallet}:${other}'), 'live', 'live', null, now(), now()),
        ('action:b', 'withdrawal', 'base', 'completed', '{"wallet": "${wallet}"}',
          lower('wallet:base:${wallet}'), 'live', 'live', '${hash}', now(), now());
      insert into launch.signed_transactions (realm, hash, chain_id, wallet, nonce, operation_id,
        raw_transaction, max_fee_per_gas, created_at)
      values ('live', '${hash}', 8453, '${wallet}', 4, 'action:b', '${signedBytes}', 9, now());
      insert into launch.nonces (realm, chain_id, wallet, next) values ('live', 8453, '${wallet}', 5);
      insert into launch.gas_reservations (realm, chain_id, operation_id, minute, wei, settled_hash)
      values ('live', 8453, 'action:b', 1, 5, '${hash}'), ('live', 8453, 'open', 1, 5, null);
      insert into launch.managed_wallets (realm, type, identity, seed_id, address, created_at)
      values ('live', 'email', 'a@example.com', 's', '${wallet}', now()),
        ('live', 'email', 'b@example.com', 's', null, now());
      insert into launch.provider_wallets (realm, type, identity, account, user_id, stable_id,
        address, created_at)
      values ('live', 'email', 'a@example.com', 'privy', 'u', 'a@example.com', lower('${other}'), now())`);
    await client.end();

    await migrate(url, MIGRATIONS);

    const db = createDatabase({ url, connectionsMax: 1, onError: () => undefined });
    try {
      const { transactions, signedTransactions, nonces } = launch;
      expect(await db.select().from(transactions).orderBy(transactions.id)).toMatchObject([
        { id: "action:b", exclusiveKey: `wallet:base:${wallet}`, transactionHash: hash },
        { exclusiveKey: `payout:base:${wallet}:${other}`, transactionHash: null },
      ]);
      expect(await db.select().from(signedTransactions)).toMatchObject([
        { hash, wallet, rawTransaction: signedBytes },
      ]);
      expect(await db.select().from(nonces)).toMatchObject([{ wallet, next: 5 }]);
      const reservations = db.select().from(gasReservations).orderBy(gasReservations.transactionId);
      expect(await reservations).toMatchObject([{ settledHash: hash }, { settledHash: null }]);
      expect(await db.select().from(managedWallets).orderBy(managedWallets.identity)).toMatchObject(
        [{ address: wallet }, { address: null }],
      );
      expect(await db.select().from(wallets.providerWallets)).toMatchObject([{ address: other }]);
    } finally {
      await db.$client.end();
    }
  });

  it("keep the rows of renamed columns", async () => {
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
