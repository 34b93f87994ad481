import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import journal from "@/lib/drivers/db/migrations/meta/_journal.json" with { type: "json" };
import { CONTRACT_STEPS, RELEASES } from "@/lib/drivers/db/schema-steps";
import { findContracting, listPlainIndexes } from "../../setup/database/check-migration";

const FOLDER = "lib/drivers/db/migrations";
const TAGS = journal.entries.map(({ tag }) => tag);
const FIRST_RELEASE = RELEASES[0]?.migration ?? "";

describe("migrations", () => {
  it("are applied in the order of their numbers, each one", async () => {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql"));
    expect(files.toSorted()).toEqual(TAGS.map((tag) => `${tag}.sql`));
    // An older time than that of the migration before would skip it silently.
    const times = journal.entries.map(({ when }) => when);
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
  });

  it.each(TAGS.filter((tag) => tag > FIRST_RELEASE))(
    "only expand, or are contract steps: %s",
    async (tag) => {
      const read = (one: string) => readFile(join(FOLDER, `${one}.sql`), "utf8");
      const before = await Promise.all(TAGS.filter((one) => one < tag).map(read));
      const found = findContracting(await read(tag), listPlainIndexes(before));
      const isStep = CONTRACT_STEPS.some(({ migration }) => migration === tag);
      if (!isStep) expect(found, "Expand first; see docs/operations.md#migrations").toEqual([]);
    },
  );

  it("contract only what the previous release no longer uses", () => {
    for (const { migration, needs, reason } of CONTRACT_STEPS) {
      expect(TAGS).toContain(migration);
      expect(TAGS).toContain(needs);
      expect(reason).not.toBe("");
      const before = RELEASES.filter((release) => release.migration < migration).at(-1);
      expect(needs <= (before?.migration ?? ""), `${needs} is not released`).toBe(true);
    }
  });

  it("have releases in order", () => {
    const released = RELEASES.map(({ migration }) => TAGS.indexOf(migration));
    expect(released).not.toContain(-1);
    expect(released).toEqual(released.toSorted((one, other) => one - other));
  });
});

