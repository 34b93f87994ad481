import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { createDatabase, createReadingDatabase } from "@/lib/drivers/db/create-database";
import { isUnavailable } from "@/lib/shared/unavailable";
import { duringRequest } from "@/lib/support/calls/dependency";
import { createLatch } from "../../setup/create-latch";
import { startTestDatabase } from "../../setup/database/postgres";
import { startFreezingProxy } from "../../setup/servers/freezing-proxy";

/** A request gives up after 5 s, background work of the reading pool after 31 s. */
const SOON_MS = 15_000;

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(() => postgres?.stop());

/** A pool behind a proxy of its own: the tests wait side by side. */
async function openPool(
  { onTestFinished }: TestContext,
  create: typeof createDatabase,
  connectionsMax: number,
) {
  const proxy = await startFreezingProxy(postgres.url);
  const db = create({ url: proxy.url, connectionsMax, onError: () => undefined });
  onTestFinished(async () => {
    proxy.thaw();
    await db.$client.end();
    await proxy.stop();
  });
  return { proxy, db };
}

/** Awaits inside, because Drizzle begins a statement when it is awaited. */
const inRequest = <T>(run: () => PromiseLike<T>) => duringRequest(1_500, async () => await run());
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe.concurrent.each([
  ["writing", createDatabase],
  ["reading", createReadingDatabase],
])("a %s pool whose server is suspended", (_, create) => {
  const openWarm = async (test: TestContext) => {
    const pool = await openPool(test, create, 4);
    await Promise.all([1, 2, 3].map(() => pool.db.execute(sql`select pg_sleep(0.05)`)));
    return pool;
  };

  it("fails the statements of requests, on open connections too, and works again", async (test) => {
    const { db, proxy } = await openWarm(test);
    proxy.freeze();
    const began = performance.now();
    const failures = await Promise.all(
      Array.from({ length: 6 }, () => failureOf(inRequest(() => db.execute(sql`select 1`)))),
    );
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    for (const failure of failures) expect(isUnavailable(failure)).toBe(true);
    proxy.thaw();
    const { rows } = await inRequest(() => db.execute(sql`select 1 as one`));
    expect(rows).toEqual([{ one: 1 }]);
  });

  it("waits on for background work", async (test) => {
    const { db, proxy } = await openWarm(test);
    proxy.freeze();
    const background = db.execute(sql`select 1 as one`);
    expect(await failureOf(inRequest(() => db.execute(sql`select 1`)))).not.toBeNull();
    proxy.thaw();
    expect((await background).rows).toEqual([{ one: 1 }]);
  });

  it("waits longer where the operator lets requests wait longer for services", async (test) => {
    const { db, proxy } = await openWarm(test);
    proxy.freeze();
    const patient = duringRequest(
      20_000,
      async () => await db.execute<{ one: number }>(sql`select 1 as one`),
    );
    expect(await failureOf(inRequest(() => db.execute(sql`select 1`)))).not.toBeNull();
    proxy.thaw();
    expect((await patient).rows).toEqual([{ one: 1 }]);
  });

  it("does not give up a long statement while others are answered", async (test) => {
    const { db } = await openWarm(test);
    const long = inRequest(() => db.execute(sql`select 1 as one from pg_sleep(7)`));
    let isRunning = true;
    const others = (async () => {
      while (isRunning) await db.execute(sql`select pg_sleep(0.2)`);
    })();
    expect((await long).rows).toEqual([{ one: 1 }]);
    isRunning = false;
    await others;
  });
});

describe.concurrent("a transaction of a request whose server is suspended", () => {
  const openTable = async (test: TestContext, name: string) => {
    const table = sql.raw(name);
    await postgres.db.execute(sql`create table ${table} (text text)`);
    return {
      ...(await openPool(test, createDatabase, 2)),
      table,
      notes: async () => (await postgres.db.execute(sql`select text from ${table}`)).rows,
    };
  };

  it("changes nothing, and gives its connection back", async (test) => {
    const { db, proxy, table, notes } = await openTable(test, "unchanged");
    const failure = await failureOf(
      inRequest(() =>
        db.transaction(async (tx) => {
          await tx.execute(sql`insert into ${table} values ('first')`);
          proxy.freeze();
          await tx.execute(sql`insert into ${table} values ('second')`);
        }),
      ),
    );
    expect(isUnavailable(failure)).toBe(true);
    proxy.thaw();
    await inRequest(() =>
      db.transaction(
        async (tx) => void (await tx.execute(sql`insert into ${table} values ('next')`)),
      ),
    );
    expect(await notes()).toEqual([{ text: "next" }]);
  });

  it("is not reported as failed once it commits", async (test) => {
    const { db, proxy, table, notes } = await openTable(test, "committed");
    const committing = createLatch();
    const saved = inRequest(() =>
      db.transaction(async (tx) => {
        await tx.execute(sql`insert into ${table} values ('kept')`);
        proxy.freeze();
        committing.open();
      }),
    );
    await committing.opened;
    // Gives up, so the commit has waited for as long as a request waits for other statements.
    expect(await failureOf(inRequest(() => db.execute(sql`select 1`)))).not.toBeNull();
    proxy.thaw();
    await saved;
    expect(await notes()).toEqual([{ text: "kept" }]);
  });
});
