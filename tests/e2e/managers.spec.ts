import { call } from "@slipway-launchpad/client";
import type { Page } from "playwright/test";
import { createRevenueManager } from "@/lib/features/managers/operations";
import { createLatch } from "../setup/create-latch";
import { launchFor, makeFees, newEmail, signInByMail } from "./support/account";
import { seriousViolations } from "./support/axe";
import { showFacts } from "./support/show-facts";
import { expect, newCaller, sidewaysOverflow, test } from "./support/test";
import { hold } from "./support/trader";

const ADA = "0x1111111111111111111111111111111111111111";

/** The address of the manager that was just created, and its panel. */
async function viewManager(page: Page): Promise<string> {
  await page.getByRole("link", { name: "View manager" }).click();
  await expect(page.locator('[data-slot="manager-panel"]')).toBeVisible();
  return new URL(page.url()).searchParams.get("address") ?? "";
}

test("creates a revenue manager, launches with it, and anyone can pay out its earnings", async ({
  page,
  site,
}) => {
  test.slow();
  const email = newEmail("protocol");
  await page.goto("/managers");
  await page.getByRole("combobox", { name: "Chain" }).selectOption("base");
  await page.getByRole("radio", { name: "Email" }).check();
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("button", { name: "Create revenue manager" }).click();
  await expect(page.getByText("Revenue manager created")).toBeVisible({ timeout: 60_000 });
  const created = page.url();
  await page.getByRole("button", { name: "Create another" }).click();
  await expect(page.getByRole("button", { name: "Create revenue manager" })).toBeVisible();
  await expect(page).toHaveURL("/managers");
  // As a reload before "Create another" does.
  await page.goto(created);
  await expect(page.locator('[data-slot="manager-panel"]')).toContainText("Revenue manager");
  const manager = new URL(created).searchParams.get("created") ?? "";

  const name = `Revenue ${Date.now()}`;
  const { token } = await launchFor(site, "base", {
    name,
    creatorAddress: ADA,
    revenueManagerAddress: manager,
  });
  await makeFees(site, "base", token);
  await page.goto(`/managers?chain=base&address=${manager}`);
  const panel = page.locator('[data-slot="manager-panel"]');
  await expect(panel.getByRole("link", { name })).toBeVisible();
  const creator = panel.getByRole("row").filter({ hasText: "0x1111" });
  await expect(creator).toContainText("0.0064 ETH");
  await expect(panel.getByRole("row").filter({ hasText: "Email user" })).toContainText(
    "0.0016 ETH",
  );
  await creator.getByRole("button", { name: /^Pay out to/ }).click();
  // The transaction is pending: the next page resumes it, or finds it mined.
  await page.waitForFunction(
    () =>
      localStorage.getItem("slipway.releases") !== null ||
      /Paid out 0\.0064 ETH/.test(document.body.textContent ?? ""),
  );
  await page.reload();
  await expect(creator.getByRole("button")).toBeDisabled();
  const cells = creator.getByRole("cell");
  await expect(cells.nth(2)).toHaveText("0.0064 ETH", { timeout: 60_000 });
  await expect(cells.nth(3)).toHaveText("0 ETH");

  // The other recipient has signed in: the service pays their part, and the gas.
  await signInByMail(page, email);
  const another = await call(
    createRevenueManager,
    { params: { chain: "base" }, body: { recipientAddress: ADA, protocolFee: "300" } },
    { baseUrl: site, headers: { "x-forwarded-for": newCaller() } },
  );
  const lookUp = async (address: string) => {
    await page.getByRole("textbox", { name: "Address", exact: true }).fill(address);
    await page.getByRole("button", { name: "Look up" }).click();
  };
  await page.goto(`/managers?chain=base&address=${another.managerAddress}`);
  await expect(panel).toContainText("3%");
  await lookUp(manager);
  const own = panel.getByRole("row").filter({ hasText: "you" });
  await own.getByRole("button", { name: /^Pay out to/ }).click();
  await expect(panel.getByText(/^Paid out 0.0016 ETH/)).toBeVisible({ timeout: 60_000 });
  await lookUp(`ethereum:${another.managerAddress}`);
  await expect(panel).toContainText("3%");
  await expect(panel.getByText(/^Paid out 0/)).toHaveCount(0);

  await page.goto(`/base/${token}`);
  await showFacts(page);
  await page.getByRole("link", { name: "View the manager" }).click();
  await expect(panel).toBeVisible();
});

