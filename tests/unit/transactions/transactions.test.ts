import { describe, expect, it } from "vitest";
import { isEnded, statesBefore, TRANSACTION_STATES } from "@/lib/features/transactions/rules";

describe("transaction states", () => {
  it("are reachable only along the documented transitions", () => {
    expect(statesBefore("waiting")).toEqual([]);
    expect(statesBefore("active")).toEqual(["waiting"]);
    expect(statesBefore("completed")).toEqual(["active", "failed"]);
    expect(statesBefore("failed")).toEqual(["waiting", "active"]);
  });

  it("are final when completed or failed", () => {
    expect(TRANSACTION_STATES.filter(isEnded)).toEqual(["completed", "failed"]);
  });
});
