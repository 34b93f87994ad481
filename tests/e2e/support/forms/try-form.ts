import type { Page } from "playwright/test";
import { expect, sidewaysOverflow, test } from "../test";
import {
  areaOf,
  clearFields,
  expectNoRefusal,
  expectValues,
  readField,
  setField,
} from "./findings";
import type { FormUnderTest, Trial } from "./form-under-test";
import { slowNetwork } from "./network";
import { expectFitsAPhone, PHONE } from "./phone";
import { Submission } from "./submission";

const HUGE = "W".repeat(5_000);
const ELSEWHERE = "/docs";
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/;

/**
 * Runs a form through common user interactions: one test per trial. A form describes itself in a few
 * lines, and is tried by one call at the top level of a `*.spec.ts` file:
 *
 *     tryForm({
 *       name: "explorer filter",
 *       open: async ({ page }) => {
 *         await page.goto("/base");
 *         await page.getByRole("button", { name: "Filter" }).click();
 *       },
 *       reopen: (page) => page.getByRole("button", { name: "Filter" }).click(),
 *       area: (page) => page.getByRole("dialog", { name: "Filter" }),
 *       fields: {
 *         owner: {
 *           at: (page) => page.getByLabel("Creator or owner"),
 *           valid: ADA,
 *           wrong: ["0x12", "ada"],
 *           pasted: [{ text: ` ${ADA}\n`, shows: ADA }],
 *         },
 *       },
 *       submit: (page) => page.getByRole("button", { name: "Apply" }),
 *       taken: (page) => expect(page).toHaveURL(/owner=0x/),
 *       empty: "taken",
 *       skip: { reload: "a filter that was not applied is no work" },
 *     });
 *
 * Set `once` where a submission has a cost (`(request) => request.method() === "POST" && …`),
 * `stays` for what must remain on screen while it is sent, `held` where the button is disabled
 * instead of refusing, and `expectedProblem` for the browser's own lines about refused requests.
 * Every test has a browser context and a caller address of its own; `open` may prepare data by
 * `site`. Guarantees of the trials:
 *
 * - every validation error is a visible message, announced or focused, and sends nothing
 * - nothing is sent twice, by a double click, Enter, a slow network or a reconnect
 * - no uncaught exception and no console error, in any trial
 * - no control stays disabled
 * - a reload and Back lose nothing that was typed
 * - the page is never wider than its window, and works by touch at 360 x 740
 */
export function tryForm(form: FormUnderTest): void {
  test.describe(`${form.name}: all uses`, () => {
    test.describe.configure({ mode: "parallel" });
    test.use({ expectedProblem: form.expectedProblem ?? null });
    const tried = (trial: Trial, title: string, run: (own: Own) => Promise<void>) => {
      if (form.skip?.[trial] !== undefined) return;
      test(`${trial}: ${title}`, async ({ page, site }) => {
        test.slow();
        const submission = new Submission(form, { page, site });
        await submission.open();
        await run({ form, page, submission });
        expect(await sidewaysOverflow(page), "no wider than its window").toBe(0);
      });
    };
    tried("empty", "says what is missing, or needs nothing", tryEmpty);
    tried("wrong", "refuses each mistake in words, then takes what is right", tryWrong);
    tried("huge", "neither breaks the page nor fails silently", tryHuge);
    tried("pasted", "reads a pasted value, or refuses it in words", tryPasted);
    tried("slow", "shows no mistake while it is being sent, and sends once", trySlow);
    tried("double", "sends once however often it is pressed", tryDouble);
    tried("back", "keeps what was typed, and shows no mistake after it was sent", tryBack);
    tried("reload", "keeps what was typed", tryReload);
    test.describe("offline", () => {
      const known = form.expectedProblem;
      test.use({
        expectedProblem:
          known === undefined ? OFFLINE : new RegExp(`${known.source}|${OFFLINE.source}`),
      });
      tried("offline", "says so, loses nothing, and goes on when back online", tryOffline);
    });
    test.describe("by touch", () => {
      test.use(PHONE);
      tried("phone", "is used by touch, scrolls by a swipe, and shows its messages", tryPhone);
    });
  });
}

type Own = { form: FormUnderTest; page: Page; submission: Submission };

async function tryEmpty({ form, page, submission }: Own): Promise<void> {
  await clearFields(form, page);
  await submission.tryPress();
  if (form.empty === "taken") await submission.expectTaken("empty");
  else await submission.expectRefused("empty");
}