test("creates a fee split for every identity type and shows its earners", async ({ page }) => {
  await page.goto("/managers");
  await page.getByText("Fee split", { exact: true }).click();
  await page.getByRole("combobox", { name: "Chain" }).selectOption("base-sepolia");
  await page.getByRole("button", { name: "Paste list" }).click();
  await page
    .getByRole("textbox", { name: "Recipients" })
    .fill(
      `${ADA}, 40\n@grace_${Date.now() % 100_000}, 30\nfarcaster:linus, 20\n${newEmail("s")}, 10`,
    );
  await page.getByRole("button", { name: "Add 4 recipients" }).click();
  await page.getByRole("radio", { name: "X", exact: true }).check();
  await page.getByRole("textbox", { name: "X username" }).fill("@owner_of_it");
  await page.getByRole("button", { name: "Create fee split manager" }).click();
  await expect(page.getByText("Fee split manager created")).toBeVisible({ timeout: 60_000 });
  await viewManager(page);
  const panel = page.locator('[data-slot="manager-panel"]');
  await expect(panel.getByRole("row").filter({ hasText: "linus" })).toContainText("20%");
  await expect(panel.getByRole("row").filter({ hasText: "Email user" })).toContainText("10%");
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toBe(0);
  }
});

test("a moderator with an external wallet sends the change, across a reload", async ({
  page,
  site,
}) => {
  test.slow();
  await page.goto("/account");
  const loaded = page.waitForResponse("**/api/account/earnings");
  await page.getByRole("button", { name: /Burner account/ }).click();
  await expect(page.getByText(/Signed in as 0x/)).toBeVisible();
  await loaded;
  const wallets = page.locator('[data-slot="wallet-list"]');
  const address = (await wallets.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) ?? "";
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Get test ETH on Robinhood Chain" }).click();
  await expect(
    wallets.getByText("10 ETH"),
    "before the next poll, 15 s after the first",
  ).toBeVisible({ timeout: 10_000 });
  await page.keyboard.press("Escape");
  const { manager } = await launchFor(site, "robinhood", {
    name: "Own moderator",
    creatorAddress: address,
    feeSplitRecipients: [ADA],
  });
  await page.reload();
  const split = page.locator('[data-slot="moderated-splits"]').getByRole("listitem");
  const dialog = page.getByRole("dialog", { name: "Change shares" });
  const percentOf = async (earner: string, percent: string) => {
    await page.goto(`/managers?chain=robinhood&address=${manager}`);
    await expect(page.getByRole("row").filter({ hasText: earner.slice(0, 6) })).toContainText(
      percent,
    );
  };

  await split.getByRole("button", { name: "Change shares" }).click();
  await dialog.getByRole("button", { name: "Add recipient" }).click();
  await dialog.getByRole("textbox", { name: "Recipient 2: Wallet" }).fill(address);
  await dialog.getByText("Equal shares", { exact: true }).click();
  await dialog.getByRole("button", { name: "Save shares" }).click();
  await expect(dialog.getByText("Shares updated")).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(split.getByText("Shares updated")).toHaveCount(0);
  await percentOf(address, "50%");

  await page.goto("/account");
  await split.getByRole("button", { name: "Change shares" }).click();
  await dialog.getByRole("textbox", { name: "Recipient 1: share in percent" }).fill("75");
  await dialog.getByRole("textbox", { name: "Recipient 2: share in percent" }).fill("25");
  const mining = await hold(page, "eth_getTransactionReceipt", "robinhood");
  await dialog.getByRole("button", { name: "Save shares" }).click();
  await expect(dialog.getByText("Update pending")).toBeVisible();
  // After the dialog is closed or the page is left, the change continues and its result is shown.
  await page.keyboard.press("Escape");
  await expect(split.getByText("Update pending")).toBeVisible();
  await page.reload();
  await expect(split.getByText("Update pending")).toBeVisible();
  await expect(split.getByRole("button", { name: "Changing…" })).toBeDisabled();
  expect(await seriousViolations(page)).toEqual([]);
  mining.release();
  await expect(split.getByText("Shares updated")).toBeVisible();
  await split.getByRole("button", { name: "Dismiss" }).click();
  await page.reload();
  await expect(split.getByRole("button", { name: "Change shares" })).toBeEnabled();
  await expect(split.getByText(/Update pending|Shares updated/)).toHaveCount(0);
  await percentOf(ADA, "75%");

  await page.goto("/account");
  await split.getByRole("button", { name: "Drop a token" }).click();
  const drop = page.getByRole("dialog", { name: "Drop a token" });
  await drop.getByRole("button", { name: "Review" }).click();
  const dropping = await hold(page, "eth_getTransactionReceipt", "robinhood");
  await drop.getByRole("button", { name: "Drop token" }).click();
  await dropping.arrived;
  await page.reload();
  await expect(split.getByText("Drop pending")).toBeVisible();
  await expect(split.getByRole("button", { name: "Dropping…" })).toBeDisabled();
  dropping.release();
  await expect(split.getByText("Token dropped")).toBeVisible();
});

