import { launchBody } from "../../setup/api/launch-body";
import { openConsole } from "../support/admin";
import {
  CHAIN,
  decide,
  decisionOf,
  entryOf,
  launchModerated,
  newVisitor,
  reportAs,
} from "../support/moderation";
import { expect, newCaller, test } from "../support/test";
import { newTrader } from "../support/trader";

/** Known facts about a token's creator in the console, and hidden tokens on the creator's page. */
const PAGE = "/admin/moderation";

/** The status of a launch's dry run that names no creator. */
async function statusFrom(site: string, sender: string): Promise<number> {
  const answer = await fetch(`${site}/api/v1/${CHAIN}/launch-memecoin`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": sender },
    body: JSON.stringify(launchBody({ creatorEmail: undefined, dryRun: true })),
  });
  return answer.status;
}

for (const role of ["moderator", "operator"] as const) {
  test(`a ${role} blocks the network that sent a launch without a creator`, async ({
    page,
    site,
  }) => {
    const sender = newCaller();
    const { name, token } = await launchModerated(site, `Nameless for ${role}`, {}, sender);
    await reportAs(site, token, { kind: "creator" });
    await openConsole(page, role, PAGE);
    const entry = entryOf(page, name, "creator");
    await entry.getByRole("button", { name: "Block creator…" }).click();
    const dialog = page.getByRole("dialog", { name: "Block creator" });
    await expect(dialog.getByRole("combobox", { name: "By" }).getByRole("option")).toHaveText([
      `Network: ${sender}/32`,
    ]);
    await expect(dialog).toContainText("Everyone who shares this network is blocked.");
    await page.keyboard.press("Escape");
    const block = entry.getByRole("button", { name: "Block creator…" });
    await decide(page, block, "Block creator", "scam");
    const decision = decisionOf(page, `network: ${sender}/32`);
    await expect(decision).toContainText("Scam or fraud");
    await expect.poll(() => statusFrom(site, sender)).toBe(403);
    expect(await statusFrom(site, newCaller())).toBe(200);
    await decide(page, decision.getByRole("button"), "Unblock creator", null);
    await expect.poll(() => statusFrom(site, sender)).toBe(200);
    await decide(
      page,
      entry.getByRole("button", { name: "Close reports…" }),
      "Close reports",
      null,
    );
    await expect(entry).toHaveCount(0);
  });
}

test("a moderator opens the launch of a reported token, and blocks its creator by email", async ({
  page,
  site,
}) => {
  const creatorEmail = `spam-${Date.now()}@example.org`;
  const { name, token } = await launchModerated(site, "Mailed", { creatorEmail });
  await reportAs(site, token);
  await openConsole(page, "moderator", PAGE);
  const entry = entryOf(page, name, "token");
  await entry.getByRole("button", { name: "Block creator…" }).click();
  const dialog = page.getByRole("dialog", { name: "Block creator" });
  const by = dialog.getByRole("combobox", { name: "By" });
  await expect(by.getByRole("option")).toHaveText([
    /^Wallet: 0x/,
    `Email: ${creatorEmail}`,
    /^Network: /,
  ]);
  await by.selectOption(`Email: ${creatorEmail}`);
  await dialog.getByRole("combobox", { name: "Public reason" }).selectOption("scam");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("a test of the console");
  await dialog.getByRole("button", { name: "Block creator" }).click();
  await expect(dialog).toBeHidden();
  const decision = decisionOf(page, `email: ${creatorEmail}`);
  await decide(page, decision.getByRole("button"), "Unblock creator", null);
  await entry.getByRole("link", { name: "launch job" }).click();
  await expect(page.getByRole("heading", { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByText("Signed with nonce")).toBeVisible();
});

test("the page of a creator marks a hidden token, without its image and links", async ({
  page,
  browser,
  site,
}) => {
  test.slow();
  const creator = await newTrader(site);
  const websiteUrl = "https://hidden-links.example/";
  const { name, token, cid } = await launchModerated(
    ...([site, "Marked", {}, newCaller()] as const),
    ({ name, imageIpfs }) =>
      creator.launch({ name, symbol: "MARK", websiteUrl, ...(imageIpfs && { imageIpfs }) }),
  );
  const visitor = await newVisitor(browser, site);
  await visitor.goto(`/${CHAIN}/address/${creator.address}`);
  const links = visitor.locator('[data-slot="creator-links"]');
  await expect(links).toBeVisible();
  await visitor.getByRole("tab", { name: "Launches" }).click();
  const row = visitor.getByRole("row").filter({ hasText: name });
  await expect(row.locator(`img[src*="${cid}"]`)).toBeVisible();
  await expect(row).not.toContainText("hidden");

  await reportAs(site, token);
  await openConsole(page, "moderator", PAGE);
  const entry = entryOf(page, name, "token");
  await decide(page, entry.getByRole("button", { name: "Hide token…" }), "Hide token", "scam");
  await expect(entry).toHaveCount(0);
  await expect(async () => {
    await visitor.reload();
    await visitor.getByRole("tab", { name: "Launches" }).click();
    await expect(row).toContainText("hidden", { timeout: 5_000 });
  }).toPass();
  await expect(row.locator("img")).toHaveCount(0);
  await expect(links).toHaveCount(0);
  const decision = decisionOf(page, token);
  await decide(page, decision.getByRole("button"), "Restore token", null);
});
