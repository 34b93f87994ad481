import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { moveTransactions } from "@/lib/features/transactions/store/move-to-account";
import { WATCHED_MAX, type WatchedToken } from "@/lib/features/users/rules/watchlist";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { createWatchlistStore } from "@/lib/features/users/store/create-watchlist-store";
import { moveWebhooks } from "@/lib/features/webhooks/store/move-to-account";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { startTestDatabase } from "../../setup/database/postgres";

const now = () => new Date();
let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const tokenOf = (n: number): WatchedToken => ({
  chain: "base",
  address: toChecksumAddress(`0x${n.toString(16).padStart(40, "0")}`),
});
const tokensOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => tokenOf(from + place));
const emailOf = (name: string) =>
  ({
    type: "email",
    stableId: `${name}@example.com`,
    name: `${name}@example.com`,
    proofChainId: null,
  }) as const;

async function newAccount(name: string): Promise<string> {
  const accounts = createAccountStore(database.db, now, "sandbox");
  const signedIn = await accounts.signIn(emailOf(name), { current: null, newId: name });
  return signedIn?.accountId ?? "";
}

describe("a watchlist", () => {
  it("has the newest token first, and an added token keeps its place", async () => {
    const id = await newAccount("order");
    const lists = createWatchlistStore(database.db);
    await lists.change(id, { add: [tokenOf(2), tokenOf(1)], remove: [] });
    const changed = await lists.change(id, { add: [tokenOf(3), tokenOf(1)], remove: [] });
    expect(changed).toEqual([tokenOf(3), tokenOf(2), tokenOf(1)]);
    expect(await lists.list(id)).toEqual(changed);
  });

  it("distinguishes the same address on two chains", async () => {
    const id = await newAccount("chains");
    const lists = createWatchlistStore(database.db);
    const other = { ...tokenOf(1), chain: "base-sepolia" } as const;
    await lists.change(id, { add: [other, tokenOf(1)], remove: [] });
    expect(await lists.change(id, { add: [], remove: [tokenOf(1)] })).toEqual([other]);
  });

  it("is unchanged by a repeated change and by the removal of a token that it lacks", async () => {
    const id = await newAccount("repeat");
    const lists = createWatchlistStore(database.db);
    const change = { add: [tokenOf(1), tokenOf(1)], remove: [tokenOf(2)] };
    expect(await lists.change(id, change)).toEqual([tokenOf(1)]);
    expect(await lists.change(id, change)).toEqual([tokenOf(1)]);
  });

  it("keeps the newest tokens when it is full", async () => {
    const id = await newAccount("full");
    const lists = createWatchlistStore(database.db);
    const first = tokensOf(1, WATCHED_MAX);
    expect(await lists.change(id, { add: first, remove: [] })).toEqual(first);
    const more = tokensOf(1000, 3);
    const changed = await lists.change(id, { add: more, remove: [] });
    expect(changed).toEqual([...more, ...first.slice(0, WATCHED_MAX - 3)]);
  });

  it("loses no token to concurrent changes of two servers", async () => {
    const id = await newAccount("concurrent");
    const other = createDatabase({
      url: database.url,
      connectionsMax: 4,
      onError: () => undefined,
    });
    try {
      const nodes = [createWatchlistStore(database.db), createWatchlistStore(other)] as const;
      await nodes[0].change(id, { add: tokensOf(1, 20), remove: [] });
      const changes = Array.from({ length: 20 }, (_, n) =>
        nodes[n % 2 === 0 ? 0 : 1].change(id, {
          add: [tokenOf(100 + n)],
          remove: [tokenOf(n + 1)],
        }),
      );
      await Promise.all(changes);
      const found = await nodes[1].list(id);
      expect(found).toHaveLength(20);
      expect(found).toEqual(expect.arrayContaining(tokensOf(100, 20)));
    } finally {
      await other.$client.end();
    }
  });

  it("belongs to one account", async () => {
    const [ada, bob] = [await newAccount("ada"), await newAccount("bob")];
    const lists = createWatchlistStore(database.db);
    await lists.change(ada, { add: [tokenOf(1)], remove: [] });
    await lists.change(bob, { add: [], remove: [tokenOf(1)] });
    expect(await lists.list(ada)).toEqual([tokenOf(1)]);
    expect(await lists.list(bob)).toEqual([]);
  });

  it("cannot be changed for an account that does not exist", async () => {
    const lists = createWatchlistStore(database.db);
    expect(await lists.change("nobody", { add: [tokenOf(1)], remove: [] })).toBeNull();
    expect(await lists.list("nobody")).toEqual([]);
  });
});

