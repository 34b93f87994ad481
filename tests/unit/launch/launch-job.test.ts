import { describe, expect, it } from "vitest";
import {
  annotateSubmittedError,
  estimateWaitSeconds,
  LAUNCHES_AT_ONCE,
} from "@/lib/features/launch/rules/launch-job";

describe("launch job", () => {
  it("estimates the wait from recent launches and the queue position", () => {
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
