import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readRecord, splitRecords } from "@/lib/drivers/db/records";
import { startTestDatabase } from "../../setup/database/postgres";

let test: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  test = await startTestDatabase();
});
afterAll(() => test.stop());

/** Texts of the characters that records treat specially, and others. Postgres stores no NUL. */
const field = fc.option(
  fc.string({
    unit: fc.constantFrom('"', "\\", ",", "(", ")", "\n", " ", "", "a", "é", "🦊", "\t", "'"),
    maxLength: 12,
  }),
);

it("reads back any texts that Postgres joins to records", async () => {
  const rows = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const { rows: found } = await test.db.execute(sql`
        select string_agg(row(r.value->>0, r.value->>1, r.value->>2)::text, E'\n' order by r.nth) as records
        from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as r(value, nth)`);
      const records = splitRecords(String(found[0]?.records));
      expect(records.map(readRecord)).toEqual(given);
    }),
    { numRuns: 200 },
  );
});

it.each(["", "a,b", '("a)', '(a"b)'])("rejects %j, which is no record", (text) => {
  expect(() => splitRecords(text).map(readRecord)).toThrow(TypeError);
});
