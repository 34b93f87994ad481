import { PHONE } from "./support/forms/phone";
import { launchToken } from "./support/launch-token";
import { expect, test } from "./support/test";
import { pictureFile } from "./support/wizard";

/** The shortest paths of a new visitor: number of interactions, and time. */

const TO_OWN_TOKEN = { seconds: 60, interactions: 12 };
const TO_FIRST_TRADE = { seconds: 20, interactions: 4 };

/** Counts the visitor's interactions: a click, a text typed into a field, a file chosen. */
function startCounting() {
  const start = Date.now();
  const done: string[] = [];
  return {
    async act(what: string, action: Promise<unknown>): Promise<void> {
      done.push(what);
      await action;
    },
    stop(limit: { seconds: number; interactions: number }, path: string): void {
      const seconds = (Date.now() - start) / 1_000;
      const description = `${seconds.toFixed(1)} s, ${done.length} interactions`;
      test.info().annotations.push({ type: path, description });
      expect(done.length, done.join(", ")).toBeLessThanOrEqual(limit.interactions);
      expect(seconds).toBeLessThan(limit.seconds);
    },
  };
}

for (const [device, options] of [
  ["desktop", {}],
  ["phone", PHONE],
] as const) {
  test.describe(`on a ${device}`, () => {
    test.use(options);

    test("from the start page to an own token that trades", async ({ page }) => {
      const name = `Stranger ${Date.now()}`;
      const picture = await pictureFile(name);
      const press = (label: string) =>
        page.getByRole("button", { name: label, exact: true }).click();
      const { act, stop } = startCounting();
      await page.goto("/");
      await act(
        "Launch",
        page
          .getByRole("main")
          .getByRole("link", { name: /^Launch/ })
          .first()
          .click(),
      );
      await act("Name", page.getByRole("textbox", { name: "Name" }).fill(name));
      await act("Symbol", page.getByRole("textbox", { name: "Symbol" }).fill("NEW"));
      await act("Continue", press("Continue"));
      await act("Picture", page.getByLabel("Choose an image").setInputFiles(picture));
      await act("Use image", press("Use image"));
      await expect(page.getByText("Uploaded")).toBeVisible();
      await act("Continue", press("Continue"));
      await act(
        "Email",
        page.getByRole("textbox", { name: "Email address" }).fill("new@example.com"),
      );
      await act("Continue", press("Continue"));
      await expect(page.getByRole("heading", { name: "Set the starting price" })).toBeVisible();
      await act("Continue", press("Continue"));
      await act("Launch token", press("Launch token"));
      await act("View token", page.getByRole("link", { name: "View token" }).click());
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      // The panel shows a quote, so the token can be traded.
      const panel = page.getByRole("region", { name: "Trade" });
      await expect(panel.getByRole("button", { name: "Create a burner account" })).toBeEnabled();
      stop(TO_OWN_TOKEN, "start page to own token");
    });

    test("from the start page to the first trade", async ({ page, site }) => {
      const name = `Trade me ${Date.now()}`;
      await launchToken(site, "base-sepolia", { name, symbol: "FIRST" });
      const panel = page.getByRole("region", { name: "Trade" });
      const press = (label: string) =>
        panel.getByRole("button", { name: label, exact: true }).click();
      const { act, stop } = startCounting();
      await page.goto("/");
      await act("Token", page.getByRole("main").getByRole("link", { name }).first().click());
      await act("Account", press("Create a burner account"));
      await act("Amount", press("0.05 ETH"));
      await act("Buy", press("Buy FIRST"));
      await expect(panel.getByText("You bought")).toBeVisible();
      stop(TO_FIRST_TRADE, "start page to first trade");
    });
  });
}
