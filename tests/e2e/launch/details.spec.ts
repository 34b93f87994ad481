import type { Page } from "playwright/test";
import sharp from "sharp";
import { z } from "zod";
import { launchFor } from "../support/account";
import { seriousViolations } from "../support/axe";
import { READY_DRAFT } from "../support/draft";
import { expect, sidewaysOverflow, test } from "../support/test";
import { givePicture, goOn, launchFromEarnings, nameToken } from "../support/wizard";

/** The launch wizard in less common situations: pasted or long input, small screens, failures. */
const uploadBody = z.object({ base64Image: z.string() });

/** Pastes an image, red on the left and blue on the right, as the system's clipboard holds one. */
async function pastePicture(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 400;
    canvas.height = 200;
    const pen = canvas.getContext("2d");
    if (pen === null) throw new Error("no canvas");
    pen.fillStyle = "red";
    pen.fillRect(0, 0, 200, 200);
    pen.fillStyle = "blue";
    pen.fillRect(200, 0, 200, 200);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) throw new Error("no picture");
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], "image.png", { type: "image/png" }));
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
  });
}

/** How much of an uploaded picture is red, 0 to 1. */
async function rednessOf(base64Image: string): Promise<number> {
  const bytes = Buffer.from(base64Image.split(",")[1] ?? "", "base64");
  const { channels } = await sharp(bytes).stats();
  return (channels[0]?.mean ?? 0) / 255;
}

test("a pasted image is cropped by keyboard in a low window", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.goto("/launch");
  await nameToken(page, { name: "Pasted" });
  const crop = async (arrows: number) => {
    await pastePicture(page);
    const dialog = page.getByRole("dialog", { name: "Crop to a square" });
    await expect(dialog.getByRole("button", { name: "Use image" })).toBeEnabled();
    await expect(dialog.getByRole("button", { name: "Use image" })).toBeInViewport({ ratio: 1 });
    expect(await seriousViolations(page)).toEqual([]);
    const area = dialog.getByTestId("cropper");
    await page.keyboard.press("Tab");
    await expect(area).toBeFocused();
    for (let press = 0; press < arrows; press += 1) await page.keyboard.press("ArrowRight");
    const upload = page.waitForRequest("**/api/v1/upload-image");
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("slider", { name: "Zoom" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const body = uploadBody.parse((await upload).postDataJSON());
    await expect(page.getByText("Uploaded")).toBeVisible({ timeout: 60_000 });
    return rednessOf(body.base64Image);
  };
  expect(await crop(0)).toBeCloseTo(0.5, 1);
  expect(await crop(20)).toBeGreaterThan(0.6);
});

const wallet = (index: number) => `0x${(index + 1).toString(16).padStart(40, "0")}`;
const people = (count: number) => Array.from({ length: count }, (_, index) => wallet(index));

test("100 recipients are pasted or read from a CSV file and pass a dry run", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 780 });
  const name = `Hundred ${Date.now()}`;
  await page.goto("/launch");
  await nameToken(page, { name });
  await givePicture(page, name);
  await page.getByRole("textbox", { name: "Email address" }).fill("ada@example.com");
  await page.getByRole("radio", { name: /Fee split/ }).check();
  await page.getByRole("button", { name: "Paste list" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste recipients" });
  const list = dialog.getByRole("textbox", { name: "Recipients" });
  await list.fill([...people(100), wallet(100)].join("\n"));
  await dialog.getByRole("button", { name: /^Add/ }).click();
  await expect(dialog.getByText("Only 100 more can be added")).toBeVisible();
  await list.fill(`${wallet(0)}\nnobody in particular`);
  await expect(dialog.getByText("Line 2 is invalid")).toBeVisible();
  await expect(dialog.getByText("Write one recipient and at most one percentage")).toBeVisible();
  await dialog.getByRole("button", { name: "Add 1 recipient" }).click();
  await expect(dialog.getByText("Nothing was added. Fix or remove this line first.")).toBeVisible();
  const csv = ["address,share", ...people(100).map((address) => `${address},1`)].join("\n");
  await dialog.getByLabel("Choose CSV file").setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csv),
  });
  await dialog.getByRole("button", { name: "Add 100 recipients" }).click();
  await expect(page.getByText("Total: 100%")).toBeVisible();
  await expect(page.getByRole("list", { name: "Recipients" }).getByRole("listitem")).toHaveCount(
    100,
  );
  await expect(page.getByRole("button", { name: "Add recipient" })).toBeDisabled();
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.reload();
  await expect(page.getByText("Total: 100%")).toBeVisible();
  await goOn(page, "Set the starting price");
  await goOn(page, "Review your launch");
  await expect(page.getByRole("button", { name: "Launch token", exact: true })).toBeEnabled({
    timeout: 60_000,
  });
});

test("the links stay open while the only one is deleted", async ({ page }) => {
  await page.goto("/launch");
  await page.locator("summary").filter({ hasText: "Links" }).click();
  const website = page.getByRole("textbox", { name: "Website" });
  await website.fill("example.com");
  await website.fill("");
  await expect(website).toBeVisible();
  await expect(website).toBeFocused();
});

/** The chain in the URL of a launch's status page. */
const chainIn = (url: string) => new URL(url).pathname.split("/")[2];