test("form input and a pending manager survive a reload", async ({ page }) => {
  await page.goto("/managers");
  await page.getByText("Fee split", { exact: true }).click();
  await page.getByRole("button", { name: "Paste list" }).click();
  await page.getByRole("textbox", { name: "Recipients" }).fill(`${ADA}\n${newEmail("kept")}`);
  await page.getByRole("button", { name: "Add 2 recipients" }).click();
  await page.getByRole("textbox", { name: "Wallet address" }).last().fill(ADA);
  await page.reload();
  await page.getByText("Fee split", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Wallet address" }).first()).toHaveValue(ADA);

  // The service creates it, but its response never arrives.
  const keys: string[] = [];
  page.on("request", (request) => {
    const key = request.headers()["idempotency-key"];
    if (key !== undefined) keys.push(key);
  });
  const created = createLatch();
  let isLost = true;
  await page.route("**/create-fee-split-manager", async (route) => {
    if (!isLost) return route.fallback();
    await route.fetch();
    created.open();
  });
  await page.getByRole("button", { name: "Create fee split manager" }).click();
  await created.opened;
  isLost = false;
  // As an earlier build stored it.
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("slipway.fee-split") ?? "");
    delete stored.sent.draft;
    localStorage.setItem("slipway.fee-split", JSON.stringify(stored));
  });
  await page.reload();
  await expect(page.getByText("Fee split manager created")).toBeVisible({ timeout: 60_000 });
  await viewManager(page);
  await expect(page.locator('[data-slot="manager-panel"]')).toContainText("Email user");
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

/** Opens the form of a revenue manager of Ada's on Base Sepolia. */
async function openRevenueForm(page: Page) {
  await page.goto("/managers");
  const chain = page.getByRole("combobox", { name: "Chain" });
  const fee = page.getByRole("textbox", { name: "Protocol fee" });
  await chain.selectOption("base-sepolia");
  await page.getByRole("textbox", { name: "Wallet address" }).fill(ADA);
  return { chain, fee };
}

