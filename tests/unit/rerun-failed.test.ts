import { describe, expect, it } from "vitest";
import { rerunFailed } from "../setup/stages/rerun-failed";

const good = { passed: 10, failed: 0 };
const oneFailed = { passed: 9, failed: 1, failures: ["a › b"], failedPlaces: ["a.test.ts"] };

describe("rerunFailed", () => {
  it("runs only the failed tests again, and lists those that pass", async () => {
    const requests: unknown[] = [];
    const result = await rerunFailed([good, oneFailed], async (index, places) => {
      requests.push([index, ...places]);
      return { passed: 3, failed: 0 };
    });
    expect(requests).toEqual([[1, "a.test.ts"]]);
    expect(result).toEqual({ counts: [good, { passed: 10, failed: 0 }], unreliable: ["a › b"] });
  });

  it("keeps only the failure that happens again", async () => {
    const both = { ...oneFailed, failed: 2, failures: ["a › b\n  late", "a › c\n  1 is not 2"] };
    const second = { passed: 2, failed: 1, failures: ["a › c\n  1 is not 3"] };
    expect(await rerunFailed([both], async () => second)).toEqual({
      counts: [{ passed: 10, failed: 1, failures: ["a › c\n  1 is not 2"] }],
      unreliable: ["a › b\n  late"],
    });
  });

  it.each([
    ["fails again", { passed: 2, failed: 1 }],
    ["fails again in another test", { passed: 2, failed: 1, failures: ["a › d"] }],
    ["runs nothing", { passed: 0, failed: 0 }],
  ])("keeps a failure that %s", async (_, second) => {
    const result = await rerunFailed([oneFailed], async () => second);
    expect(result).toEqual({ counts: [oneFailed], unreliable: [] });
  });

  it.each([
    ["a check", [{ passed: 0, failed: 1, failures: ["exit code 1"] }]],
    ["a runner that crashed after a failed test", [{ ...oneFailed, failed: 2 }]],
    ["many failures", [oneFailed, { ...oneFailed, failed: 5 }]],
  ])("never runs %s again", async (_, counts) => {
    const result = await rerunFailed(counts, async () => ({ passed: 9, failed: 0 }));
    expect(result).toEqual({ counts, unreliable: [] });
  });

  it("keeps the failure of a stage that cannot run again", async () => {
    expect((await rerunFailed([oneFailed], () => null)).counts).toEqual([oneFailed]);
  });
});
