import { describe, expect, it } from "vitest";
import {
  isRejected,
  isTooLarge,
  nextBatchMax,
  smallerBatch,
} from "@/lib/indexer/store/batch-limit";

const postgres = (code: string) => Object.assign(new Error("from the driver"), { code });

describe("the size of the indexer's batches", () => {
  it.each(["57014", "53200", "54000"])("shrinks after PostgreSQL's error %s", (code) => {
    expect(isTooLarge(new Error("Failed query", { cause: postgres(code) }))).toBe(true);
  });
  it.each(["57P01", "23505", "ECONNREFUSED"])("stays after %s, which any size gets", (code) => {
    expect(isTooLarge(new Error("Failed query", { cause: postgres(code) }))).toBe(false);
  });
  it("shrinks to the block with a row that PostgreSQL always rejects", () => {
    const rejected = ["22021", "22003", "23505", "23514", "40P01", "57014"].filter((code) =>
      isRejected(new Error("Failed query", { cause: postgres(code) })),
    );
    expect(rejected).toEqual(["22021", "22003", "23505", "23514"]);
  });
  it("halves down to one block", () => {
    expect([1_000, 7, 2, 1].map(smallerBatch)).toEqual([500, 3, 1, 1]);
  });
  it("doubles after fast batches up to the maximum, and stays after slow ones", () => {
    const next = (batchMax: number, ms: number) => nextBatchMax({ batchMax }, { ms, most: 1_000 });
    expect(next(4, 200)).toBe(8);
    expect(next(600, 200)).toBe(1_000);
    expect(next(4, 20_000)).toBe(4);
  });
});
