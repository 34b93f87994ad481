import { customType, pgSchema, timestamp } from "drizzle-orm/pg-core";
import type { Address, Hex } from "viem";
import {
  decodeManagerKind,
  encodeManagerKind,
  type ManagerKind,
} from "../../features/managers/rules/manager-kind";
import { toChecksumAddress } from "../../shared/address/checksum-address";

/** Data that must not be lost: transactions, signed bytes, wallets, the outbox. */
export const launch = pgSchema("launch");

/** A timestamp with time zone, as a `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Bytes of any length. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
});

/** An address: 20 bytes in the database, checksummed in memory. Accepts any letter case. */
export const addressBytes = customType<{ data: Address; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value.slice(2), "hex"),
  fromDriver: (value) => toChecksumAddress(`0x${value.toString("hex")}`),
});

/** Hashes and ids: `bytea`, read and written as lower-case 0x hex. */
export const hexBytes = customType<{ data: Hex; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value.slice(2), "hex"),
  fromDriver: (value) => `0x${value.toString("hex")}`,
});

/** `jsonb` that stores bigint exactly, as `{"$bigint": "1"}`. */
export function exactJson<T>() {
  return customType<{ data: T; driverData: unknown }>({
    dataType: () => "jsonb",
    toDriver: (value) =>
      JSON.stringify(value, (_key, part: unknown) =>
        typeof part === "bigint" ? { $bigint: part.toString() } : part,
      ),
    fromDriver: (value) => JSON.parse(JSON.stringify(value), reviveBigint),
  })();
}

function reviveBigint(_key: string, part: unknown): unknown {
  const isBigint = typeof part === "object" && part !== null && "$bigint" in part;
  return isBigint ? BigInt(String(part.$bigint)) : part;
}

/** Integers of any size (wei, sqrt prices, supplies), exact, without floats. */
export const wholeNumber = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(78, 0)",
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
});

/** A manager's kind as its number in the contracts; 0 is none. */
export const managerKindColumn = customType<{ data: ManagerKind | "none"; driverData: number }>({
  dataType: () => "smallint",
  toDriver: encodeManagerKind,
  fromDriver: decodeManagerKind,
});
