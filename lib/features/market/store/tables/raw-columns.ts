import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Address, Hex } from "viem";
import { z } from "zod";
import type { Executor } from "@/lib/drivers/db/create-database";
import { requireManagerKind } from "@/lib/features/managers/rules/manager-kind";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";

/** A row of a raw SQL statement. */
export type RawRow = Record<string, unknown>;

/**
 * Column readers for statements that return many rows, where a transforming schema would cost as
 * much as the query. Each throws a TypeError for another type.
 */
export function text(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("the column is not text");
  return value;
}
export function hex(value: unknown): Hex {
  if (!Buffer.isBuffer(value)) throw new TypeError("the column is not bytes");
  return `0x${value.toString("hex")}`;
}
/** An address, checksummed. */
export function address(value: unknown): Address {
  return toChecksumAddress(hex(value));
}
/** An address as hex digits without a prefix, checksummed. */
export function hexText(value: unknown): Address {
  return toChecksumAddress(`0x${text(value)}`);
}
/** `numeric` of any size. */
export function big(value: unknown): bigint {
  return BigInt(text(value));
}
/** Postgres returns `integer` as a number, `bigint` as text. */
export function int(value: unknown): number {
  const number = typeof value === "number" ? value : Number(text(value));
  if (!Number.isSafeInteger(number)) throw new TypeError("the column is not an integer");
  return number;
}
export function orNull<T>(read: (value: unknown) => T, value: unknown): T | null {
  return value === null ? null : read(value);
}

/** The readers as schemas, for small results. */
export const hexColumn = z
  .instanceof(Buffer)
  .transform((value): Hex => `0x${value.toString("hex")}`);
export const addressColumn = hexColumn.transform(toChecksumAddress);
export const bigColumn = z.string().transform(BigInt);
export const managerKind = z.number().transform(requireManagerKind);
export const intColumn = z.union([z.number(), z.string().transform(Number)]);

/** Runs a statement and parses its rows with `read` or a schema. */
export async function readRows<T>(
  db: Executor,
  read: ((row: RawRow) => T) | z.ZodType<T>,
  statement: SQL,
): Promise<T[]> {
  const { rows } = await db.execute(statement);
  const readRow = typeof read === "function" ? read : (row: RawRow) => read.parse(row);
  return rows.map(readRow);
}

/** Values for `in (…)` of a column that holds hex, as one parameter. */
export function hexArray(values: readonly Hex[]): SQL {
  return sql`${sql.param(values.map(bytesOf))}::bytea[]`;
}

/** One hex value as a parameter. */
export function hexParam(value: Hex): SQL {
  return sql`${sql.param(bytesOf(value))}::bytea`;
}

/** One hex value for a placeholder. */
export function bytesOf(value: Hex): Buffer {
  return Buffer.from(value.slice(2), "hex");
}

/**
 * An address column as lower-case hex, the format of the indexer. Checksumming an unseen address
 * takes about 20 µs; decoding a transfer would take 52 µs instead of 7.
 */
export function rawAddress(column: AnyPgColumn<{ data: Address; notNull: true }>): SQL<Address>;
export function rawAddress(column: AnyPgColumn<{ data: Address }>): SQL<Address | null>;
export function rawAddress(column: AnyPgColumn): SQL {
  return sql`${column}`.mapWith(hex);
}