describe("the watchlist of an account whose last identity moves to another account", () => {
  async function link(name: string, to: string): Promise<void> {
    const moves = [moveTransactions, moveWebhooks];
    const accounts = createAccountStore(database.db, now, "sandbox", moves);
    const identity = emailOf(name);
    const expiresAt = new Date(Date.now() + 60_000);
    const session = { accountId: to, identity: emailOf(to) };
    await accounts.expectLink(session, { type: "email", email: identity.stableId }, expiresAt);
    const moved = await accounts.signIn(identity, { current: to, newId: "unused" });
    expect(moved).toEqual({ accountId: to, isLinked: true });
    expect(await accounts.find(name)).toBeNull();
  }

  it("moves to that account as its newest tokens, and the old one is removed", async () => {
    const [heir, old] = [await newAccount("heir"), await newAccount("old")];
    const lists = createWatchlistStore(database.db);
    await lists.change(heir, { add: [tokenOf(2), tokenOf(1)], remove: [] });
    await lists.change(old, { add: [tokenOf(4), tokenOf(3), tokenOf(1)], remove: [] });
    await link("old", heir);
    expect(await lists.list(heir)).toEqual([4, 3, 2, 1].map(tokenOf));
    expect(await lists.list(old)).toEqual([]);
  });

  it("moves with the webhooks and the history of the account, so that no row names a removed one", async () => {
    const [heir, old] = [await newAccount("heir-of-all"), await newAccount("old-owner")];
    const run = async (statement: string) =>
      (await database.db.$client.query<Record<string, unknown>>(statement)).rows;
    await run(
      `insert into launch.webhooks (id, realm, account_id, url, state, kinds, min_trade_wei,
         sealed_secret, challenge, created_at)
       values ('of-old', 'sandbox', '${old}', 'https://a.example', 'active', '{}', 0, '', '', now());
       insert into launch.transactions (id, kind, chain, state, payload, owner, realm, chain_realm,
         created_at, touched_at)
       values ('of-old', 'withdrawal', 'base', 'active', '{}', '${old}', 'sandbox', 'sandbox', now(), now())`,
    );
    await createWatchlistStore(database.db).change(old, { add: [tokenOf(1)], remove: [] });
    await link("old-owner", heir);
    const named = await run(
      `select table_schema || '.' || table_name as "table", column_name as "column"
       from information_schema.columns
       where table_schema in ('account', 'launch') and column_name in ('account_id', 'owner')`,
    );
    expect(named.length).toBeGreaterThan(4);
    for (const { table, column } of named) {
      const left = await run(`select 1 from ${table} where ${column}::text = '${old}'`);
      expect(left, `${table}.${column}`).toEqual([]);
    }
    expect(await run(`select id from launch.webhooks where account_id = '${heir}'`)).toHaveLength(
      1,
    );
    expect(await run(`select id from launch.transactions where owner = '${heir}'`)).toHaveLength(1);
  });

  it("moves within the maximum", async () => {
    const [heir, old] = [await newAccount("heir-full"), await newAccount("old-full")];
    const lists = createWatchlistStore(database.db);
    await lists.change(heir, { add: tokensOf(1, WATCHED_MAX), remove: [] });
    await lists.change(old, { add: tokensOf(1000, 10), remove: [] });
    await link("old-full", heir);
    expect(await lists.list(heir)).toEqual([
      ...tokensOf(1000, 10),
      ...tokensOf(1, WATCHED_MAX - 10),
    ]);
  });

  it("includes changes that another server makes at that moment", async () => {
    const other = createDatabase({
      url: database.url,
      connectionsMax: 4,
      onError: () => undefined,
    });
    try {
      for (const round of ["a", "b", "c"]) {
        const [heir, old] = [await newAccount(`heir-${round}`), await newAccount(`old-${round}`)];
        const lists = createWatchlistStore(other);
        const [changed] = await Promise.all([
          lists.change(old, { add: [tokenOf(1)], remove: [] }),
          link(`old-${round}`, heir),
        ]);
        // Refused with the account, or carried over.
        expect(await lists.list(heir)).toEqual(changed === null ? [] : [tokenOf(1)]);
      }
    } finally {
      await other.$client.end();
    }
  });
});
