import type { Page } from "playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { newEmail, signInByMail } from "../support/account";
import { openConsole, setBurner } from "../support/admin";
import { seriousViolations } from "../support/axe";
import {
  CHAIN,
  decide,
  decisionOf,
  entryOf,
  launchModerated,
  type Moderated,
  newVisitor,
  reportAs,
} from "../support/moderation";
import { shoot } from "../support/shoot";
import { expect, newCaller, sidewaysOverflow, test } from "../support/test";

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
      ...{ kind: "token", chain: CHAIN, tokenAddress: token },
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
      await entry.getByRole("button", { name: "Blur picture…" }).click();
      await expect(moderator.getByRole("dialog", { name: "Blur picture" })).toBeVisible();
      expect(await seriousViolations(moderator), `dialog at ${width}`).toEqual([]);
      await shoot(moderator, `decide-${colorScheme}-${width}`);
      await moderator.keyboard.press("Escape");
    }
  }
});
