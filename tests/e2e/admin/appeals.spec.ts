import type { Page } from "playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { newEmail, signInByMail } from "../support/account";
import { openConsole, setBurner } from "../support/admin";
import { seriousViolations } from "../support/axe";
import {
  CHAIN,
  decide,
  decideByName,
  decisionOf,
  entryOf,
  launchModerated,
  type Moderated,
  newVisitor,
  reportAs,
} from "../support/moderation";
import { shoot } from "../support/shoot";
import { expect, newCaller, sidewaysOverflow, test } from "../support/test";
import { givePicture, goOn, nameToken } from "../support/wizard";

/** Appeals against the decision about a token, by its creator and by others, and their decision. */
const PAGE = "/admin/moderation";
const notice = (page: Page) => page.getByRole("region", { name: "Moderation" });
const appealOf = (page: Page) => page.getByRole("dialog", { name: "Appeal" });

/** Opens the queue as a moderator and hides a reported token. */
async function hide(moderator: Page, site: string, { name, token }: Moderated): Promise<void> {
  await reportAs(site, token);
  await openConsole(moderator, "moderator", PAGE);
  const button = entryOf(moderator, name, "token").getByRole("button", { name: "Hide token…" });
  await decide(moderator, button, "Hide token", "scam");
}

async function openAppeal(page: Page, token: string) {
  await page.goto(`/${CHAIN}/${token}`);
  await notice(page).getByRole("button", { name: "Appeal" }).click();
  return appealOf(page);
}

async function sendAppeal(page: Page, token: string, text: string, answer: string): Promise<void> {
  const dialog = await openAppeal(page, token);
  await dialog.getByRole("textbox", { name: "Why the decision is wrong" }).fill(text);
  await dialog.getByRole("button", { name: "Send appeal" }).click();
  await expect(dialog.getByRole("status")).toContainText(answer);
  await dialog.getByRole("button", { name: "Done" }).click();
}

test("the creator appeals; a moderator keeps the decision at first and then restores the token", async ({
  page,
  browser,
  site,
}) => {
  test.slow();
  const key = generatePrivateKey();
  const creatorAddress = privateKeyToAddress(key);
  const moderated = await launchModerated(site, "Appealed", { creatorAddress });
  const { name, token } = moderated;
  const moderator = await newVisitor(browser, site);
  await hide(moderator, site, moderated);

  await setBurner(page, key);
  await page.goto("/account");
  await page.getByRole("button", { name: /Burner account/ }).click();
  await expect(page.getByText(/Signed in as 0x/)).toBeVisible();
  const dialog = await openAppeal(page, token);
  const send = dialog.getByRole("button", { name: "Send appeal" });
  await send.click();
  await expect(dialog.getByRole("alert")).toContainText("must be 10 to 2000 characters long");
  const why = dialog.getByRole("textbox", { name: "Why the decision is wrong" });
  await why.fill("x".repeat(2_001));
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await send.click();
  await expect(dialog.getByRole("alert")).toContainText("must be 10 to 2000 characters long");
  await why.fill("The drawing is mine, and I can prove it.");
  await dialog.getByRole("textbox", { name: "Email" }).fill("not an email");
  await send.click();
  await expect(dialog.getByRole("alert")).toContainText("Email must be an email address");
  await dialog.getByRole("textbox", { name: "Email" }).fill("creator@example.com");
  await send.dblclick();
  await expect(dialog.getByRole("status")).toContainText("have received your appeal");
  await dialog.getByRole("button", { name: "Done" }).click();
  await sendAppeal(page, token, "The drawing is still mine.", "already sent this appeal");

  const entry = entryOf(moderator, name, "token");
  await moderator.reload();
  await expect(entry).toContainText("1 appeal");
  await expect(entry).toContainText("appeal of the creator");
  await expect(entry).toContainText("The drawing is mine, and I can prove it.");
  await expect(entry.getByRole("link", { name: "creator@example.com" })).toBeVisible();
  await expect(entry.getByRole("button", { name: "Hide token…" })).toHaveCount(0);
  await shoot(moderator, "appeal-queue");
  const keep = entry.getByRole("button", { name: "Keep decision…" });
  await decide(moderator, keep, "Keep decision", null);
  await expect(entry).toHaveCount(0);
  await expect(decisionOf(moderator, token)).toContainText("hidden");
  await page.reload();
  await expect(notice(page)).toContainText("does not list this token");

  await sendAppeal(page, token, "Here is the proof: https://example.com", "have received");
  await moderator.reload();
  await expect(entry).toContainText("Here is the proof");
  const restore = entry.getByRole("button", { name: "Restore token…" });
  await decide(moderator, restore, "Restore token", null);
  await expect(notice(page)).toHaveCount(0);
  await expect(entry).toHaveCount(0);
  await expect(decisionOf(moderator, token)).toHaveCount(0);
});

