import { createLatch } from "../../setup/create-latch";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";

test("the balance after a faucet request is not a stale one", async ({ page, site }) => {
  const token = await launchToken(site, "base-sepolia", { name: "Spring", symbol: "SPR" });
  let reads = 0;
  const firstRead = createLatch();
  const secondRead = createLatch();
  await page.route("**/rpc/base-sepolia", async (route) => {
    if (!(route.request().postData() ?? "").includes('"eth_getBalance"')) return route.fallback();
    reads += 1;
    if (reads > 1) {
      secondRead.open();
      return route.fallback();
    }
    const response = await route.fetch();
    firstRead.open();
    await secondRead.opened;
    // The page may have aborted the request.
    return route.fulfill({ response }).catch(() => {});
  });
  await page.route("**/sandbox/faucet", async (route) => {
    await firstRead.opened;
    return route.fallback();
  });
  await page.goto(`/base-sepolia/${token}`);
  const panel = page.getByRole("region", { name: "Trade" });
  await panel.getByRole("button", { name: "Create a burner account" }).click();
  await expect(panel.getByText("Balance 10", { exact: true })).toBeVisible({ timeout: 8_000 });
});

test("a button that waits keeps the focus, and a second press does nothing", async ({
  page,
  site,
}) => {
  const token = await launchToken(site, "base-sepolia", { name: "Brook", symbol: "BRK" });
  let requests = 0;
  const answer = createLatch();
  await page.route("**/sandbox/faucet", async (route) => {
    requests += 1;
    await answer.opened;
    return route.fallback();
  });
  await page.goto(`/base-sepolia/${token}`);
  // A burner that is created in the menu has no ETH yet.
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  const menu = page.getByRole("dialog", { name: "Account" });
  await menu.getByRole("button", { name: "Create a burner account" }).click();
  await page.keyboard.press("Escape");
  const panel = page.getByRole("region", { name: "Trade" });
  await panel.getByLabel("You pay").fill("0.01");
  await panel.getByRole("button", { name: "Get test ETH" }).press("Enter");
  const waiting = panel.getByRole("button", { name: "Requesting test ETH…" });
  await expect(waiting).toBeDisabled();
  await expect(waiting).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await expect(waiting).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(waiting, "Tab passes a disabled button by").not.toBeFocused();
  answer.open();
  await expect(panel.getByText("Balance 10", { exact: true })).toBeVisible();
  await expect(panel.locator(":focus")).toBeVisible();
  expect(requests).toBe(1);
});
