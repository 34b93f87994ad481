import type { Page } from "playwright/test";
import { newEmail, openOutbox, readCode } from "../support/account";
import { tryForm } from "../support/forms/try-form";
import { expect } from "../support/test";

/** Signing in by email, used in any way. */

const address = (page: Page) => page.getByRole("textbox", { name: "Email address" });
const SIGN_IN_SKIPS = {
  back: "an address or a code is typed in seconds, and the mail that was asked for stays",
  reload: "an address or a code is typed in seconds, and the mail that was asked for stays",
} as const;

/** One for each test: the number of emails to an address is limited. */
let email = "";

tryForm({
  name: "sign-in by email",
  open: async ({ page }) => {
    email = newEmail(`any-${Math.random().toString(36).slice(2, 8)}`);
    await page.goto("/account");
  },
  area: (page) => page.locator("form").filter({ has: address(page) }),
  fields: {
    email: {
      at: address,
      get valid() {
        return email;
      },
      wrong: ["", "ada", "ada@", "ada@@example.com"],
      pasted: [{ text: "ada@example.com\n", shows: "ada@example.com" }],
    },
  },
  submit: (page) => page.getByRole("button", { name: "Email me a code" }),
  taken: (page) => expect(page.getByText("Check your email")).toBeVisible(),
  once: (request) => request.method() === "POST" && request.url().includes("/signin/email"),
  skip: SIGN_IN_SKIPS,
});

/** The code in the email to `email`. */
let code = "";

tryForm({
  name: "code of a mail",
  open: async ({ page }) => {
    email = newEmail(`code-${Math.random().toString(36).slice(2, 8)}`);
    await page.goto("/account");
    await address(page).fill(email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    await expect(page.getByRole("textbox", { name: "Code" })).toBeVisible();
    await openOutbox(page);
    code = await readCode(page, email);
    await page.goto("/account");
  },
  area: (page) => page.locator("form").filter({ has: page.getByRole("textbox", { name: "Code" }) }),
  fields: {
    code: {
      at: (page) => page.getByRole("textbox", { name: "Code" }),
      get valid() {
        return code;
      },
      wrong: ["", "12345"],
      huge: null,
      get pasted() {
        const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
        const fullWidth = code.replace(/\d/g, (digit) =>
          "０１２３４５６７８９".charAt(Number(digit)),
        );
        const arabic = code.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩".charAt(Number(digit)));
        return [`Your code: ${spaced}\n`, fullWidth, arabic].map((text) => ({ text, shows: code }));
      },
    },
  },
  submit: (page) => page.getByRole("button", { name: "Sign in", exact: true }),
  taken: (page) => expect(page.getByText(`Signed in as ${email}`)).toBeVisible(),
  once: (request) => request.method() === "POST" && request.url().includes("/callback/"),
  skip: SIGN_IN_SKIPS,
});