describe("the check of migrations", () => {
  it.each([
    'ALTER TABLE "a"."b" DROP COLUMN "c"',
    'ALTER TABLE "a"."b" RENAME COLUMN "c" TO "d"',
    'ALTER TABLE "a"."b" RENAME TO "d"',
    'ALTER TABLE "a"."b" SET SCHEMA "d"',
    'ALTER TABLE "a"."b" ALTER COLUMN "c" SET DATA TYPE bigint',
    'ALTER TABLE "a"."b" ALTER COLUMN "c" TYPE bigint',
    'ALTER TABLE "a"."b" ALTER COLUMN "c" SET NOT NULL',
    'ALTER TABLE "a"."b" ALTER COLUMN "c" DROP DEFAULT',
    'ALTER TABLE "a"."b" ADD COLUMN "c" text NOT NULL',
    'ALTER TABLE "a"."b" ADD COLUMN "c" text UNIQUE',
    'ALTER TABLE "a"."b" ADD COLUMN "c" text, DROP COLUMN "d"',
    'ALTER TABLE "a"."b" ADD CONSTRAINT "c" CHECK ("d" > 0)',
    'ALTER TABLE "a"."b" ADD CONSTRAINT "c" FOREIGN KEY ("d") REFERENCES "a"."e"("f")',
    'ALTER TABLE "a"."b" DROP CONSTRAINT "c"',
    'ALTER TABLE "a"."b" DROP CONSTRAINT "b_c_pk", ADD CONSTRAINT "b_c_pk" PRIMARY KEY ("d") INCLUDE ("e")',
    'ALTER TABLE "a"."b" DROP CONSTRAINT "b_c_d_pk", ADD CONSTRAINT "b_c_pk" PRIMARY KEY ("c") INCLUDE ("e")',
    'ALTER TABLE "a"."b" DROP CONSTRAINT "b_c_pk", ADD CONSTRAINT "b_c_pk" PRIMARY KEY ("c") INCLUDE ("e"), DROP COLUMN "d"',
    'CREATE UNIQUE INDEX "c" ON "a"."b" USING btree ("d")',
    'DROP TABLE "a"."b" CASCADE',
    'DROP INDEX "a"."c"',
    'DROP SCHEMA "a"',
    'UPDATE "a"."b" SET "c" = 1',
    'ALTER TABLE "a"."b" ADD COLUMN "n" text;--> statement-breakpoint\nUPDATE "a"."b" SET "n" = 1, "c" = 2',
    'DELETE FROM "a"."b"',
    'TRUNCATE "a"."b"',
    "DO $$ begin perform 1; end $$",
    'CREATE TRIGGER "t" BEFORE INSERT ON "a"."b" EXECUTE FUNCTION f()',
    'CREATE TRIGGER "t" AFTER INSERT ON "a"."b" FOR EACH STATEMENT EXECUTE FUNCTION "a"."f"()',
    'CREATE TRIGGER "t" BEFORE INSERT ON "a"."b" FOR EACH ROW EXECUTE FUNCTION "media"."record_usage"()',
    'REVOKE ALL ON "a"."b" FROM public',
    'INSERT INTO "a"."b" VALUES (1) ON CONFLICT ("c") DO UPDATE SET "c" = 2',
    'CREATE TABLE "a"."b" ("c" text); DROP TABLE "a"."d"',
    "SELECT drop_everything()",
    'ALTER SEQUENCE "a"."s" RESTART',
    "-- a comment\nALTER TABLE a.b\n  DROP COLUMN c;",
  ])("rejects %s", (sql) => {
    expect(findContracting(sql)).toHaveLength(1);
  });

  it.each([
    'CREATE TABLE "a"."b" ("c" text NOT NULL, "d" text DEFAULT \';\');',
    'ALTER TABLE "a"."b" ADD COLUMN "c" text;',
    'ALTER TABLE "a"."b" ADD COLUMN "c" text DEFAULT \'index\' NOT NULL;',
    'ALTER TABLE "a"."b" ADD COLUMN "c" integer GENERATED ALWAYS AS (1) STORED NOT NULL',
    'ALTER TABLE "a"."b" ALTER COLUMN "c" DROP NOT NULL',
    'ALTER TABLE "a"."b" ALTER COLUMN "c" SET DEFAULT 1',
    'CREATE INDEX "c" ON "a"."b" USING btree ("d");',
    'ALTER TABLE "a"."b" DROP CONSTRAINT "b_c_d_pk", ADD CONSTRAINT "b_c_d_pk" PRIMARY KEY ("c", "d") INCLUDE ("e")',
    'CREATE SCHEMA "a"',
    'INSERT INTO "a"."b" DEFAULT VALUES',
    'ALTER TABLE "a"."b" ADD COLUMN "n" text;--> statement-breakpoint\nUPDATE "a"."b" SET "n" = "c" WHERE true;',
    'CREATE FUNCTION "a"."f"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION \'no\'; END $$;',
    'CREATE TRIGGER "t" AFTER INSERT ON "a"."b" FOR EACH STATEMENT EXECUTE FUNCTION "media"."record_usage"()',
    'CREATE TABLE "a"."b" ("c" text);--> statement-breakpoint\nCREATE TRIGGER "t" BEFORE UPDATE ON "a"."b" FOR EACH STATEMENT EXECUTE FUNCTION "a"."f"()',
    'CREATE TABLE "a"."b" ("c" text);--> statement-breakpoint\nALTER TABLE "a"."b" ADD CONSTRAINT "c" UNIQUE ("c");--> statement-breakpoint\nCREATE UNIQUE INDEX "u" ON "a"."b" ("c")',
  ])("accepts %s", (sql) => {
    expect(findContracting(sql)).toEqual([]);
  });

  it("accepts that an index which is not unique is dropped", () => {
    const indexes = listPlainIndexes([
      'CREATE UNIQUE INDEX "u" ON "a"."b" ("c");--> statement-breakpoint\nCREATE INDEX "i" ON "a"."b" ("c")',
    ]);
    expect(findContracting('DROP INDEX "a"."i";', indexes)).toEqual([]);
    expect(findContracting('DROP INDEX "a"."u";', indexes)).toHaveLength(1);
    expect(findContracting('DROP INDEX "other"."i";', indexes)).toHaveLength(1);
  });

  it("finds what the migrations before the first release removed", async () => {
    const read = (tag: string) => readFile(join(FOLDER, `${tag}.sql`), "utf8");
    const found = await Promise.all(TAGS.map(async (tag) => findContracting(await read(tag))));
    const contracting = TAGS.filter((_, index) => (found[index]?.length ?? 0) > 0);
    expect(contracting).toEqual(
      expect.arrayContaining(["0014_fee-share-names", "0018_transactions", "0020_address-bytes"]),
    );
    // Written when servers could not be replaced one by one yet, but they only expand.
    for (const tag of ["0021_secrets", "0022_chain-identities", "0023_storage-nodes"]) {
      expect(contracting).not.toContain(tag);
    }
  });
});
