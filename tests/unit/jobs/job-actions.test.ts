import { describe, expect, it } from "vitest";
import { jobActionsOf } from "@/lib/features/jobs/rules/job-actions";

const open = { state: "waiting", mayHaveSucceeded: false, isSigned: false } as const;

describe("actions on a job", () => {
  it("retry and cancel what the service sends, until it is signed", () => {
    expect(jobActionsOf({ ...open, kind: "launch" })).toMatchObject({ retry: null, cancel: null });
    expect(jobActionsOf({ ...open, kind: "payout", isSigned: true }).cancel).toContain("signed");
  });

  it("neither retry nor cancel what a wallet sends: it may still appear on chain", () => {
    const { retry, cancel } = jobActionsOf({ ...open, kind: "prepared_launch" });
    expect([retry, cancel]).toEqual([expect.any(String), expect.any(String)]);
  });

  it("resolve only what may have succeeded", () => {
    const undecided = { kind: "launch", state: "failed", mayHaveSucceeded: true, isSigned: true };
    expect(jobActionsOf({ ...undecided, kind: "launch", state: "failed" }).resolve).toBeNull();
    expect(jobActionsOf({ ...open, kind: "launch" }).resolve).toEqual(expect.any(String));
  });
});
