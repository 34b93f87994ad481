import { launchToken } from "./support/launch-token";
import { expect, test } from "./support/test";

test("the balance after a faucet request is not a stale one", async ({ page, site }) => {
  const token = await launchToken(site, "base-sepolia", { name: "Spring", symbol: "SPR" });
  let reads = 0;
  let announceFirst = () => {};
  const firstRead = new Promise<void>((resolve) => {
    announceFirst = resolve;
  });
  let announceSecond = () => {};
  const secondRead = new Promise<void>((resolve) => {
    announceSecond = resolve;
  });
  await page.route("**/rpc/base-sepolia", async (route) => {
    if (!(route.request().postData() ?? "").includes('"eth_getBalance"')) return route.fallback();
    reads += 1;
    if (reads > 1) {
      announceSecond();
      return route.fallback();
    }
    const response = await route.fetch();
    announceFirst();
    await secondRead;
    // The page may have aborted the request.
    return route.fulfill({ response }).catch(() => {});
  });
  await page.route("**/sandbox/faucet", async (route) => {
    await firstRead;
    return route.fallback();
  });
  await page.goto(`/base-sepolia/${token}`);
  const panel = page.getByRole("region", { name: "Trade" });
  await panel.getByRole("button", { name: "Create a burner account" }).click();
  await expect(panel.getByText("Balance 10", { exact: true })).toBeVisible({ timeout: 8_000 });
});
