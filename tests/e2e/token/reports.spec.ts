import type { Page } from "playwright/test";
import { z } from "zod";
import { createLatch } from "../../setup/create-latch";
import { seriousViolations } from "../support/axe";
import { launchToken } from "../support/launch-token";
import { CHAIN, launchModerated } from "../support/moderation";
import { shoot } from "../support/shoot";
import { showFacts } from "../support/show-facts";
import { expect, sidewaysOverflow, test } from "../support/test";

/** Reports of visitors on the page of a token, valid and invalid. */
const PATH = "/api/account/report";
const sentBody = z.object({ kind: z.string(), reason: z.string(), tokenAddress: z.string() });

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Report" });

async function openReport(page: Page, token: string) {
  await page.goto(`/${CHAIN}/${token}`);
  await page.getByRole("button", { name: "Report" }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Reports the token of the open page again. */
async function reportAgain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Report" }).click();
  await dialogOf(page).getByRole("combobox", { name: "Reason" }).selectOption("scam");
  await dialogOf(page).getByRole("button", { name: "Send report" }).click();
}

/** The bodies of the reports that a page sends. */
function watchReports(page: Page): z.infer<typeof sentBody>[] {
  const sent: z.infer<typeof sentBody>[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(PATH)) sent.push(sentBody.parse(request.postDataJSON()));
  });
  return sent;
}

test("a visitor reports a token, its image and its creator, each with its own kind", async ({
  page,
  site,
}) => {
  const { token } = await launchModerated(site, "Reported");
  const sent = watchReports(page);
  for (const [kind, label] of [
    ["token", "The token"],
    ["picture", "Its image"],
    ["creator", "Its creator"],
  ] as const) {
    const dialog = await openReport(page, token);
    await dialog.getByRole("combobox", { name: "What" }).selectOption({ label });
    await dialog.getByRole("combobox", { name: "Reason" }).selectOption("impersonation");
    await dialog.getByRole("textbox", { name: "Details" }).fill("<b>Copies</b> another\ntoken.");
    await dialog.getByRole("textbox", { name: "Email" }).fill("Ada@Example.com");
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog.getByRole("status")).toContainText("have received your report");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Report" })).toBeFocused();
    expect(sent.at(-1)).toEqual({ kind, reason: "impersonation", tokenAddress: token });
  }
  expect(sent).toHaveLength(3);
});

test("a token without a video cannot be reported for one", async ({ page, site }) => {
  const token = await launchToken(site, CHAIN, { name: `Still ${Date.now()}` });
  const dialog = await openReport(page, token);
  const kinds = dialog.getByRole("combobox", { name: "What" }).getByRole("option");
  await expect(kinds).toHaveText(["The token", "Its image", "Its creator"]);
});

test("nothing is sent without a reason, with a wrong email or with a text that is too long", async ({
  page,
  site,
}) => {
  const token = await launchToken(site, CHAIN, { name: `Careless ${Date.now()}` });
  const sent = watchReports(page);
  const dialog = await openReport(page, token);
  const send = dialog.getByRole("button", { name: "Send report" });
  await send.click();
  await expect(dialog.getByText("Reason is required")).toBeVisible();
  const reason = dialog.getByRole("combobox", { name: "Reason" });
  await expect(reason).toHaveAttribute("aria-invalid", "true");
  await expect(reason).toBeFocused();
  await reason.selectOption("other");
  await expect(dialog.getByRole("alert")).toHaveCount(0);

  const email = dialog.getByRole("textbox", { name: "Email" });
  const details = dialog.getByRole("textbox", { name: "Details" });
  await email.fill("nobody@");
  await details.fill("x".repeat(50_000));
  await expect(dialog.getByText("50000 / 1000")).toBeVisible();
  await send.click();
  await expect(dialog.getByText("Email must be an email address")).toBeVisible();
  await expect(dialog.getByText("Details must be at most 1000 characters long")).toBeVisible();
  await expect(details).toBeFocused();
  await expect(send).toBeInViewport();
  expect(await seriousViolations(page)).toEqual([]);
  await shoot(page, "report-problems");
  await details.fill("Turned \u202earound");
  await send.click();
  await expect(dialog.getByText("must not contain bidirectional")).toBeVisible();
  expect(sent).toHaveLength(0);

  await details.fill("x".repeat(1_000));
  await email.fill("");
  await send.click();
  await expect(dialog.getByRole("status")).toContainText("have received your report");
  expect(sent).toHaveLength(1);
});

