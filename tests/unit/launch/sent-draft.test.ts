import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DRAFT_KEY } from "@/components/launch/form/draft-key";
import { EMPTY_DRAFT, type LaunchDraft } from "@/components/launch/form/launch-form";
import { pathOfSentDraft, saveSentDraft } from "@/components/launch/form/sent-draft";
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
  return pathOfSentDraft("job");
}

describe("the draft of a launch that failed", () => {
  it.each<[string, unknown]>([
    ["no draft is stored", null],
    ["the stored draft is empty", EMPTY_DRAFT],
    [
      "the stored draft has only what its link has set",
      {
        ...EMPTY_DRAFT,
        ...{ chain: "base-sepolia", treasury: "revenue_manager", managerAddress: MANAGER },
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
  ])("does not replace a newer draft: %j", (typed) => {
    const newer = { ...EMPTY_DRAFT, ...typed };
    expect(edit(newer)).toBe("/launch?step=review");
    expect(kept()).toEqual(newer);
  });

  it("of another launch is not restored, and an empty draft has no review", () => {
    saveSentDraft("other", SENT);
    held.set(DRAFT_KEY, JSON.stringify(EMPTY_DRAFT));
    expect(pathOfSentDraft("job")).toBe("/launch");
    expect(kept()).toEqual(EMPTY_DRAFT);
  });
});