async function tryWrong({ form, page, submission }: Own): Promise<void> {
  await submission.fill();
  for (const [name, field] of Object.entries(form.fields)) {
    for (const value of field.wrong ?? []) {
      await setField(field, page, value);
      await submission.tryPress();
      await submission.expectRefused(`${name} = ${JSON.stringify(value)}`);
      expect(await readField(field, page), `${name}: a refusal keeps what was typed`).toBe(value);
    }
    await setField(field, page, field.valid);
  }
  await submission.press();
  await submission.expectTaken("after every mistake is corrected");
}

async function tryHuge({ form, page, submission }: Own): Promise<void> {
  for (const [name, field] of Object.entries(form.fields)) {
    if (field.huge === null) continue;
    await submission.fill();
    await setField(field, page, field.huge ?? HUGE);
    expect(await sidewaysOverflow(page), `${name}: no wider than its window`).toBe(0);
    await submission.tryPress();
    if ((await submission.outcome(`huge ${name}`)) === "taken") await submission.open();
    expect(await sidewaysOverflow(page), `${name}: no wider than its window`).toBe(0);
  }
}

async function tryPasted({ form, page, submission }: Own): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await submission.fill();
  for (const [name, field] of Object.entries(form.fields)) {
    for (const { text, shows } of field.pasted ?? []) {
      const control = field.at(page);
      await control.fill("");
      await control.focus();
      await page.evaluate((content) => navigator.clipboard.writeText(content), text);
      await page.keyboard.press("ControlOrMeta+v");
      await control.blur();
      const why = `${name}: pasted ${JSON.stringify(text)}`;
      if (shows === null) {
        await submission.tryPress();
        await submission.expectRefused(why);
      } else {
        await expect.poll(() => readField(field, page), { message: why }).toBe(shows);
        await expectNoRefusal(form, page, `${why} is right`);
      }
    }
    await setField(field, page, field.valid);
  }
}

async function trySlow({ page, submission }: Own): Promise<void> {
  await submission.fill();
  await submission.watch();
  await slowNetwork(page);
  await submission.press();
  await submission.expectTaken("on a slow network");
  await submission.expectNoFlaws("while it is sent");
}

async function tryDouble({ form, page, submission }: Own): Promise<void> {
  await submission.fill();
  await expect(form.submit(page)).toBeEnabled();
  await form.submit(page).evaluate((button) => {
    if (!(button instanceof HTMLElement)) throw new Error("The submit control is no element");
    button.click();
    button.click();
  });
  await submission.expectTaken("pressed twice");
}

async function tryBack({ form, page, submission }: Own): Promise<void> {
  await submission.fill();
  await page.goto(ELSEWHERE);
  await page.goBack();
  await submission.reopen();
  await expectValues(form, page, submission.shown(), "after Back");
  await submission.press();
  await submission.expectTaken("after Back");
  await page.goBack();
  // A form that replaced its history entry returns to the previous page.
  if (page.url() === "about:blank") return;
  await expect(page.getByRole("main")).not.toBeEmpty();
  await expectNoRefusal(form, page, "Back after it was sent shows no mistakes");
}

async function tryReload({ form, page, submission }: Own): Promise<void> {
  await submission.fill();
  await page.reload();
  await submission.reopen();
  await expectValues(form, page, submission.shown(), "after a reload");
}

async function tryOffline({ form, page, submission }: Own): Promise<void> {
  await submission.fill();
  await expect(form.submit(page)).toBeEnabled();
  await page.context().setOffline(true);
  await submission.press();
  const notice = page.getByText("You’re offline", { exact: false });
  const alert = areaOf(form, page).getByRole("alert");
  await expect(notice.or(alert).first(), "says that there is no network").toBeVisible();
  await page.context().setOffline(false);
  await expect(async () => {
    // A form may continue by itself once the network is back.
    const isTaken = form.taken(page).then(
      () => true,
      () => false,
    );
    const isPressed = submission.press().then(
      () => false,
      () => false,
    );
    if (!(await Promise.race([isTaken, isPressed]))) await form.taken(page);
  }).toPass();
  submission.expectOnce("after coming back online");
}

async function tryPhone({ form, page, submission }: Own): Promise<void> {
  await expectFitsAPhone(form, page);
  if (form.empty !== "taken") {
    await clearFields(form, page);
    await submission.tryPress();
    await submission.expectRefused("empty, on a phone");
  }
  for (const field of Object.values(form.fields)) await field.at(page).tap();
  await submission.fill();
  await form.submit(page).tap();
  await submission.expectTaken("by touch");
}
