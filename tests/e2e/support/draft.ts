import type { Page } from "playwright/test";
import { EMPTY_DRAFT, type LaunchDraft } from "@/components/launch/form/launch-form";
import { expect } from "./test";

const ADA = "0x1111111111111111111111111111111111111111";
/** An image of every sandbox: the wizard checks that the launchpad has it. */
const PICTURE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";

/** A complete draft. */
export const READY_DRAFT: LaunchDraft = {
  ...EMPTY_DRAFT,
  chain: "base-sepolia",
  name: "Looked over",
  symbol: "LOOK",
  description: "Reviewed before it is sent.",
  media: { kind: "image", cid: PICTURE, name: "look.png" },
  creator: { type: "wallet", id: ADA },
};

/** Stores a draft in a fresh browser, once. */
export async function bringDraft(page: Page, change: Partial<LaunchDraft> = {}): Promise<string> {
  const name = change.name ?? `Looked over ${Date.now()}`;
  await page.addInitScript(
    (draft) => {
      // The initial blank page has no storage.
      if (location.origin === "null" || localStorage.getItem("test.seeded") !== null) return;
      localStorage.setItem("test.seeded", "yes");
      localStorage.setItem("slipway.launch-draft", draft);
    },
    JSON.stringify({ ...READY_DRAFT, ...change, name }),
  );
  return name;
}

/** Opens a step of the wizard by its URL. */
export async function openStep(page: Page, step: string, heading: string): Promise<void> {
  await page.goto(`/launch?step=${step}`);
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
}
