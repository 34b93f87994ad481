import { expect, type Page } from "playwright/test";

/** Scrolls a token's page to its safety facts, bid wall and fee earners, which load only then. */
export async function showFacts(page: Page): Promise<void> {
  const heading = page.getByRole("heading", { name: "Safety facts" });
  // Repeated, because the heading of the placeholder is replaced while the section loads.
  await expect(async () => heading.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass();
}
