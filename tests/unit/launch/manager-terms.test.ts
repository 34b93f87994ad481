import { describe, expect, it } from "vitest";
import { managerTerms } from "@/components/launch/steps/use-manager-terms";

const ADA = "0x1111111111111111111111111111111111111111";
const BOB = "0x2222222222222222222222222222222222222222";
const CREATOR = "0x3333333333333333333333333333333333333333";

describe("the terms of an existing fee split manager", () => {
  it("name and count its recipients, without the creators of its tokens", () => {
    const terms = managerTerms("fee_split_manager", {
      kind: "static_split",
      owner: CREATOR,
      creatorFirstBps: 1_000,
      tokens: [],
      droppedTokens: [],
      earners: [
        { account: ADA, role: "recipient", share: 7_500_000, claimableWei: 0n },
        { account: BOB, role: "recipient", share: 2_500_000, claimableWei: 0n },
        { account: CREATOR, role: "creator", share: null, claimableWei: 1n },
      ],
    });
    expect(terms).toEqual({
      treasury: {
        kind: "fee_split",
        creatorFirstBps: 1_000,
        splitsMicroPercent: [7_500_000, 2_500_000],
      },
      names: [ADA, BOB],
      isWrong: false,
      note: "Fee split manager with 2 recipients.",
    });
  });
});
