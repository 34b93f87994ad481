import { type SQL, sql } from "drizzle-orm";
import type { Hex } from "viem";
import { z } from "zod";
import type { Executor } from "../create-database";

/** Columns as `pg` hands them out of a statement that was written by hand. */
export const hexColumn = z
  .instanceof(Uint8Array)
  .transform((value): Hex => `0x${Buffer.from(value).toString("hex")}`);
/** `numeric` of any size. */
export const bigColumn = z.string().transform(BigInt);
/** `integer` comes as a number, `bigint` as text. */
export const intColumn = z.union([z.number(), z.string().transform(Number)]);

/** Runs a statement and answers its rows in the given shape. */
export async function readRows<S extends z.ZodType>(
  db: Executor,
  row: S,
  statement: SQL,
): Promise<z.output<S>[]> {
  const { rows } = await db.execute(statement);
  return z.array(row).parse(rows);
}

/** Values for `in (…)` of a column that holds hex, as one parameter. */
export function hexArray(values: readonly Hex[]): SQL {
  return sql`${sql.param(values.map((value) => Buffer.from(value.slice(2), "hex")))}::bytea[]`;
}

/** One hex value as a parameter. */
export function hexParam(value: Hex): SQL {
  return sql`${sql.param(Buffer.from(value.slice(2), "hex"))}::bytea`;
}
