import type { Page } from "playwright/test";
import type { Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import type { AdminRole } from "@/lib/features/admin/rules/role";
import { expect } from "./test";
import { ADMIN_KEYS } from "./wallets/admin-wallets";

/** Gives the browser the burner account of an administrator. */
export async function setBurner(page: Page, privateKey: Hex): Promise<void> {
  const stored = JSON.stringify({ address: privateKeyToAddress(privateKey), privateKey });
  await page.addInitScript((value) => localStorage.setItem("slipway.burner", value), stored);
}

/** Opens a page of the console, signed in with a role. */
export async function openConsole(page: Page, role: AdminRole, path = "/admin"): Promise<void> {
  await setBurner(page, ADMIN_KEYS[role]);
  await page.goto(path);
  await page.getByRole("button", { name: "Burner account" }).click();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
}

/** Gives the reason in the open dialog and presses its button. */
export async function confirmAction(page: Page, verb: string, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await dialog.getByRole("button", { name: verb, exact: true }).click();
  await expect(dialog).toBeHidden();
}
