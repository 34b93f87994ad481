import type { Browser, Page } from "playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { launchBody } from "../../setup/api/launch-body";
import { openConsole } from "../support/admin";
import {
  CHAIN,
  decide,
  decisionOf,
  entryOf,
  launchModerated,
  measure,
  newVisitor,
  openDecide,
  reportAs,
} from "../support/moderation";
import { expect, newCaller, test } from "../support/test";
import { givePicture, goOn, nameToken } from "../support/wizard";

/** Blocked creators, reports without a decision, and decisions without a report. */
const PAGE = "/admin/moderation";
const newAddress = () => privateKeyToAddress(generatePrivateKey());

/** The status of a dry run of a launch by a new caller. */
async function statusOf(site: string, fields: Record<string, unknown>): Promise<number> {
  const answer = await fetch(`${site}/api/v1/${CHAIN}/launch-memecoin`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": newCaller() },
    body: JSON.stringify(launchBody({ creatorEmail: undefined, dryRun: true, ...fields })),
  });
  return answer.status;
}

for (const role of ["moderator", "operator"] as const) {
  test(`a ${role} blocks a reported creator, whose launches are refused until the block ends`, async ({
    page,
    site,
  }) => {
    const creatorAddress = newAddress();
    const { name, token } = await launchModerated(site, `Blocked by ${role}`, { creatorAddress });
    await reportAs(site, token, { kind: "creator", details: "The third one today." });
    await openConsole(page, role, PAGE);
    const entry = entryOf(page, name, "creator");
    await expect(entry).toContainText(creatorAddress.toLowerCase());
    await expect(entry.getByRole("button", { name: "Unblock creator…" })).toHaveCount(0);
    expect(await statusOf(site, { creatorAddress })).toBe(200);
    const block = entry.getByRole("button", { name: "Block creator…" });
    await measure(
      page,
      `creator.block by a ${role}`,
      () => decide(page, block, "Block creator", "impersonation"),
      { "dry run": async () => (await statusOf(site, { creatorAddress })) === 403 },
    );
    await expect(entry).toHaveCount(0);
    const decision = decisionOf(page, creatorAddress.toLowerCase());
    await expect(decision).toContainText("blocked");
    await decide(page, decision.getByRole("button"), "Unblock creator", null);
    await expect(decision).toHaveCount(0);
    expect(await statusOf(site, { creatorAddress })).toBe(200);
  });

  test(`a ${role} closes reports, which changes nothing else`, async ({ page, browser, site }) => {
    const { name, token } = await launchModerated(site, `Closed by ${role}`);
    for (const details of ["one", "two"]) await reportAs(site, token, { details });
    await openConsole(page, role, PAGE);
    const entry = entryOf(page, name, "token");
    const close = entry.getByRole("button", { name: "Close reports…" });
    await decide(page, close, "Close reports", null);
    await expect(entry).toHaveCount(0);
    await expect(decisionOf(page, token)).toHaveCount(0);
    const visitor = await newVisitor(browser, site);
    await visitor.goto(`/${CHAIN}/${token}`);
    await expect(visitor.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(visitor.getByRole("region", { name: "Moderation" })).toHaveCount(0);
    // A closed report does not count against a new one.
    await reportAs(site, token);
    await page.reload();
    await expect(entry).toContainText("1 report");
    await decide(page, close, "Close reports", null);
    await expect(entry).toHaveCount(0);
  });
}

const number = () => String(Date.now());
const BLOCKS = [
  ["wallet", "0x123", newAddress, "must be 0x and 40 hex characters"],
  ["email", "nobody", () => `spam-${number()}@example.org`, "must be an email address"],
  ["twitter", "two words", () => `impostor_${number()}`, "must be a username on X"],
  ["twitter_id", "@name", number, "must be a number"],
  ["farcaster", "two words", () => `imp${number()}.eth`, "must be a username on Farcaster"],
  ["farcaster_id", "-1", number, "must be a number"],
  ["network", "0.0.0.0/0", () => "198.51.100.0/24", "must be an IP address, or a network of /8"],
  ["domain", "localhost", () => `bad-${number()}.example`, "must be a domain"],
] as const;

test("a moderator blocks a creator by each of its names, not by a wrong one", async ({ page }) => {
  test.slow();
  await openConsole(page, "moderator", PAGE);
  for (const [type, wrong, make, problem] of BLOCKS) {
    const value = make();
    const dialog = await openDecide(page, type);
    const field = dialog.getByRole("textbox").first();
    const block = dialog.getByRole("button", { name: "Block creator" });
    await field.fill(wrong);
    await expect(dialog.getByRole("alert")).toContainText(problem);
    await dialog.getByRole("combobox", { name: "Public reason" }).selectOption("scam");
    await expect(block).toBeDisabled();
    await field.fill(` ${value} `);
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    await block.click();
    await expect(dialog.getByRole("alert")).toContainText("must be 3 to 500 characters long");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("a test of the console");
    await block.click();
    await expect(dialog).toBeHidden();
    const decision = decisionOf(page, `${type.replace("_", " ")}: ${value.toLowerCase()}`);
    await expect(decision).toContainText("Scam or fraud");
    await decide(page, decision.getByRole("button"), "Unblock creator", null);
    await expect(decision).toHaveCount(0);
  }
});

test("a moderator removes an image by its CID, without a report", async ({ page, site }) => {
  const { cid } = await launchModerated(site, "Removed by CID");
  await openConsole(page, "moderator", PAGE);
  const dialog = await openDecide(page, "picture");
  const field = dialog.getByRole("textbox", { name: "CID" });
  await field.fill("Qm-not-a-cid");
  await expect(dialog.getByRole("alert")).toContainText("CID must be a CID");
  await field.fill(`ipfs://${cid}`);
  await dialog.getByRole("combobox", { name: "Public reason" }).selectOption("hate");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("named by a rights holder");
  await dialog.getByRole("button", { name: "Remove image" }).click();
  await expect(dialog).toBeHidden();
  const decision = decisionOf(page, cid);
  await expect(decision).toContainText("removed");
  await decide(page, decision.getByRole("button"), "Restore image", null);
  await expect(decision).toHaveCount(0);
});

/** Blocks an email address in a console of its own, which it returns. */
async function blockEmail(browser: Browser, site: string, email: string): Promise<Page> {
  const moderator = await newVisitor(browser, site);
  await openConsole(moderator, "moderator", PAGE);
  const dialog = await openDecide(moderator, "email");
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("combobox", { name: "Public reason" }).selectOption("scam");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("a test of the wizard");
  await dialog.getByRole("button", { name: "Block creator" }).click();
  await expect(dialog).toBeHidden();
  return moderator;
}

test.describe("a blocked creator", () => {
  test.use({ expectedProblem: /status of 403/ });

  test("reads in the wizard that the operator refuses the launch", async ({
    page,
    browser,
    site,
  }) => {
    test.slow();
    const email = `blocked-${Date.now()}@example.com`;
    const moderator = await blockEmail(browser, site, email);
    await page.goto("/launch");
    await nameToken(page, { name: `Refused ${Date.now()}` });
    await givePicture(page, email);
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await goOn(page, "Set the starting price");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("has blocked this creator").first()).toBeVisible();
    const decision = decisionOf(moderator, email);
    await decide(moderator, decision.getByRole("button"), "Unblock creator", null);
  });

  test("cannot be paid by a launch of somebody else, who is led to the recipients", async ({
    page,
    browser,
    site,
  }) => {
    test.slow();
    const email = `paid-${Date.now()}@example.com`;
    const moderator = await blockEmail(browser, site, email);
    await page.goto("/launch");
    await nameToken(page, { name: `Shared ${Date.now()}` });
    await givePicture(page, email);
    await page.getByRole("radio", { name: "No creator" }).check();
    await page.getByRole("radio", { name: /Fee split/ }).check();
    await page.getByRole("button", { name: "Paste list" }).click();
    const list = `${newAddress()}, 50\n${email}, 50`;
    await page.getByRole("textbox", { name: "Recipients" }).fill(list);
    await page.getByRole("button", { name: "Add 2 recipients" }).click();
    await goOn(page, "Set the starting price");
    await page.getByRole("button", { name: "Continue" }).click();
    const problem = page.getByRole("alert").filter({ hasText: "that the operator has blocked" });
    await expect(problem).toBeVisible();
    await expect(problem.getByRole("button", { name: "Appeal" })).toHaveCount(0);
    await problem.getByRole("button", { name: /^Go to/ }).click();
    await expect(page.getByRole("heading", { name: "Choose who earns fees" })).toBeVisible();
    const decision = decisionOf(moderator, email);
    await decide(moderator, decision.getByRole("button"), "Unblock creator", null);
  });
});
