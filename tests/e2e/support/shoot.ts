import type { Locator, Page } from "playwright/test";

/** Stores a screenshot of a state where `E2E_SHOTS` names a folder. */
export async function shoot(shown: Page | Locator, name: string): Promise<void> {
  const { E2E_SHOTS } = process.env;
  if (E2E_SHOTS !== undefined) await shown.screenshot({ path: `${E2E_SHOTS}/${name}.png` });
}
