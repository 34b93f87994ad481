import { customType } from "drizzle-orm/pg-core";
import type { Hex } from "viem";
import { decodeManagerKind, encodeManagerKind, type ManagerKind } from "@/lib/domain/manager-kind";

/** `bytea` that reads and writes lower-case 0x hex; addresses are 20 bytes, hashes 32. */
export const hexBytes = customType<{ data: Hex; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value.slice(2), "hex"),
  fromDriver: (value) => `0x${value.toString("hex")}`,
});

/** Whole numbers of any size (wei, sqrt prices, supplies): exact, no floats anywhere. */
export const wholeNumber = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(78, 0)",
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
});

/** A manager's kind by its number in the contracts; 0 is none. */
export const managerKindColumn = customType<{ data: ManagerKind | "none"; driverData: number }>({
  dataType: () => "smallint",
  toDriver: encodeManagerKind,
  fromDriver: decodeManagerKind,
});