test("a creator who is signed in by email is recognized, a visitor is not", async ({
  page,
  browser,
  site,
}) => {
  test.slow();
  const email = newEmail("appeal");
  const moderated = await launchModerated(site, "Emailed", { creatorEmail: email });
  const { name, token } = moderated;
  const moderator = await newVisitor(browser, site);
  await hide(moderator, site, moderated);
  const visitor = await newVisitor(browser, site);
  await sendAppeal(visitor, token, "I like this token, too.", "have received");
  await signInByMail(page, email);
  await sendAppeal(page, token, "This token is mine.", "have received");
  await moderator.reload();
  const entry = entryOf(moderator, name, "token");
  await expect(entry).toContainText("2 appeals");
  const appeals = entry.getByRole("list", { name: "Appeals and reports" }).getByRole("listitem");
  await expect(appeals).toHaveText([
    /^appeal of the creator This token is mine\./,
    /^appeal I like this token, too\./,
  ]);
  await decide(
    moderator,
    entry.getByRole("button", { name: "Restore token…" }),
    "Restore token",
    null,
  );
});

test("the form of an appeal closes when the token is restored, and a late appeal gets 409", async ({
  page,
  browser,
  site,
}) => {
  const moderated = await launchModerated(site, "Late");
  const { token } = moderated;
  const moderator = await newVisitor(browser, site);
  await hide(moderator, site, moderated);
  const dialog = await openAppeal(page, token);
  await dialog.getByRole("textbox", { name: "Why the decision" }).fill("It is not a scam.");
  const restore = decisionOf(moderator, token).getByRole("button");
  await decide(moderator, restore, "Restore token", null);
  await expect(dialog).toBeHidden();
  await expect(notice(page)).toHaveCount(0);
  const answer = await fetch(`${site}/api/account/appeal`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": newCaller() },
    body: JSON.stringify({
      kind: "token",
      chain: CHAIN,
      tokenAddress: token,
      details: "It is not a scam.",
    }),
  });
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("no decision to appeal against");
});

test("appeal and queue fit from 320 pixels to wide and are accessible", async ({
  page,
  browser,
  site,
}) => {
  test.slow();
  const moderated = await launchModerated(site, "Fitting");
  const { name, token } = moderated;
  await reportAs(site, token, { kind: "picture", details: "x".repeat(1_000) });
  const moderator = await newVisitor(browser, site);
  await hide(moderator, site, moderated);
  await sendAppeal(page, token, "An appeal. ".repeat(40), "have received");
  await moderator.reload();
  const entry = entryOf(moderator, name, "token");
  await expect(entry).toBeVisible();
  await openAppeal(page, token);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await moderator.emulateMedia({ colorScheme });
    for (const width of [320, 768, 1440]) {
      for (const [shown, one] of [
        ["appeal", page],
        ["queue", moderator],
      ] as const) {
        await one.setViewportSize({ width, height: 800 });
        expect(await sidewaysOverflow(one), `${shown} at ${width}`).toBe(0);
        expect(await seriousViolations(one), `${shown} at ${width}`).toEqual([]);
        await shoot(one, `${shown}-${colorScheme}-${width}`);
      }
      await entry.getByRole("button", { name: "Blur image…" }).click();
      await expect(moderator.getByRole("dialog", { name: "Blur image" })).toBeVisible();
      expect(await seriousViolations(moderator), `dialog at ${width}`).toEqual([]);
      await shoot(moderator, `decide-${colorScheme}-${width}`);
      await moderator.keyboard.press("Escape");
    }
  }
});

