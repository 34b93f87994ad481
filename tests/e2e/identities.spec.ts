import type { Page } from "playwright/test";
import { launchFor, newEmail, signInByMail } from "./support/account";
import { showFacts } from "./support/show-facts";
import { expect, sidewaysOverflow, test } from "./support/test";
import { PHONE } from "./support/touch";

const CHAIN = "base-sepolia";

/** A token whose fees two people share who have never signed in. */
async function launchForStrangers(site: string) {
  const email = newEmail("named");
  const user = `jack_${Date.now() % 1_000_000}`;
  const launched = await launchFor(site, CHAIN, {
    name: "For strangers",
    feeSplitRecipients: [
      { type: "twitter", id: user },
      { type: "email", id: email },
    ],
  });
  return { ...launched, user, email };
}

const earnersOf = (page: Page) => page.locator('[data-slot="fee-earners"]');

test("an identity that never signed in is unverified everywhere, with an explanation", async ({
  page,
  site,
}) => {
  const { token, manager, user } = await launchForStrangers(site);
  const places = [
    { path: `/${CHAIN}/${token}`, area: earnersOf(page) },
    {
      path: `/managers?chain=${CHAIN}&address=${manager}`,
      area: page.locator('[data-slot="manager-panel"]'),
    },
  ];
  for (const { path, area } of places) {
    await page.goto(path);
    if (path.endsWith(token)) await showFacts(page);
    await expect(area.getByText(`@${user} on X`, { exact: true })).toBeVisible();
    await expect(area.getByText("Email user", { exact: true })).toBeVisible();
    await expect(area).not.toContainText("claimed");
    await expect(area.getByLabel("verified", { exact: true })).toHaveCount(0);
    const mark = area.getByRole("button", { name: "(unverified)" });
    await expect(mark).toHaveCount(2);
    await expect(mark.first()).toHaveAccessibleDescription(/has not signed in here/);
    const hint = area.getByRole("tooltip");
    await mark.first().hover();
    await expect(hint).toContainText("has not signed in here");
    // The pointer can move to the hint to read it.
    await hint.hover();
    await expect(hint).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(hint).toHaveCount(0);
    await mark.first().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(hint).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(hint).toHaveCount(0);
  }
});

test("an identity is verified after its owner has signed in", async ({ page, site }) => {
  const { token, email } = await launchForStrangers(site);
  await signInByMail(page, email);
  await page.goto(`/${CHAIN}/${token}`);
  await showFacts(page);
  const earners = earnersOf(page);
  await expect(earners.getByRole("button", { name: "(unverified)" })).toHaveCount(1);
  const badge = earners.getByRole("button", { name: "verified", exact: true });
  await expect(badge).toHaveAccessibleDescription(/has signed in here/);
});

test.describe("by touch, on a narrow phone", () => {
  test.use({ ...PHONE, viewport: { width: 320, height: 640 } });

  test("a tap opens the explanation, another one closes it, within the viewport", async ({
    page,
    site,
  }) => {
    const { token } = await launchForStrangers(site);
    await page.goto(`/${CHAIN}/${token}`);
    await showFacts(page);
    const earners = earnersOf(page);
    const marks = earners.getByRole("button", { name: "(unverified)" });
    const hint = earners.getByRole("tooltip");
    await expect(marks).toHaveCount(2);
    for (const mark of await marks.all()) {
      await mark.tap();
      await expect(hint).toBeInViewport({ ratio: 1 });
      expect(await sidewaysOverflow(page)).toBe(0);
      await mark.tap();
      await expect(hint).toHaveCount(0);
    }
    await marks.first().tap();
    await earners.getByText("Earned", { exact: true }).tap();
    await expect(hint).toHaveCount(0);
  });
});