test("two clicks send one report, and Escape leaves without one", async ({ page, site }) => {
  const token = await launchToken(site, CHAIN, { name: `Impatient ${Date.now()}` });
  const sent = watchReports(page);
  const answer = createLatch();
  await page.route(`**${PATH}`, async (route) => {
    await answer.opened;
    await route.continue();
  });
  const dialog = await openReport(page, token);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(sent).toHaveLength(0);
  await page.getByRole("button", { name: "Report" }).click();
  await dialog.getByRole("combobox", { name: "Reason" }).selectOption("scam");
  await dialog.getByRole("button", { name: "Send report" }).dblclick();
  await dialog.getByRole("textbox", { name: "Email" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Send report" })).toBeDisabled();
  answer.open();
  await expect(dialog.getByRole("status")).toContainText("have received your report");
  expect(sent).toHaveLength(1);
});

test.describe("a visitor whose connection fails", () => {
  test.use({ expectedProblem: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503|load chunk/ });

  test("reads why, keeps the text and sends it later", async ({ page, site, context }) => {
    const token = await launchToken(site, CHAIN, { name: `Offline ${Date.now()}` });
    const dialog = await openReport(page, token);
    await dialog.getByRole("combobox", { name: "Reason" }).selectOption("hate");
    await dialog.getByRole("textbox", { name: "Details" }).fill("Typed before the tunnel.");
    const send = dialog.getByRole("button", { name: "Send report" });
    await context.setOffline(true);
    await send.click();
    await expect(dialog.getByRole("alert")).toContainText("The service is unreachable");
    await context.setOffline(false);
    await page.route(`**${PATH}`, (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, error: "Try again soon.", code: "dependency_unavailable" },
      }),
    );
    await send.click();
    await expect(dialog.getByRole("alert")).toContainText("Try again soon.");
    await page.unroute(`**${PATH}`);
    await expect(dialog.getByRole("textbox", { name: "Details" })).toHaveValue(/before the tunnel/);
    await send.click();
    await expect(dialog.getByRole("status")).toContainText("have received your report");
  });
});

test.describe("a visitor whose connection fails before the form is loaded", () => {
  test.use({ expectedProblem: /ERR_FAILED|load chunk/ });

  test("keeps the page and reads what to do", async ({ page, site }) => {
    const name = `Unloaded ${Date.now()}`;
    const token = await launchToken(site, CHAIN, { name });
    await page.goto(`/${CHAIN}/${token}`);
    await showFacts(page);
    await expect(page.locator('[data-slot="safety"]')).toBeVisible();
    await page.route("**/_next/static/chunks/**", (route) => route.abort());
    await page.getByRole("button", { name: "Report" }).click();
    await expect(page.getByText("Could not load this part. Reload the page.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.unroute("**/_next/static/chunks/**");
    await page.reload();
    await page.getByRole("button", { name: "Report" }).click();
    await expect(dialogOf(page)).toBeVisible();
  });
});

test.describe("a visitor who repeats a report", () => {
  test.use({ expectedProblem: /status of 429/ });

  test("counts once, and is refused after three reports of a token", async ({ page, site }) => {
    const token = await launchToken(site, CHAIN, { name: `Repeated ${Date.now()}` });
    await page.goto(`/${CHAIN}/${token}`);
    for (const text of ["have received your report", "already sent this report", "counts once"]) {
      await reportAgain(page);
      await expect(dialogOf(page).getByRole("status")).toContainText(text);
      await dialogOf(page).getByRole("button", { name: "Done" }).click();
    }
    await reportAgain(page);
    await expect(dialogOf(page).getByRole("alert")).toContainText(
      "Maximum 3 reports of a token per hour",
    );
    await shoot(page, "report-limit");
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    await expect(dialogOf(page)).toBeHidden();
  });
});

for (const colorScheme of ["dark", "light"] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme });

    test("the dialog fits from 320 pixels to wide and is accessible", async ({ page, site }) => {
      const token = await launchToken(site, CHAIN, { name: `Fitting ${Date.now()}` });
      for (const width of [320, 768, 1440]) {
        // A phone in landscape is 320 pixels high.
        for (const height of [320, 800]) {
          await page.setViewportSize({ width, height });
          const dialog = await openReport(page, token);
          const at = `at ${width} x ${height}`;
          expect(await sidewaysOverflow(page), at).toBe(0);
          expect(await seriousViolations(page), at).toEqual([]);
          const box = await dialog.boundingBox();
          expect(box?.x, at).toBeGreaterThanOrEqual(0);
          expect(box?.y, at).toBeGreaterThanOrEqual(0);
          if (height === 800) await shoot(page, `report-${colorScheme}-${width}`);
          await dialog.getByRole("button", { name: "Send report" }).click();
          await expect(dialog.getByText("Reason is required")).toBeInViewport();
        }
      }
    });
  });
}
