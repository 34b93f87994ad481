import type { Page } from "playwright/test";

/** Scrolls a token's page to its safety facts, bid wall and fee earners, which load only then. */
export async function showFacts(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Safety facts" }).scrollIntoViewIfNeeded();
}