test.describe("a blocked creator without a token", () => {
  test.use({ expectedProblem: /status of 403/ });

  test("is refused in the wizard, appeals, and launches after a moderator ends the block", async ({
    page,
    browser,
    site,
  }) => {
    test.slow();
    const email = newEmail("refused");
    const moderator = await newVisitor(browser, site);
    await openConsole(moderator, "moderator", PAGE);
    await decideByName(moderator, "email", { name: "Email", value: email }, "Block creator");

    await signInByMail(page, email);
    await page.goto("/launch");
    await nameToken(page, { name: `Refused ${Date.now()}` });
    await givePicture(page, email);
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await goOn(page, "Set the starting price");
    await goOn(page, "Review your launch");
    const problem = page.getByRole("alert").filter({ hasText: "has blocked this creator" });
    await expect(problem).toContainText("You can appeal.");
    await expect(page.getByRole("button", { name: "Launch token", exact: true })).toBeDisabled();

    await problem.getByRole("button", { name: "Appeal" }).click();
    const dialog = appealOf(page);
    const send = dialog.getByRole("button", { name: "Send appeal" });
    const why = dialog.getByRole("textbox", { name: "Why the decision is wrong" });
    await send.click();
    await expect(dialog.getByRole("alert")).toContainText("must be 10 to 2000 characters long");
    await expect(why).toBeFocused();
    // The dry run does not start again behind a form that is being filled in.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await why.fill("Not me.");
    await send.click();
    await expect(dialog.getByRole("alert")).toContainText("must be 10 to 2000 characters long");
    await why.fill("I am the Ada of ada.example, not an impostor.");
    await dialog.getByRole("textbox", { name: "Email" }).fill("not an email");
    await send.click();
    await expect(dialog.getByRole("alert")).toContainText("Email must be an email address");
    await dialog.getByRole("textbox", { name: "Email" }).fill("answer@example.com");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sidewaysOverflow(page), `at ${width}`).toBe(0);
        expect(await seriousViolations(page), `at ${width}`).toEqual([]);
        await shoot(page, `appeal-block-${colorScheme}-${width}`);
      }
    }
    const sent: string[] = [];
    page.on("request", (one) => {
      if (one.url().endsWith("/api/account/appeal")) sent.push(one.url());
    });
    await send.dblclick();
    await expect(dialog.getByRole("status")).toContainText("have received your appeal");
    expect(sent).toHaveLength(1);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(problem.getByRole("button", { name: "Appeal" })).toBeFocused();

    const entry = entryOf(moderator, `Email: ${email}`, "creator");
    await moderator.reload();
    await expect(entry).toContainText("1 appeal");
    await expect(entry).toContainText("blocked");
    await expect(entry).toContainText("appeal of the creator");
    await expect(entry).toContainText("I am the Ada of ada.example, not an impostor.");
    await expect(entry.getByRole("link", { name: "answer@example.com" })).toBeVisible();
    await expect(entry.getByRole("button")).toHaveText(["Unblock creator…", "Keep decision…"]);
    for (const width of [320, 1440]) {
      await moderator.setViewportSize({ width, height: 800 });
      expect(await sidewaysOverflow(moderator), `queue at ${width}`).toBe(0);
      expect(await seriousViolations(moderator), `queue at ${width}`).toEqual([]);
      await shoot(moderator, `appeal-block-queue-${width}`);
    }
    const keep = entry.getByRole("button", { name: "Keep decision…" });
    await decide(moderator, keep, "Keep decision", null);
    await expect(entry).toHaveCount(0);
    await expect(decisionOf(moderator, email)).toContainText("blocked");
    await problem.getByRole("button", { name: "Check again" }).click();
    await expect(problem).toBeVisible();

    await problem.getByRole("button", { name: "Appeal" }).click();
    await why.fill("Here is the proof: https://ada.example");
    await send.click();
    await expect(dialog.getByRole("status")).toContainText("have received your appeal");
    await dialog.getByRole("button", { name: "Done" }).click();
    await moderator.reload();
    await expect(entry).toContainText("Here is the proof");
    const unblock = entry.getByRole("button", { name: "Unblock creator…" });
    await decide(moderator, unblock, "Unblock creator", null);
    await expect(entry).toHaveCount(0);
    await expect(decisionOf(moderator, email)).toHaveCount(0);
    await moderator.goto("/admin/audit");
    const logged = moderator
      .getByRole("listitem")
      .filter({ hasText: `creator:email:${email}` })
      .filter({ hasText: "creator.unblock" });
    await expect(logged).toHaveCount(1);

    await problem.getByRole("button", { name: "Check again" }).click();
    await expect(problem).toHaveCount(0);
    const launch = page.getByRole("button", { name: "Launch token", exact: true });
    await expect(launch).toBeEnabled({ timeout: 60_000 });
    await launch.click();
    await expect(page.getByRole("heading", { name: "Launched" })).toBeVisible({ timeout: 60_000 });
  });
});
