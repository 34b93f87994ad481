import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "@/lib/drivers/db/migrate";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { createSessionStore } from "@/lib/features/users/store/create-session-store";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import type { Realm } from "@/lib/shared/realm";
import { createEarlierDatabase, MIGRATIONS } from "../../setup/database/earlier-database";
import { startTestDatabase } from "../../setup/database/postgres";
import { realmsOf } from "../../setup/stack/realms";
import { onlySeed, testSeed } from "../../setup/stack/seeds";

const now = () => new Date();
let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
function walletsOf(realm: Realm) {
  return createHdWalletProvider(
    onlySeed(testSeed(realm)),
    createWalletRegistry(database.db, now, realm),
    createWalletOwners(database.db, managedWallets, now, realm),
    async () => null,
  );
}

describe("sandbox users", () => {
  const proven = {
    type: "email",
    stableId: "ada@example.com",
    name: "ada@example.com",
    proofChainId: null,
  } as const;

  it("have no accounts, sessions or wallets on a real chain", async () => {
    const identity = { type: "email", id: proven.name } as const;
    const [sandbox, live] = [walletsOf("sandbox"), walletsOf("live")];
    const { address } = await sandbox.resolve(identity);
    await sandbox.markVerified(proven, proven.name);
    expect(await live.find(identity)).toBeNull();
    expect(await live.walletsOf(proven)).toEqual([]);
    expect(await live.identitiesOf([address])).toEqual([{ address, identity: null }]);
    expect((await live.resolve(identity)).address).not.toBe(address);

    const accounts = createAccountStore(database.db, now, "sandbox");
    const realAccounts = createAccountStore(database.db, now, "live");
    const signedIn = await accounts.signIn(proven, { current: null, newId: "thief" });
    expect(signedIn?.accountId).toBe("thief");
    expect(await realAccounts.find("thief")).toBeNull();
    expect(await realAccounts.countByRealm()).toEqual({ own: 0, others: 1 });
    const owner = await realAccounts.signIn(proven, { current: null, newId: "owner" });
    expect(owner?.accountId).toBe("owner");
    expect((await accounts.find("thief"))?.identities).toHaveLength(1);

    const session = { id: "s", accountId: "thief", identity: proven };
    await createSessionStore(database.db, now, "sandbox").open(session);
    expect(await createSessionStore(database.db, now, "live").find("s")).toBeNull();
    expect(await createSessionStore(database.db, now, "sandbox").find("s")).not.toBeNull();
  });
});

describe("an update from a version without realms", () => {
  it.each<Realm>(["sandbox", "live"])("assigns existing rows to the %s realm", async (realm) => {
    const name = `before_${realm}`;
    const url = await createEarlierDatabase({ server: database.url, name, before: "0011" });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query("insert into account.accounts (id, created_at) values ('a', now())");
      await client.query(
        "insert into account.identities (type, stable_id, account_id, name, created_at, signed_in_at) values ('email', 'x@example.com', 'a', 'x@example.com', now(), now())",
      );
      await client.query(
        "insert into launch.managed_wallets (type, identity, seed_id, created_at) values ('email', 'x@example.com', 'first', now()), ('email', 'y@example.com', 'second', now())",
      );
      await migrate(url, MIGRATIONS, realmsOf(realm));
      const read = async (table: string) => (await client.query(`select * from ${table}`)).rows;
      for (const table of ["account.accounts", "account.identities", "launch.managed_wallets"]) {
        const rows = await read(table);
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows) expect(row).toMatchObject({ realm });
      }
      expect(await read("launch.wallet_seeds")).toMatchObject([{ realm, seed_id: "first" }]);
    } finally {
      await client.end();
    }
  });
});

describe("an update from a version whose chains had no realm", () => {
  const wallet = `0x${"ab".repeat(20)}`;

  it("assigns rows to the realm of their chain, and transactions of the sandbox to the sandbox", async () => {
    const name = "before_chain_realms";
    const url = await createEarlierDatabase({ server: database.url, name, before: "0019" });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(`
        insert into launch.transactions (id, kind, chain, state, payload, realm, created_at, touched_at)
        values ('before the move', 'launch', 'base', 'failed', '{}', 'sandbox', now(), now()),
          ('of a real chain', 'launch', 'base', 'completed', '{}', null, now(), now()),
          ('of a sandbox chain', 'launch', 'base-sepolia', 'completed', '{}', 'live', now(), now());
        insert into launch.signed_transactions (hash, chain_id, wallet, nonce, operation_id,
          raw_transaction, max_fee_per_gas, created_at)
        values ('0x01', 8453, '${wallet}', 1, 'before the move', '0x02', 9, now()),
          ('0x02', 8453, '${wallet}', 2, 'cancel:2', '0x02', 9, now()),
          ('0x03', 84532, '${wallet}', 3, 'of a sandbox chain', '0x02', 9, now());
        insert into launch.nonces values (8453, '${wallet}', 3), (84532, '${wallet}', 4);
        insert into launch.gas_minutes values (8453, 1, 5), (84532, 1, 6);
        insert into launch.gas_reservations (chain_id, operation_id, minute, wei)
        values (8453, 'before the move', 1, 5), (84532, 'of a sandbox chain', 1, 6);
        insert into launch.idempotency_keys (operation, chain, key, fingerprint, created_at)
        values ('launch', 'base', 'k', 'f', now()), ('launch', 'base-sepolia', 'k', 'f', now())`);
      await migrate(url, MIGRATIONS, {
        realm: "live",
        realmOf: (chain) => (chain === "base-sepolia" || chain === 84_532 ? "sandbox" : "live"),
      });
      const read = async (columns: string, table: string) => {
        const query = {
          text: `select ${columns} from launch.${table} order by 1`,
          rowMode: "array",
        };
        return (await client.query(query)).rows;
      };
      expect(await read("id, realm, chain_realm", "transactions")).toEqual([
        ["before the move", "sandbox", "sandbox"],
        ["of a real chain", "live", "live"],
        ["of a sandbox chain", "live", "sandbox"],
      ]);
      expect(await read("nonce::int, realm", "signed_transactions")).toEqual([
        [1, "sandbox"],
        [2, "live"],
        [3, "sandbox"],
      ]);
      expect(await read("operation_id, realm", "gas_reservations")).toEqual([
        ["before the move", "sandbox"],
        ["of a sandbox chain", "sandbox"],
      ]);
      for (const table of ["nonces", "gas_minutes"]) {
        const byChain = [
          [8_453, "live"],
          [84_532, "sandbox"],
        ];
        expect(await read("chain_id, realm", table)).toEqual(byChain);
      }
      expect(await read("chain, realm", "idempotency_keys")).toEqual([
        ["base", "live"],
        ["base-sepolia", "sandbox"],
      ]);
    } finally {
      await client.end();
    }
  });
});
