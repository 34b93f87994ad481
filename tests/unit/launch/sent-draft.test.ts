import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DRAFT_KEY } from "@/components/launch/form/draft-key";
import { forgetDraft, openDraft } from "@/components/launch/form/draft-storage";
import { EMPTY_DRAFT, type LaunchDraft } from "@/components/launch/form/launch-form";
import { savedDrafts } from "@/components/launch/form/saved-drafts";
import { pathOfSentDraft, recentLaunch, saveSentDraft } from "@/components/launch/form/sent-draft";
import { stubStorage } from "../../setup/stub-storage";

let held = new Map<string, string>();
beforeEach(() => {
  held = stubStorage();
  vi.stubGlobal("localStorage", window.localStorage);
});
afterEach(() => void vi.unstubAllGlobals());

const SENT: LaunchDraft = { ...EMPTY_DRAFT, name: "First Light", symbol: "LIGHT" };
const MANAGER = `0x${"1".repeat(40)}`;
const kept = (): unknown => JSON.parse(held.get(DRAFT_KEY) ?? "null");

/** Presses "Edit launch" of the sent launch while `stored` is in the browser. @returns the path */
function edit(stored: unknown): string {
  saveSentDraft("job", SENT);
  if (stored !== null) held.set(DRAFT_KEY, JSON.stringify(stored));
  return pathOfSentDraft("job", EMPTY_DRAFT.marketCapUsd);
}

describe("the draft of a launch that failed", () => {
  it.each<[string, unknown]>([
    ["no draft is stored", null],
    ["the stored draft is empty", EMPTY_DRAFT],
    [
      "the stored draft has only what its link has set",
      {
        ...EMPTY_DRAFT,
        chain: "base-sepolia",
        treasury: "revenue_manager",
        managerAddress: MANAGER,
      },
    ],
    ["the stored draft cannot be read", { name: "of another release" }],
  ])("is restored if %s", (_, stored) => {
    expect(edit(stored)).toBe("/launch?step=review");
    expect(kept()).toEqual(SENT);
  });

  it.each<Partial<LaunchDraft>>([
    { name: "Second Light" },
    { treasury: "fee_split", recipients: [{ type: "twitter", id: "ada", share: "" }] },
    { creator: { type: "email", id: "ada@example.com" } },
  ])("opens although there is a newer draft of another token, which is saved: %j", (typed) => {
    const newer = { ...EMPTY_DRAFT, ...typed };
    expect(edit(newer)).toBe("/launch?step=review");
    expect(kept()).toEqual(SENT);
    expect(savedDrafts.read()).toEqual([newer]);
  });

  it("is not restored over the changes that were made to it", () => {
    const changed = { ...SENT, description: "Changed" };
    expect(edit(changed)).toBe("/launch?step=review");
    expect(kept()).toEqual(changed);
    expect(savedDrafts.read()).toBeNull();
    const newer = { ...EMPTY_DRAFT, name: "Second Light" };
    saveSentDraft("second", newer);
    expect(pathOfSentDraft("second", EMPTY_DRAFT.marketCapUsd)).toBe("/launch?step=review");
    expect([kept(), savedDrafts.read()]).toEqual([newer, [changed]]);
    expect(pathOfSentDraft("job", EMPTY_DRAFT.marketCapUsd)).toBe("/launch?step=review");
    expect([kept(), savedDrafts.read()]).toEqual([changed, [newer]]);
  });

  it("is restored after another launch, also from the format of the previous release", () => {
    held.set("slipway.launch-sent", JSON.stringify({ jobId: "job", draft: SENT, at: Date.now() }));
    const second = { ...SENT, name: "Second Light" };
    saveSentDraft("second", second);
    expect(recentLaunch()?.jobId).toBe("second");
    expect(pathOfSentDraft("job", EMPTY_DRAFT.marketCapUsd)).toBe("/launch?step=review");
    expect(kept()).toEqual(SENT);
  });

  it.each([
    ["the operator's market cap", "7500"],
    ["the market cap of the previous release", EMPTY_DRAFT.marketCapUsd],
  ])("replaces a draft that has only %s", (_, marketCapUsd) => {
    saveSentDraft("job", SENT);
    held.set(DRAFT_KEY, JSON.stringify({ ...EMPTY_DRAFT, marketCapUsd }));
    expect(pathOfSentDraft("job", "7500")).toBe("/launch?step=review");
    expect(kept()).toEqual(SENT);
    expect(savedDrafts.read()).toBeNull();
  });

  it("of another launch is not restored, and an empty draft has no review", () => {
    saveSentDraft("other", SENT);
    held.set(DRAFT_KEY, JSON.stringify(EMPTY_DRAFT));
    expect(pathOfSentDraft("job", EMPTY_DRAFT.marketCapUsd)).toBe("/launch");
    expect(kept()).toEqual(EMPTY_DRAFT);
  });
});

describe("the draft that the wizard opens", () => {
  const empty: LaunchDraft = { ...EMPTY_DRAFT, marketCapUsd: "7500" };

  it.each<[string, LaunchDraft | null, LaunchDraft]>([
    ["a new one without a stored one", null, empty],
    [
      "an unedited one of the previous release, with the operator's market cap",
      { ...EMPTY_DRAFT, chain: "robinhood" },
      { ...empty, chain: "robinhood" },
    ],
    ["an edited one, unchanged", SENT, SENT],
    [
      "one with a market cap that the user typed",
      { ...EMPTY_DRAFT, marketCapUsd: "9000" },
      { ...EMPTY_DRAFT, marketCapUsd: "9000" },
    ],
  ])("is %s", (_, stored, opened) => {
    if (stored !== null) held.set(DRAFT_KEY, JSON.stringify(stored));
    expect(openDraft(empty)).toEqual(opened);
  });
});

describe("the stored draft of an accepted launch", () => {
  it("is deleted, but not what another tab has stored since", () => {
    const { firstBuyEth: _, ...earlier } = SENT;
    held.set(DRAFT_KEY, JSON.stringify(earlier));
    forgetDraft(SENT);
    expect(kept()).toBeNull();
    const newer = { ...EMPTY_DRAFT, name: "Second Light" };
    held.set(DRAFT_KEY, JSON.stringify(newer));
    forgetDraft(SENT);
    expect(kept()).toEqual(newer);
  });
});
