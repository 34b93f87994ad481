import { describe, expect, it } from "vitest";
import {
  EMPTY_DRAFT,
  equalise,
  formPath,
  type LaunchDraft,
  launchForm,
  toLaunchBody,
  toUsdc,
} from "@/components/launch/launch-form";
import { stepOf } from "@/components/launch/launch-steps";
import { launchRequest } from "@/lib/schemas/launch";

const CID = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
const ADA = "0x1111111111111111111111111111111111111111";
const GRACE = "0x2222222222222222222222222222222222222222";

const complete: LaunchDraft = {
  ...EMPTY_DRAFT,
  name: "First Light",
  symbol: "LIGHT",
  media: { kind: "image", cid: CID, name: "light.png" },
  creator: { type: "email", id: "ada@example.com" },
};
const split: LaunchDraft = {
  ...complete,
  treasury: "fee_split",
  splitMode: "custom",
  recipients: [
    { type: "wallet", id: ADA, share: "60" },
    { type: "wallet", id: GRACE, share: "40" },
  ],
};

/** Paths of the form at which a draft is refused. */
function refusedAt(draft: LaunchDraft): string[] {
  return (launchForm.safeParse(draft).error?.issues ?? []).map(({ path }) => path.join("."));
}

describe("launchForm", () => {
  it.each([
    ["a plain draft", complete],
    ["a split", split],
    ["nobody as creator", { ...complete, creator: { type: "none" as const, id: "" } }],
    ["equal shares", { ...split, splitMode: "equal" as const }],
    ["a manager", { ...complete, treasury: "revenue_manager" as const, managerAddress: ADA }],
  ])("accepts %s, and so does the interface", (_, draft) => {
    expect(refusedAt(draft)).toEqual([]);
    expect(launchRequest.safeParse(toLaunchBody(draft)).success).toBe(true);
  });

  it.each<[string, Partial<LaunchDraft>, string]>([
    ["no name", { name: "  " }, "name"],
    ["a long symbol", { symbol: "NINECHARS" }, "symbol"],
    ["bidi characters", { name: "a\u202eb" }, "name"],
    ["no picture", { media: null }, "media"],
    ["a wrong link", { websiteUrl: "javascript:alert(1)" }, "websiteUrl"],
    ["a wrong creator", { creator: { type: "email", id: "ada" } }, "creator.id"],
    ["an empty creator", { creator: { type: "wallet", id: "" } }, "creator.id"],
    ["a wrong manager", { treasury: "revenue_manager", managerAddress: "0x1" }, "managerAddress"],
    ["an empty split", { treasury: "fee_split" }, "recipients"],
    ["a percentage above 100", { peoplePercent: "101" }, "peoplePercent"],
    ["a market cap of words", { marketCapUsd: "lots" }, "marketCapUsd"],
  ])("refuses %s at its field", (_, change, path) => {
    expect(refusedAt({ ...complete, ...change })).toContain(path);
  });

  it("refuses a sum other than 100 %, and a share of nothing", () => {
    const [first, second] = split.recipients;
    if (first === undefined || second === undefined) throw new Error("two recipients");
    const recipients = [first, { ...second, share: "39.99999" }];
    expect(refusedAt({ ...split, recipients })).toEqual(["recipients"]);
    expect(refusedAt({ ...split, recipients: [first, { ...second, share: "0" }] })).toContain(
      "recipients.1.share",
    );
  });

  it("writes equal shares that the interface accepts, for any number of people", () => {
    for (const count of [1, 3, 7, 100]) {
      const recipients = equalise(
        Array.from({ length: count }, (_, index) => ({
          type: "twitter" as const,
          id: `person_${index}`,
          share: "",
        })),
      );
      expect(refusedAt({ ...split, recipients })).toEqual([]);
    }
  });
});

describe("the way back from the interface to the form", () => {
  it.each([
    ["feeSplitRecipients.3.split", "recipients.3.share", "earnings"],
    ["creatorTwitterUsername", "creator.id", "earnings"],
    ["marketCap", "marketCapUsd", "price"],
    ["imageIpfs", "media", "media"],
    ["symbol", "symbol", "details"],
  ])("%s is shown at %s in step %s", (wire, form, step) => {
    const path = formPath(wire.split(".")).join(".");
    expect(path).toBe(form);
    expect(stepOf(path)).toBe(step);
  });
});

describe("toUsdc", () => {
  it.each([
    ["4000", "4000000000"],
    ["$4,000.50", "4000500000"],
    ["0.000001", "1"],
  ])("reads %s", (text, usdc) => expect(BigInt(toUsdc(text) ?? -1)).toBe(BigInt(usdc)));

  it.each(["", "4k", "-1", "1.2345678"])("refuses %j", (text) => expect(toUsdc(text)).toBeNull());
});
