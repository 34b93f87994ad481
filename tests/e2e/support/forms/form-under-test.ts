import type { Locator, Page, Request } from "playwright/test";

/** One control of a form and its test values. */
export type FieldUnderTest = {
  at: (page: Page) => Locator;
  /** A value that the form accepts. */
  valid: string;
  /** The displayed form of `valid`, where the form completes it (`example.com` → `https://…`). */
  shows?: string;
  /** Values that the form must reject with a message. Start with common mistakes. */
  wrong?: readonly string[];
  /** An excessive value; 5,000 letters by default. Null for a control without text input. */
  huge?: string | null;
  /** Clipboard texts, with what the control shows next; null: rejected with a message. */
  pasted?: readonly { text: string; shows: string | null }[];
  /** Enters a value into controls other than text, select, checkbox and radio. */
  set?: (control: Locator, value: string) => Promise<void>;
  /** Reads the value back. */
  get?: (control: Locator) => Promise<string>;
};

export const TRIALS = [
  "empty",
  "wrong",
  "huge",
  "pasted",
  "slow",
  "double",
  "back",
  "reload",
  "offline",
  "phone",
] as const;
export type Trial = (typeof TRIALS)[number];

export type FormContext = { page: Page; site: string };

/** A form as its test describes it. See `tryForm`. */
export type FormUnderTest = {
  /** Name in the titles of the tests. */
  name: string;
  /** Opens the empty form in a fresh browser. */
  open: (context: FormContext) => Promise<void>;
  /** Opens it again after a reload or Back, for dialogs and popovers. */
  reopen?: (page: Page) => Promise<void>;
  /** The part of the page that contains the form; the whole page by default. */
  area?: (page: Page) => Locator;
  fields: Readonly<Record<string, FieldUnderTest>>;
  submit: (page: Page) => Locator;
  /** Expects the result of an accepted form. */
  taken: (page: Page) => Promise<void>;
  /** Requests that one submission causes exactly once. Failed and rejected ones are not counted. */
  once?: (request: Request) => boolean;
  /** Texts that stay on screen from submission until the form is accepted. */
  stays?: readonly string[];
  /** `taken` for a form that is valid when it opens. */
  empty?: "taken";
  /**
   * Text on screen while the submit control is disabled, for forms that disable it instead of
   * showing errors.
   */
  held?: RegExp;
  /** Console errors that the form's own errors cause, such as `status of 400`. */
  expectedProblem?: RegExp;
  /** Trials that do not apply to this form, each with the reason. */
  skip?: Partial<Record<Trial, string>>;
};
