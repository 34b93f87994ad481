import { customType } from "drizzle-orm/pg-core";
import type { Hex } from "viem";

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
