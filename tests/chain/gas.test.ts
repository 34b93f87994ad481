import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type GasTable, measureGas } from "../setup/gas/measure-gas";

/** Upper limits of whole transactions. */
const LIMITS = {
  "launch, first": 1_050_000,
  launch: 1_050_000,
  "launch with a static split, 2 recipients": 1_400_000,
  "launch with a static split, 100 recipients": 3_900_000,
  "launch with a dynamic split, 2 recipients": 1_400_000,
  "launch with a dynamic split, 100 recipients": 3_900_000,
  "buy exact in": 150_000,
  "buy, first of the pool": 225_000,
  "buy, first of a buyer": 150_000,
  "buy exact out": 150_000,
  "sell exact in": 150_000,
  "sell exact out": 150_000,
  "buy, dearest with first wall": 280_000,
  "buy, dearest with wall fed": 280_000,
  "buy, dearest with wall taken down": 280_000,
  "buy, dearest with wall put up": 280_000,
  "buy, dearest with burn": 280_000,
  "sell, dearest with first wall": 280_000,
  "sell, dearest with wall fed": 280_000,
  "sell, dearest with wall taken down": 280_000,
  "sell, dearest with wall put up": 280_000,
  "sell, dearest with burn": 280_000,
  "claim, to a new account": 90_000,
  claim: 90_000,
  "change shares, 2 recipients": 250_000,
  "change shares by signature, 2 recipients": 250_000,
  "change shares, 100 recipients": 5_000_000,
  "change shares by signature, 100 recipients": 5_000_000,
  "change shares, 2 recipients, first income of 10 tokens": 1_000_000,
  "launch into an existing revenue manager": 1_080_000,
  "launch into an existing dynamic split": 1_120_000,
  "sync and release of a revenue manager, first": 180_000,
  "sync and release of a revenue manager": 120_000,
  "sync and release of a split, 10 tokens": 600_000,
  "claim many, 2 managers with 11 tokens": 150_000,
  "hand on a share, 100 recipients": 900_000,
  "hand on a payee's place": 110_000,
  "drop a token": 140_000,
  "launch, name of 32 bytes": 1_050_000,
  "launch, name of 64 bytes": 1_060_000,
  "launch, name of 64 emoji": 1_200_000,
  "launch with protection": 1_050_000,
  "launch with protection, name of 32 bytes": 1_055_000,
  "buy, first of a referrer": 160_000,
  "buy with a referrer": 150_000,
  "buy with malformed hook data": 150_000,
  "protected buy, first of the pool": 325_000,
  "protected buy, dearest of three": 280_000,
  "sell in a protected pool": 150_000,
  "buy after protection": 150_000,
  "sell with a Permit2 signature": 180_000,
  "far sale with a wall": 250_000,
} as const;

let gas: GasTable;

/** About 300 sequential transactions. */
const MEASURE_TIMEOUT_MS = 300_000;

beforeAll(async () => {
  gas = await measureGas();
}, MEASURE_TIMEOUT_MS);

describe("gas", () => {
  it.each(Object.entries(LIMITS))("%s stays below %i", (name, limit) => {
    expect(gas[name]).toBeGreaterThan(21_000);
    expect(gas[name]).toBeLessThanOrEqual(limit);
  });

  it("equals the committed snapshot", () => {
    const file = path.join(import.meta.dirname, "../../contracts/gas-snapshot.json");
    const snapshot = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(file, "utf8")));
    expect(Object.keys(gas).sort()).toEqual(Object.keys(snapshot).sort());
    for (const [name, before] of Object.entries(snapshot)) {
      expect(Math.abs((gas[name] ?? 0) - before), name).toBeLessThanOrEqual(before * 0.005);
    }
  });
});
