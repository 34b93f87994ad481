import { randomUUID } from "node:crypto";
import { formatEther } from "viem";
import { z } from "zod";
import { newAddress } from "../../setup/chain/new-address";
import {
  addEmail,
  balanceAt,
  fundManagedWallet,
  launchFor,
  makeFees,
  newEmail,
  openOwnSplit,
  signInByBurner,
  signInByMail,
} from "../support/account";
import { changeJson } from "../support/change-json";
import { expect, test } from "../support/test";

const CHAIN = "base";
const ownAnswer = z.looseObject({
  account: z.looseObject({ id: z.string(), identities: z.array(z.unknown()) }),
});

test.describe("an action that is confirmed while offline", () => {
  test.use({ expectedProblem: /Failed to load resource/ });

  test("a withdrawal reports that nothing was sent, and can be canceled", async ({
    page,
    context,
    site,
  }) => {
    await signInByMail(page, newEmail("offline"));
    await fundManagedWallet(page, site, CHAIN);
    await page.reload();
    await page.getByRole("button", { name: "Withdraw", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Withdraw" });
    const own = newAddress();
    const confirm = async () => {
      await dialog.getByRole("button", { name: "Review" }).click();
      await dialog.getByRole("textbox", { name: /Last 4 characters/ }).fill(own.slice(-4));
    };
    await dialog.getByRole("combobox", { name: "Chain" }).selectOption(CHAIN);
    await dialog.getByRole("textbox", { name: "To address" }).fill(own);
    await dialog.getByRole("textbox", { name: "Amount" }).fill("0.5");
    await confirm();
    await context.setOffline(true);
    const send = dialog.getByRole("button", { name: /^Send/ });
    await send.click();
    await expect(dialog.getByText("Nothing was sent yet.")).toBeVisible();
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByRole("textbox", { name: "To address" })).toHaveValue(own);
    let requests = 0;
    await page.route("**/api/account/withdraw", (route) => {
      if ((route.request().postData() ?? "").includes('"confirm":true')) requests += 1;
      return route.continue();
    });
    await context.setOffline(false);
    await confirm();
    expect(requests).toBe(0);
    await context.setOffline(true);
    await send.click();
    await expect(dialog.getByText("Nothing was sent yet.")).toBeVisible();
    await context.setOffline(false);
    await expect(dialog.getByText("arrived")).toBeVisible({ timeout: 60_000 });
    expect(formatEther(await balanceAt(site, CHAIN, own))).toBe("0.5");
  });

  test("a removal and a payout are refused, and not sent later", async ({
    page,
    context,
    site,
  }) => {
    const email = newEmail("offline-earner");
    const { token } = await launchFor(site, CHAIN, { name: "Offline fees", creatorEmail: email });
    await makeFees(site, CHAIN, token);
    await signInByBurner(page);
    await addEmail(page, email);
    const identities = page.locator('[data-slot="identity-list"]');
    const payOut = page.getByRole("button", { name: "Pay out all" });
    await expect(payOut).toBeEnabled();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await context.setOffline(true);
    await identities.getByRole("button", { name: `Remove ${email}` }).click();
    const question = identities.getByRole("alert");
    await question.getByRole("button", { name: `Remove ${email}` }).click();
    await expect(question).toContainText("You’re offline. Try again.");
    await question.getByRole("button", { name: "Cancel" }).click();
    await payOut.click();
    await expect(page.getByText("You’re offline. Your earnings are safe.")).toBeVisible();
    await expect(payOut).toBeEnabled();
    // Queries that waited are sent again; a mutation that waited would be as well.
    const refetched = page.waitForResponse("**/api/account/earnings*");
    await context.setOffline(false);
    await refetched;
    await expect(identities.getByRole("listitem")).toHaveCount(2);
    expect(sent.filter((path) => /unlink|payout/.test(path))).toEqual([]);
    await payOut.click();
    await expect(page.getByText("Nothing to pay out yet.")).toBeVisible({ timeout: 60_000 });
    const payments = page.getByRole("status", { name: "Payments" });
    await expect(payments).toContainText("Paid");
    // Another account signs in in another tab.
    await page.route("**/api/account", (route) =>
      changeJson(route, (answer) => {
        const { account, ...rest } = ownAnswer.parse(answer);
        const identities = account.identities.toReversed();
        return { ...rest, account: { ...account, id: randomUUID(), identities } };
      }),
    );
    // The page is shown again. A recent response is not requested again.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      await expect(page.getByText(`Signed in as ${email}`)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText("Nothing to pay out yet.")).toBeVisible();
    await expect(payments).toHaveCount(0);
  });

  test("a change of shares is not sent later, and its input is kept", async ({
    page,
    context,
    site,
  }) => {
    const email = newEmail("offline-moderator");
    await openOwnSplit(page, site, { name: "Offline", email });
    await page.getByRole("button", { name: "Change shares" }).click();
    const dialog = page.getByRole("dialog", { name: "Change shares" });
    const first = dialog.getByRole("textbox", { name: "Recipient 1: share in percent" });
    const save = dialog.getByRole("button", { name: "Save shares" });
    await first.fill("30");
    await dialog.getByRole("textbox", { name: "Recipient 2: share in percent" }).fill("70");
    await context.setOffline(true);
    await save.click();
    await expect(dialog.getByRole("alert")).toContainText("You’re offline. Nothing was sent.");
    await expect(save).toBeEnabled();
    await context.setOffline(false);
    await page.reload();
    await expect(first).toHaveValue("30");
    await save.click();
    await expect(dialog.getByText("Shares updated")).toBeVisible({ timeout: 60_000 });
  });
});
