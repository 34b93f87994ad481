import { describe, expect, it } from "vitest";
import {
  annotateSubmittedError,
  estimateWaitSeconds,
  LAUNCHES_AT_ONCE,
  statesBefore,
} from "@/lib/domain/launch-job";

describe("launch job", () => {
  it("can be reached only along the documented transitions", () => {
    expect(statesBefore("waiting")).toEqual([]);
    expect(statesBefore("active")).toEqual(["waiting"]);
    expect(statesBefore("completed")).toEqual(["active", "failed"]);
    expect(statesBefore("failed")).toEqual(["waiting", "active"]);
  });

  it("estimates the wait from recent launches and the places ahead", () => {
    expect(estimateWaitSeconds(0, [])).toBe(2);
    expect(estimateWaitSeconds(0, [0.4, 0.6])).toBe(1);
    expect(estimateWaitSeconds(LAUNCHES_AT_ONCE - 1, [3])).toBe(3);
    expect(estimateWaitSeconds(LAUNCHES_AT_ONCE, [3])).toBe(6);
  });

  it("annotates the error of a submitted transaction as clients expect", () => {
    expect(annotateSubmittedError("Timed out.", "0xabc")).toBe(
      "Timed out. Note: Transaction was submitted (0xabc) - please check block explorer to verify status.",
    );
  });
});
