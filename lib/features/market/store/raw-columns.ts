import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Address, Hex } from "viem";
import { z } from "zod";
import type { Executor } from "@/lib/drivers/db/create-database";
import { requireManagerKind } from "@/lib/features/managers/rules/manager-kind";
import { toChecksumAddress } from "@/lib/shared/checksum-address";

/** A row of a statement that was written by hand. */
export type RawRow = Record<string, unknown>;

/**
 * Readers of single columns, for statements that answer many rows: a schema that transforms costs
 * as much as the query. Each throws a TypeError for what is of another type.
 */
export function text(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("a column holds no text");
  return value;
}
export function hex(value: unknown): Hex {
  if (!Buffer.isBuffer(value)) throw new TypeError("a column holds no bytes");
  return `0x${value.toString("hex")}`;
}
/** An address, checksummed. */
export function address(value: unknown): Address {
  return toChecksumAddress(hex(value));
}
/** `numeric` of any size. */
export function big(value: unknown): bigint {
  return BigInt(text(value));
}
/** `integer` comes as a number, `bigint` as text. */
export function int(value: unknown): number {
  const number = typeof value === "number" ? value : Number(text(value));
  if (!Number.isSafeInteger(number)) throw new TypeError("a column holds no integer");
  return number;
}
export function orNull<T>(read: (value: unknown) => T, value: unknown): T | null {
  return value === null ? null : read(value);
}

/** The same as schemas, for rows that are few. */
export const hexColumn = z
  .instanceof(Buffer)
  .transform((value): Hex => `0x${value.toString("hex")}`);
export const addressColumn = hexColumn.transform(toChecksumAddress);
export const bigColumn = z.string().transform(BigInt);
export const managerKind = z.number().transform(requireManagerKind);
export const intColumn = z.union([z.number(), z.string().transform(Number)]);

/** Runs a statement and answers its rows as `read`, or a schema, makes them. */
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
  return sql`${sql.param(values.map((value) => Buffer.from(value.slice(2), "hex")))}::bytea[]`;
}

/** One hex value as a parameter. */
export function hexParam(value: Hex): SQL {
  return sql`${sql.param(Buffer.from(value.slice(2), "hex"))}::bytea`;
}

/**
 * An address column as the lower-case hex in which the indexer has addresses. A checksum of an
 * unseen address costs about 20 µs, and decoding a transfer between two of them would take 52 µs
 * instead of 7.
 */
export function rawAddress(column: AnyPgColumn<{ data: Address; notNull: true }>): SQL<Address>;
export function rawAddress(column: AnyPgColumn<{ data: Address }>): SQL<Address | null>;
export function rawAddress(column: AnyPgColumn): SQL {
  return sql`${column}`.mapWith(hex);
}