test.describe("a lost response", () => {
  test.use({ expectedProblem: /ERR_CONNECTION_RESET|status of 504/ });

  test("a manager whose result is pending is created as it was sent, also after an edit", async ({
    page,
  }) => {
    const { chain, fee } = await openRevenueForm(page);
    const sent: { key: string | undefined; url: string; body: string | null }[] = [];
    page.on("request", (request) => {
      if (!request.url().endsWith("/create-revenue-manager")) return;
      const key = request.headers()["idempotency-key"];
      sent.push({ key, url: request.url(), body: request.postData() });
    });
    // The service creates it, but its response never arrives.
    let isLost = true;
    await page.route("**/create-revenue-manager", async (route) => {
      if (!isLost) return route.fallback();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.getByRole("button", { name: "Create revenue manager" }).click();
    await expect(page.getByRole("alert").getByText(/never creates a second manager/)).toBeVisible();
    await fee.fill("3");
    await chain.selectOption("base");
    isLost = false;
    await page.reload();
    await expect(page.getByText("It takes 20% of the creator share")).toBeVisible({
      timeout: 60_000,
    });
    expect(sent.length).toBeGreaterThan(1);
    for (const again of sent) expect(again).toEqual(sent[0]);
    await expect(page.getByRole("link", { name: "View manager" })).toHaveAttribute(
      "href",
      /chain=base-sepolia/,
    );
    // The edited form is not lost, and is sent by its button only.
    await page.getByRole("button", { name: "Create another" }).click();
    await expect(fee).toHaveValue("3");
    await expect(chain).toHaveValue("base");
  });

  test("asks before it creates a second manager while the result of the first is unknown", async ({
    page,
  }) => {
    const { fee } = await openRevenueForm(page);
    const keys: (string | undefined)[] = [];
    let isLost = true;
    await page.route("**/create-revenue-manager", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (!isLost) return route.fallback();
      await route.fetch();
      await route.fulfill({ status: 504, body: "Gateway timeout" });
    });
    const create = page.getByRole("button", { name: "Create revenue manager" });
    await create.click();
    await expect(page.getByRole("alert").getByText("No result yet")).toBeVisible();
    await expect(page.getByText("Manager not created")).toHaveCount(0);
    // A reload sends it again with the same key.
    await page.reload();
    await expect(page.getByRole("alert").getByText("No result yet")).toBeVisible();
    await fee.fill("3");
    await create.click();
    await expect(page.getByText("An earlier request has no result yet")).toBeVisible();
    expect(keys).toHaveLength(2);
    isLost = false;
    await page.getByRole("button", { name: "Check the earlier one" }).click();
    await expect(page.getByText("It takes 20% of the creator share")).toBeVisible({
      timeout: 60_000,
    });
    expect(new Set(keys).size).toBe(1);
    await page.getByRole("button", { name: "Create another" }).click();
    await expect(fee).toHaveValue("3");
    await create.click();
    await expect(page.getByText("It takes 3% of the creator share")).toBeVisible({
      timeout: 60_000,
    });
    expect(new Set(keys).size).toBe(2);
  });
});

test.describe("an error of the service", () => {
  test.use({ expectedProblem: /status of 503/ });

  test("is never followed by a request without a click, and links to managers open them", async ({
    page,
  }) => {
    const { fee } = await openRevenueForm(page);
    const keys: (string | undefined)[] = [];
    await page.route("**/create-revenue-manager", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const error = "The node of Base Sepolia does not respond";
      const json = { success: false, error, code: "dependency_unavailable" };
      await route.fulfill({ status: 503, json });
    });
    const create = page.getByRole("button", { name: "Create revenue manager" });
    await create.click();
    await expect(page.getByRole("alert").filter({ hasText: "No result yet" })).toBeVisible();
    await page.goto(`/managers?chain=base-sepolia&address=${ADA}`);
    await expect(page.getByText("No manager of this launchpad on Base Sepolia")).toBeVisible();
    await page.goto("/managers");
    await fee.fill("3");
    await create.click();
    await expect(page.getByText("An earlier request has no result yet")).toBeVisible();
    expect(keys).toHaveLength(1);
  });
});

