import { describe, expect, it } from "vitest";
import {
  findNonceGap,
  isEnded,
  statesBefore,
  TRANSACTION_STATES,
} from "@/lib/features/transactions/rules";

describe("transaction states", () => {
  it("are reachable only along the documented transitions", () => {
    expect(statesBefore("waiting")).toEqual([]);
    expect(statesBefore("active")).toEqual(["waiting"]);
    expect(statesBefore("completed")).toEqual(["active", "failed"]);
    expect(statesBefore("failed")).toEqual(["waiting", "active", "failed"]);
  });

  it("are final when completed or failed", () => {
    expect(TRANSACTION_STATES.filter(isEnded)).toEqual(["completed", "failed"]);
  });
});

describe("a gap in a wallet's nonces", () => {
  const ascending = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => from + index);

  it.each([
    ["nothing is pending", [], 109, 109, null],
    ["everything is pending without a gap", [109, 110], 109, 111, null],
    ["a crash lost 64 nonces, which are cancelled", [173], 109, 174, null],
    ["the next nonce is far above the count", [], 109, 1_000, { from: 109, missing: 891 }],
    ["launches are stranded", [1_000, 1_001], 109, 1_002, { from: 109, missing: 891 }],
    ["the gap follows pending ones", [109, 110, 1_000], 109, 1_001, { from: 111, missing: 889 }],
    ["a small gap precedes it", [110, 1_000], 109, 1_001, { from: 111, missing: 890 }],
    ["small gaps add up", [140, 180], 109, 215, { from: 109, missing: 104 }],
    ["nonces were mined", [...ascending(0, 109), 1_000], 109, 1_001, { from: 109, missing: 891 }],
    ["the wallet was used elsewhere", [109], 500, 500, null],
  ])("%s", (_, used, mined, next, gap) => {
    expect(findNonceGap(used, mined, next)).toEqual(gap);
  });
});
