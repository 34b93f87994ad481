import { findChromium } from "../../setup/find-chromium";
import { startStack } from "../../setup/stack/start-stack";
import { ADMIN_WALLETS } from "./wallets/admin-wallets";

/** Starts a browser, and a launchpad unless one is named. Workers receive both in variables. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env.E2E_CHROMIUM = await findChromium();
  if (process.env.E2E_BASE_URL !== undefined) return async () => {};
  const stack = await startStack({ ADMIN_WALLETS, LEGAL_FOLDER: "tests/e2e/support/legal" });
  process.env.E2E_BASE_URL = stack.baseUrl;
  process.env.E2E_DATA_DIR = stack.dataDir;
  return () => stack.stop();
}