test("a manager that is created after its page was left is shown on the next visit", async ({
  page,
}) => {
  await openRevenueForm(page);
  const answer = createLatch();
  await page.route("**/create-revenue-manager", async (route) => {
    const response = await route.fetch({ timeout: 60_000 });
    await answer.opened;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Create revenue manager" }).click();
  const visit = (name: string) =>
    page.getByRole("navigation").getByRole("link", { name }).first().click();
  await visit("Explore");
  await expect(page).toHaveURL(/\/explore/);
  const here = page.url();
  answer.open();
  await page.waitForFunction(
    () => !/"isOpen":true/.test(localStorage.getItem("slipway.revenue-manager") ?? ""),
  );
  expect(page.url()).toBe(here);
  await visit("Managers");
  const created = page.getByRole("status").filter({ hasText: "Revenue manager created" });
  await expect(created).toBeVisible();
  await created.getByRole("link", { name: "View manager" }).click();
  await expect(page.locator('[data-slot="manager-panel"]')).toContainText("Revenue manager");
  await page.goto("/managers");
  await expect(page.getByRole("button", { name: "Create revenue manager" })).toBeEnabled();
  await expect(created).toHaveCount(0);
});

for (const kind of ["Revenue manager", "Fee split"] as const) {
  test(`a launch with a new ${kind.toLowerCase()} starts with its chain and address, also after a reload`, async ({
    page,
  }) => {
    await page.goto("/managers");
    await page.getByText(kind, { exact: true }).click();
    await page.getByRole("combobox", { name: "Chain" }).selectOption("base-sepolia");
    if (kind === "Fee split") {
      await page.getByRole("button", { name: "Paste list" }).click();
      await page.getByRole("textbox", { name: "Recipients" }).fill(`${ADA}\nfarcaster:linus`);
      await page.getByRole("button", { name: "Add 2 recipients" }).click();
    }
    await page
      .getByRole("textbox", { name: /address$/i })
      .first()
      .fill(ADA);
    await page.getByRole("button", { name: /^Create (revenue|fee split) manager$/ }).click();
    const launch = page.getByRole("link", { name: "Launch a token" });
    await expect(launch).toBeVisible({ timeout: 60_000 });
    const created = page.getByRole("status").filter({ hasText: "created" });
    const manager = /0x[0-9a-fA-F]{40}/.exec((await created.textContent()) ?? "")?.[0] ?? "";
    await launch.click();
    const chain = page.getByRole("combobox", { name: "Chain", exact: true });
    await expect(chain).toHaveValue("base-sepolia");
    await page.reload();
    await expect(chain).toHaveValue("base-sepolia");
    await page.goto("/launch?step=fees");
    const choice = kind === "Fee split" ? "Fee split manager" : "Revenue manager";
    await expect(page.getByRole("radio", { name: choice })).toBeChecked();
    await expect(page.getByRole("textbox", { name: "Manager address" })).toHaveValue(manager);
    await expect(
      page.getByText(/^(Revenue manager\. It takes|Fee split manager with)/),
    ).toBeVisible();
  });
}

test("a link to the wizard selects its chain when the wizard's code is already loaded", async ({
  page,
}) => {
  await page.goto("/launch");
  const chain = page.getByRole("combobox", { name: "Chain", exact: true });
  await expect(chain).toHaveValue("base");
  await page.getByRole("navigation").getByRole("link", { name: "Managers" }).first().click();
  await expect(page.getByRole("radio", { name: "Revenue manager" })).toBeVisible();
  await page.getByRole("combobox", { name: "Chain" }).selectOption("base-sepolia");
  await page
    .getByRole("textbox", { name: /address$/i })
    .first()
    .fill(ADA);
  await page.getByRole("button", { name: "Create revenue manager" }).click();
  await page.getByRole("link", { name: "Launch a token" }).click();
  await expect(page.getByRole("heading", { name: "Name your token" })).toBeVisible();
  await expect(chain).toHaveValue("base-sepolia");
});

test("a choice made before hydration is used", async ({ page }) => {
  const scripts = createLatch();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await scripts.opened;
    await route.continue();
  });
  await page.goto("/managers", { waitUntil: "commit" });
  await page.getByText("Fee split", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Protocol fee" })).toBeVisible();
  scripts.open();
  await expect(page.getByRole("button", { name: "Add recipient" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Fee split" })).toBeChecked();
});
