import { eq, sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addressBytes, bytes, exactJson, hexBytes, wholeNumber } from "@/lib/drivers/db/columns";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { startTestDatabase } from "../../setup/database/postgres";

const things = pgTable("inserted_things", {
  id: integer("id").primaryKey(),
  name: text("name"),
  amount: wholeNumber("amount"),
  hash: hexBytes("hash"),
  holder: addressBytes("holder"),
  content: bytes("content"),
  details: exactJson<unknown>(),
  isOpen: boolean("is_open"),
  at: timestamp("at", { withTimezone: true, mode: "date" }),
  note: text("note").notNull().default("none"),
});
type Thing = typeof things.$inferInsert;

/** Text that would change the meaning of an array literal or of the rows of COPY. */
const HOSTILE = [
  "\\N",
  "\\.",
  "NULL",
  "",
  " ",
  "a\tb",
  "a\nb",
  "a\r\nb",
  'a"b',
  "a\\",
  "\\x00",
  "{a,b}",
  "0x12",
  "ünïcödé 💧",
  "'; drop table inserted_things; --",
];

function rowsOf(count: number): Thing[] {
  return Array.from({ length: count }, (_, id) => {
    const value = HOSTILE[id % HOSTILE.length] ?? "";
    return {
      id,
      name: id % 7 === 3 ? null : value,
      amount: (id % 2 === 0 ? 1n : -1n) * 10n ** BigInt(id % 60),
      hash: `0x${id.toString(16).padStart(64, "0")}`,
      holder: toChecksumAddress(`0x${id.toString(16).padStart(40, "0")}`),
      content: new TextEncoder().encode(value),
      details: { value, amount: BigInt(id), list: [value] },
      isOpen: id % 2 === 0,
      at: new Date(1_700_000_000_000 + id),
    };
  });
}

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
  await database.db.execute(sql`
    create table inserted_things (id integer primary key, name text, amount numeric(78, 0),
      hash bytea, holder bytea, content bytea, details jsonb, is_open boolean, at timestamptz,
      note text not null default 'none')`);
});
afterAll(() => database.stop());
beforeEach(() => database.db.delete(things));

describe("inserted rows", () => {
  const stored = () => database.db.select().from(things).orderBy(things.id);
  const expected = (count: number) =>
    rowsOf(count).map((row) => ({ ...row, note: "none", name: row.name ?? null }));

  it("are stored exactly by one insert outside of a transaction", async () => {
    await insertRows(database.db, things, rowsOf(300));
    expect(await stored()).toEqual(expected(300));
  });

  it("are stored exactly by COPY inside of a transaction", async () => {
    await database.db.transaction((tx) => insertRows(tx, things, rowsOf(1_000)));
    expect(await stored()).toEqual(expected(1_000));
  });

  it("are merged where they conflict", async () => {
    await database.db.transaction(async (tx) => {
      await insertRows(tx, things, rowsOf(100));
      await insertRows(
        tx,
        things,
        rowsOf(100),
        sql`on conflict (id) do update set amount = inserted_things.amount + excluded.amount`,
      );
    });
    const [row] = await database.db.select().from(things).where(eq(things.id, 4));
    expect(row?.amount).toBe(20_000n);
  });

  it("fail with the server's error, after which the connection still works", async () => {
    const twice = [...rowsOf(100), ...rowsOf(1)];
    const inserted = database.db.transaction((tx) => insertRows(tx, things, twice));
    await expect(inserted).rejects.toMatchObject({ code: "23505" });
    expect(await stored()).toEqual([]);
  });

  it("fail with the error of a value that cannot be written, in the middle of COPY", async () => {
    const rows = rowsOf(1_000);
    const last = rows.at(-1);
    if (last !== undefined) Object.defineProperty(last, "name", { value: { not: "text" } });
    const inserted = database.db.transaction((tx) => insertRows(tx, things, rows));
    await expect(inserted).rejects.toThrow(TypeError);
    expect(await stored()).toEqual([]);
    await database.db.transaction((tx) => insertRows(tx, things, rowsOf(100)));
    expect(await stored()).toHaveLength(100);
  });
});
