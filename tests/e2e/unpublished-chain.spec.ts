import { call } from "@slipway-launchpad/client";
import { createPublicClient, http } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { z } from "zod";
import { sandboxFaucet } from "@/lib/features/rpc/operations";
import { getConfig } from "@/lib/features/system/operations";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchFor } from "./support/account";
import { seriousViolations } from "./support/axe";
import { expect, newCaller, sidewaysOverflow, test } from "./support/test";
import { bringBurner } from "./support/trader";

/** Robinhood Chain can be launched on, and its data is not published (`DATA_CHAINS`). */
const CHAIN = "robinhood";
const SETTING = /DATA_CHAINS|interface/i;

test("the explorer has no tab for the chain in the initial HTML", async ({
  page,
  context,
  site,
}) => {
  const html = await (await context.request.get(`${site}/explore`)).text();
  expect(/<nav data-slot="chain-nav".*?<\/nav>/s.exec(html)?.[0]).not.toContain(CHAIN);
  await page.goto("/explore");
  const tabs = page.getByRole("navigation", { name: "Chains" }).getByRole("link");
  await expect(tabs).toHaveText(["All", "Base", "Base Sepolia"]);
});

test("the chain's page requests no list and links to what works", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`/v1/${CHAIN}/`)) requests.push(request.url());
  });
  await page.goto(`/${CHAIN}`);
  await expect(page.getByText("No charts or token lists for Robinhood Chain here")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(SETTING);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Launch a token on Robinhood Chain" }).click();
  await expect(page.getByRole("combobox", { name: "Chain", exact: true })).toHaveValue(CHAIN);
  expect(requests).toEqual([]);
});

test("each chain field says that the chain has no charts", async ({ page }) => {
  for (const path of ["/launch", "/managers"]) {
    await page.goto(path);
    const options = page.getByRole("combobox", { name: "Chain", exact: true }).getByRole("option");
    await expect(options).toHaveText([
      "Base",
      "Base Sepolia (testnet)",
      "Robinhood Chain (no charts or token lists here)",
    ]);
  }
});

test("a token page shows facts, links and description, and can trade", async ({ page, site }) => {
  const name = `Beyond ${Date.now()}`;
  const { token } = await launchFor(site, CHAIN, {
    name,
    symbol: "BYND",
    description: "Not in any list.",
    websiteUrl: "https://example.com/beyond",
  });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/${CHAIN}/${token}`);
  await expect(page).toHaveTitle(`${name} (BYND) on Robinhood Chain · Slipway`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  const facts = page.locator('[data-slot="token-facts"]');
  await expect(facts.getByText("Market cap")).toBeVisible();
  const figures = await facts
    .locator("data")
    .evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute("value"))));
  expect(figures).toHaveLength(3);
  for (const figure of figures) expect(figure).toBeGreaterThan(0);
  await expect(page.getByText("Not in any list.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Website/ })).toHaveAttribute(
    "href",
    "https://example.com/beyond",
  );
  await expect(page.getByRole("main")).not.toContainText(SETTING);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
});

test("a purchase through a referrer's link pays the referrer", async ({ page, site }) => {
  const { token } = await launchFor(site, CHAIN, { name: "Referred", referralShare: 20 });
  const referrer = privateKeyToAddress(generatePrivateKey());
  const privateKey = generatePrivateKey();
  const address = privateKeyToAddress(privateKey);
  const caller = { baseUrl: site, headers: { "x-forwarded-for": newCaller() } };
  await call(sandboxFaucet, { body: { chain: CHAIN, address } }, caller);
  await bringBurner(page, { address, privateKey });
  await page.goto(`/${CHAIN}/${token}?ref=${referrer}`);
  const panel = page.getByRole("region", { name: "Trade", exact: true });
  await expect(panel.getByText(/Part of the creator’s fee goes to 0x/)).toBeVisible();
  await panel.getByLabel("You pay").fill("0.1");
  await panel.getByRole("button", { name: "Buy EARN" }).click();
  await expect(panel.getByText(/You bought|Bought/)).toBeVisible();
  const { chains } = await call(getConfig, {}, caller);
  const hook = chains.find(({ slug }) => slug === CHAIN)?.contracts.launchHook;
  if (hook === undefined) throw new Error(`${CHAIN} is not configured`);
  const reader = createPublicClient({ transport: http(`${site}/rpc/${CHAIN}`) });
  const [earned] = await reader.readContract({
    address: hook,
    abi: launchHookAbi,
    functionName: "referralEarned",
    args: [referrer],
  });
  // A fifth of the trading fee of 1%.
  expect(earned).toBe(200_000_000_000_000n);
});

test("the trade panel shows the current fee of launch protection and when it ends", async ({
  page,
  site,
}) => {
  const { token } = await launchFor(site, CHAIN, { name: "Guarded", launchProtection: true });
  await page.setViewportSize({ width: 320, height: 780 });
  await page.goto(`/${CHAIN}/${token}`);
  const panel = page.getByRole("region", { name: "Trade", exact: true });
  await expect(panel.getByText(/^\d+(\.\d+)?% fee, falls to 1% in \d+ minutes?/)).toBeVisible();
  await panel.getByLabel("You pay").fill("0.1");
  await expect(panel.getByText("Included: launch protection")).toBeVisible();
  await expect(panel.getByText(/^falls to 1% in \d+ minutes?/)).toBeVisible();
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
});

test("a visitor reports the token or its creator", async ({ page, site }) => {
  const { token } = await launchFor(site, CHAIN, { name: "Reported" });
  await page.goto(`/${CHAIN}/${token}`);
  await page.getByRole("button", { name: "Report" }).click();
  const dialog = page.getByRole("dialog", { name: "Report" });
  const kinds = dialog.getByRole("combobox", { name: "What" }).getByRole("option");
  await expect(kinds).toHaveText(["The token", "Its creator"]);
  await dialog.getByRole("combobox", { name: "Reason" }).selectOption("scam");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByRole("status")).toContainText("have received your report");
});

test("a scheduled token shows when trading opens instead of the trade panel", async ({
  page,
  site,
}) => {
  const startTime = Math.floor(Date.now() / 1_000) + 3_600;
  const { token } = await launchFor(site, CHAIN, {
    name: "Tomorrow",
    startTime,
    launchProtection: true,
  });
  await page.clock.install();
  await page.goto(`/${CHAIN}/${token}`);
  const trade = page.getByRole("region", { name: "Trade", exact: true });
  await expect(trade.getByText(/Trading opens in (59 minutes|1 hour)/)).toBeVisible();
  await expect(trade.getByText(/a fee of 50%, which falls to 1% within 10 minutes/)).toBeVisible();
  await page.clock.fastForward(3_600_000);
  await expect(trade.getByRole("tab", { name: "Buy" })).toBeVisible();
});

test("a contract that was not launched here is not shown as a token", async ({
  page,
  context,
  site,
}) => {
  const config = z.looseObject({
    chains: z.array(
      z.looseObject({ slug: z.string(), contracts: z.record(z.string(), z.string()) }),
    ),
  });
  const answer = await context.request.get(`${site}/api/v1/config`);
  const { chains } = config.parse(await answer.json());
  const hook = chains.find(({ slug }) => slug === CHAIN)?.contracts.launchHook ?? "";
  for (const address of [`0x${"4".repeat(40)}`, hook]) {
    await page.goto(`/${CHAIN}/${address}`);
    await expect(page.getByText("Token not found", { exact: true })).toBeVisible();
  }
});
