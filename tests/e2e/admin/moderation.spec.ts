import { call } from "@slipway-launchpad/client";
import type { Page } from "playwright/test";
import { createRevenueManager } from "@/lib/features/managers/operations";
import { launchFor, makeFees } from "../support/account";
import { confirmAction, openConsole } from "../support/admin";
import {
  CHAIN,
  decide,
  decisionOf,
  entryOf,
  launchModerated,
  measure,
  newVisitor,
  reportAs,
  showsText,
} from "../support/moderation";
import { expect, newCaller, test } from "../support/test";

/** Each decision of the queue, by each role that may make it, and its effect for visitors. */
const ROLES = ["moderator", "operator"] as const;
const PAGE = "/admin/moderation";

const notice = (page: Page) => page.getByRole("region", { name: "Moderation" });
const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });

for (const role of ROLES) {
  test(`a ${role} hides a reported token: it leaves open pages and lists, and comes back`, async ({
    page,
    browser,
    site,
  }) => {
    test.slow();
    const { name, token } = await launchModerated(site, `Hidden by ${role}`);
    await reportAs(site, token, { details: "It copies <b>mine</b>.", email: "ada@example.com" });
    await reportAs(site, token);
    const start = await newVisitor(browser, site);
    await start.goto("/");
    await expect(card(start, name).first()).toBeVisible();
    const own = await newVisitor(browser, site);
    await own.goto(`/${CHAIN}/${token}`);
    await expect(own.getByText("Earns.")).toBeVisible();

    await openConsole(page, role, PAGE);
    const entry = entryOf(page, name, "token");
    await expect(entry).toContainText("2 reports");
    await expect(entry).toContainText("Scam or fraud: 2");
    await expect(entry).toContainText("It copies <b>mine</b>.");
    await expect(entry.getByRole("link", { name: "ada@example.com" })).toHaveAttribute(
      "href",
      "mailto:ada@example.com",
    );
    const search = `/v1/${CHAIN}/search?q=${encodeURIComponent(name)}`;
    await measure(
      page,
      `token.hide by a ${role}`,
      () => decide(page, entry.getByRole("button", { name: "Hide token…" }), "Hide token", "scam"),
      {
        "open token page": () => notice(own).isVisible(),
        "open start page": async () => (await card(start, name).count()) === 0,
        "token page": showsText(site, `/${CHAIN}/${token}`, "does not list this token"),
        "start page": async () => !(await showsText(site, "/", name)()),
        explorer: async () => !(await showsText(site, `/${CHAIN}?tab=new`, name)()),
        search: async () => !(await showsText(site, search, token)()),
      },
    );
    await expect(entry).toHaveCount(0);
    await expect(notice(own)).toContainText("does not list this token");
    await expect(notice(own)).toContainText("Reason: Scam or fraud.");
    await expect(own.getByText("Earns.")).toHaveCount(0);
    await start.reload();
    await start
      .getByRole("combobox", { name: /search/i })
      .first()
      .fill(name);
    await expect(start.getByText(/No (matching )?tokens?/i).first()).toBeVisible();
    await expect(start.getByRole("option", { name })).toHaveCount(0);

    const decision = decisionOf(page, token);
    await expect(decision).toContainText("hidden");
    await measure(
      page,
      `token.restore by a ${role}`,
      () => decide(page, decision.getByRole("button"), "Restore token", null),
      {
        "open token page": async () => (await notice(own).count()) === 0,
        search: showsText(site, search, token),
      },
    );
    await expect(own.getByText("Earns.")).toBeVisible();
    await expect(decision).toHaveCount(0);
  });

  test(`a ${role} blurs an image, which visitors may still look at, and ends that`, async ({
    page,
    browser,
    site,
  }) => {
    test.slow();
    const { name, token } = await launchModerated(site, `Blurred by ${role}`);
    await reportAs(site, token);
    const own = await newVisitor(browser, site);
    await own.goto(`/${CHAIN}/${token}`);
    await openConsole(page, role, PAGE);
    await measure(
      page,
      `token.blur by a ${role}`,
      () =>
        decide(
          page,
          entryOf(page, name, "token").getByRole("button", { name: "Blur image…" }),
          "Blur image",
          "sexual",
        ),
      { "open token page": () => notice(own).isVisible() },
    );
    await expect(notice(own)).toContainText("has blurred the image of this token");
    const show = own.getByRole("button", { name: "Show image" });
    await show.click();
    await own.getByRole("button", { name: "Blur image" }).click();
    await expect(show).toBeVisible();
    const decision = decisionOf(page, token);
    await expect(decision).toContainText("blurred");
    await decide(page, decision.getByRole("button"), "Restore token", null);
    await expect(notice(own)).toHaveCount(0);
    await expect(show).toHaveCount(0);
  });

  test(`a ${role} removes an image: no address serves it, and serves it again`, async ({
    page,
    browser,
    site,
  }) => {
    test.slow();
    const { name, token, cid } = await launchModerated(site, `Removed by ${role}`);
    await reportAs(site, token, { kind: "picture" });
    const own = await newVisitor(browser, site);
    await own.goto(`/${CHAIN}/${token}`);
    await expect(own.locator(`img[src*="${cid}"]`).first()).toBeVisible();
    await openConsole(page, role, PAGE);
    const entry = entryOf(page, name, "picture");
    const isServed = async () => {
      const headers = { "x-forwarded-for": newCaller() };
      return (await fetch(`${site}/ipfs/${cid}`, { headers })).status === 200;
    };
    await expect.poll(isServed).toBe(true);
    await measure(
      page,
      `picture.remove by a ${role}`,
      () =>
        decide(
          page,
          entry.getByRole("button", { name: "Remove image…" }),
          "Remove image",
          "copyright",
        ),
      {
        "open token page": async () => (await own.locator(`img[src*="${cid}"]`).count()) === 0,
        ipfs: async () => !(await isServed()),
        "start page": async () => !(await showsText(site, "/", cid)()),
        explorer: async () => !(await showsText(site, `/${CHAIN}?tab=new`, cid)()),
      },
    );
    await expect(notice(own)).toContainText("Reason: Copyright or trademark.");
    await own.getByRole("button", { name: "Report" }).click();
    const kinds = own.getByRole("combobox", { name: "What" }).getByRole("option");
    await expect(kinds).toHaveText(["The token", "Its creator"]);
    await own.keyboard.press("Escape");
    const decision = decisionOf(page, cid);
    await decide(page, decision.getByRole("button"), "Restore image", null);
    await expect.poll(isServed).toBe(true);
    await expect(notice(own)).toHaveCount(0);
    await expect(own.locator(`img[src*="${cid}"]`).first()).toBeVisible();
  });
}

