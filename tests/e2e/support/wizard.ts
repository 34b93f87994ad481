import type { Page } from "playwright/test";
import { plainImage } from "./plain-image";
import { expect } from "./test";

/** An image file of one color from `seed`. */
export async function pictureFile(seed: string) {
  return { name: "picture.png", mimeType: "image/png", buffer: await plainImage(seed) };
}

/** Fills in the first step of the wizard and continues. */
export async function nameToken(
  page: Page,
  facts: { name: string; symbol?: string; chain?: string },
): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(facts.name);
  await page.getByRole("textbox", { name: "Symbol" }).fill(facts.symbol ?? "TEST");
  await page.getByRole("textbox", { name: "Description" }).fill("Launched from a browser.");
  await page
    .getByRole("combobox", { name: "Chain", exact: true })
    .selectOption(facts.chain ?? "base-sepolia");
  await goOn(page, "Add an image or video");
}

/** Uploads an image with the default crop and continues. */
export async function givePicture(page: Page, seed: string): Promise<void> {
  await page.getByLabel("Choose an image").setInputFiles(await pictureFile(seed));
  await page.getByRole("button", { name: "Use image" }).click();
  await expect(page.getByText("Uploaded")).toBeVisible({ timeout: 60_000 });
  await goOn(page, "Choose who earns fees");
}

/** Presses Continue and waits for the next step. */
export async function goOn(page: Page, heading: string): Promise<void> {
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
}

/** Continues from the fees step to the launched token. Returns its address. */
export async function launchFromEarnings(page: Page): Promise<string> {
  await goOn(page, "Set the starting price");
  await goOn(page, "Review your launch");
  const announced = page.getByRole("status", { name: "Token address" });
  await expect(announced).toHaveText(/^0x[0-9a-fA-F]{40}$/, { timeout: 60_000 });
  const address = (await announced.textContent()) ?? "";
  await page.getByRole("button", { name: "Launch token", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Launched" })).toBeVisible({ timeout: 60_000 });
  const path = await page.getByRole("link", { name: "View token" }).getAttribute("href");
  expect(path?.toLowerCase().endsWith(`/${address.toLowerCase()}`)).toBe(true);
  return path?.split("/").at(-1) ?? "";
}