/** Serves a launch status like the API; the returned function changes it. */
async function answerStatus(page: Page, first: object) {
  let status = first;
  await page.route("**/api/v1/launch-status/*", (route) =>
    route.fulfill({
      json: {
        success: true,
        chain: chainIn(page.url()),
        queuePosition: 0,
        estimatedWaitTime: 0,
        ...status,
      },
    }),
  );
  return (next: object) => {
    status = next;
  };
}
const FAILED = {
  state: "failed",
  transactionHash: null,
  error: "The metadata could not be pinned",
  collectionToken: null,
};

test("a failed launch links back to its draft; an undecided one is not shown as failed", async ({
  page,
}) => {
  const name = `Failing ${Date.now()}`;
  await page.goto("/launch");
  await nameToken(page, { name });
  await givePicture(page, name);
  await page.getByRole("textbox", { name: "Email address" }).fill("ada@example.com");
  await goOn(page, "Set the starting price");
  await goOn(page, "Review your launch");
  const nowAnswer = await answerStatus(page, {
    state: "waiting",
    queuePosition: 2,
    estimatedWaitTime: 5,
  });
  await page.getByRole("button", { name: "Launch token", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Queued" })).toBeVisible();
  await expect(page.getByText("2 ahead in the queue. About 5 seconds left.")).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  nowAnswer(FAILED);
  await expect(page.getByRole("heading", { name: "Launch failed" })).toBeVisible();
  await expect(page.getByText("No token was launched.")).toBeVisible();
  await expect(page.getByText("The metadata could not be pinned")).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.reload();

  const transactionHash = `0x${"ab".repeat(32)}`;
  nowAnswer({ ...FAILED, transactionHash, transactionMayHaveSucceeded: true });
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("heading", { name: "Launch may still complete" })).toBeVisible();
  await expect(page.getByText("No token was launched")).toHaveCount(0);
  await expect(page.getByText("The transaction may still be mined.")).toBeVisible();
  // A sandbox chain has no public explorer to link to.
  await expect(page.getByRole("button", { name: "Copy transaction hash" })).toBeVisible();

  // Another token was begun since, for example in another tab.
  const other = `Newer ${Date.now()}`;
  await page.evaluate(
    (draft) => localStorage.setItem("slipway.launch-draft", draft),
    JSON.stringify({ ...READY_DRAFT, name: other }),
  );
  await page.getByRole("button", { name: "Edit launch" }).click();
  await expect(page.getByRole("heading", { name: "Review your launch" })).toBeVisible();
  await expect(page.getByRole("main").getByText(name).first()).toBeVisible();
  await page.getByRole("button", { name: "Edit: Token" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(name);
  await expect(page.getByText(`Your draft “${other}” is saved.`)).toBeVisible();
  await page.getByRole("button", { name: "Open draft" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(other);
  await expect(page.getByText(`Your draft “${name}” is saved.`)).toBeVisible();
});

test.describe("offline", () => {
  test.use({ expectedProblem: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test("a failed launch stays on the page until it is back online", async ({ page }) => {
    await answerStatus(page, FAILED);
    await page.goto("/launch/base-sepolia/any-job");
    const edit = page.getByRole("button", { name: "Edit launch" });
    await expect(edit).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText("Showing the last received data.")).toBeVisible();
    for (const name of ["Edit launch", "Check again"]) {
      await page.getByRole("button", { name }).click();
      await expect(page.getByText("Links work again when you reconnect.")).toBeVisible();
      await expect(page.getByText(FAILED.error)).toBeVisible();
    }
    await page.context().setOffline(false);
    await edit.click();
    await expect(page.getByRole("heading", { name: "Name your token" })).toBeVisible();
  });
});

test("the first buy focuses the amount, on a phone too", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const name = `Bought ${Date.now()}`;
  await page.goto("/launch");
  await nameToken(page, { name });
  await givePicture(page, name);
  await page.getByRole("textbox", { name: "Email address" }).fill("ada@example.com");
  await launchFromEarnings(page);
  await page.getByRole("link", { name: "Buy" }).click();
  const amount = page.getByRole("region", { name: "Trade" }).getByLabel("You pay");
  await expect(amount).toBeFocused();
  await expect(amount).toBeInViewport();
});

test("a token of a chain without published data can be bought", async ({ page, site }) => {
  const name = `Beyond ${Date.now()}`;
  const { token } = await launchFor(site, "robinhood", { name, symbol: "BYND" });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/robinhood/${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(
    page.getByText("This launchpad has no charts, trades or holders for Robinhood Chain."),
  ).toBeVisible();
  const panel = page.getByRole("region", { name: "Trade" });
  await panel.getByRole("button", { name: "Create a burner account" }).click();
  await expect(panel.getByText("Balance 10", { exact: true })).toBeVisible();
  await panel.getByLabel("You pay").fill("0.01");
  await panel.getByRole("button", { name: "Buy BYND" }).click();
  await expect(panel.getByText(/^You bought .+ BYND$/)).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.goto(`/robinhood/0x${"4".repeat(40)}`);
  await expect(page.getByText("Token not found", { exact: true })).toBeVisible();
});