test("an image of two tokens has actions on each, and an open dialog keeps its token", async ({
  page,
  site,
}) => {
  test.slow();
  const original = await launchModerated(site, "Original");
  const name = `Impostor ${Date.now()}`;
  const { token } = await launchFor(site, CHAIN, { name, imageIpfs: original.cid });
  // Its image is known once its metadata was read.
  await expect(() => reportAs(site, token, { kind: "picture" })).toPass({ timeout: 60_000 });
  await openConsole(page, "moderator", PAGE);
  const hide = entryOf(page, name, "picture").getByRole("button", { name: "Hide token…" });
  await hide.click();
  const dialog = page.getByRole("dialog", { name: "Hide token" });
  await expect(dialog).toContainText(name);
  for (let at = 0; at < 2; at += 1) await reportAs(site, original.token, { kind: "picture" });
  const entry = page.locator('[data-slot="queue-entry"]').filter({ hasText: name });
  await expect(entry).toContainText("Image of 2 tokens", { timeout: 30_000 });
  await expect(entry.getByText(original.name)).toHaveCount(1);
  await expect(dialog).toContainText(name);
  await expect(dialog).not.toContainText(original.name);
  await dialog.getByRole("combobox", { name: "Public reason" }).selectOption("impersonation");
  await confirmAction(page, "Hide token", "a test of the console");
  const isHidden = (address: string) =>
    showsText(site, `/${CHAIN}/${address}`, "does not list this token")();
  await expect.poll(() => isHidden(token)).toBe(true);
  expect(await isHidden(original.token)).toBe(false);
  await expect(entry).toContainText("token hidden");
  await decide(page, entry.getByRole("button", { name: "Close reports…" }), "Close reports", null);
  await expect(entry).toHaveCount(0);
});

test("the managers page counts the income of a hidden token, without its name", async ({
  page,
  site,
}) => {
  const creatorAddress = `0x${"1".repeat(40)}`;
  const { managerAddress } = await call(
    createRevenueManager,
    {
      params: { chain: CHAIN },
      body: { recipientAddress: creatorAddress, protocolFee: "2000" },
    },
    { baseUrl: site, headers: { "x-forwarded-for": newCaller() } },
  );
  const name = `Hidden income ${Date.now()}`;
  const terms = { name, creatorAddress, revenueManagerAddress: managerAddress };
  const { token } = await launchFor(site, CHAIN, terms);
  await makeFees(site, CHAIN, token);
  const panel = page.locator('[data-slot="manager-panel"]');
  const unpaid = panel.getByText("Total unpaid").locator("..");
  await page.goto(`/managers?chain=${CHAIN}&address=${managerAddress}`);
  await expect(panel.getByRole("link", { name })).toBeVisible();
  await expect(unpaid).toContainText("0.008 ETH");
  await reportAs(site, token);
  await openConsole(page, "moderator", PAGE);
  const hide = entryOf(page, name, "token").getByRole("button", { name: "Hide token…" });
  await decide(page, hide, "Hide token", "scam");
  await page.goto(`/managers?chain=${CHAIN}&address=${managerAddress}`);
  await expect(panel).toContainText("No tokens of this manager are listed.");
  await expect(unpaid).toContainText("0.008 ETH");
  await expect(panel).not.toContainText(name);
});
