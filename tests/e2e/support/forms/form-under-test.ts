import type { Locator, Page, Request } from "playwright/test";

/** One control of a form, and what people put into it. */
export type FieldUnderTest = {
  at: (page: Page) => Locator;
  /** A value that the form accepts. */
  valid: string;
  /** What the control shows for `valid`, where the form completes it (`example.com` → `https://…`). */
  shows?: string;
  /** Values that the form must refuse in words. Start with the mistakes people make. */
  wrong?: readonly string[];
  /** Far too much; 5,000 letters by default. Null for a control that takes no text. */
  huge?: string | null;
  /** Texts as they come from a clipboard, with what the control shows next; null: refused in words. */
  pasted?: readonly { text: string; shows: string | null }[];
  /** How a value is entered, for controls that are neither text, select, checkbox nor radio. */
  set?: (control: Locator, value: string) => Promise<void>;
  /** How the value is read back. */
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
  /** Stands in the titles of the tests. */
  name: string;
  /** Brings the empty form on screen, in a browser that has never been here. */
  open: (context: FormContext) => Promise<void>;
  /** Brings it back on screen after a reload or Back, for dialogs and popovers. */
  reopen?: (page: Page) => Promise<void>;
  /** The part of the page that holds the form; the whole page by default. */
  area?: (page: Page) => Locator;
  fields: Readonly<Record<string, FieldUnderTest>>;
  submit: (page: Page) => Locator;
  /** Expects what shows that the form was accepted. */
  taken: (page: Page) => Promise<void>;
  /** Requests that one submission causes exactly once. Failed and refused ones don't count. */
  once?: (request: Request) => boolean;
  /** Texts that stay on screen from the press until the form is accepted. */
  stays?: readonly string[];
  /** `taken` for a form that may be sent as it opens. */
  empty?: "taken";
  /** Words on screen while the submit control is disabled, where a form holds it instead of refusing. */
  held?: RegExp;
  /** Console errors that the form's own refusals cause, such as `status of 400`. */
  expectedProblem?: RegExp;
  /** Trials that make no sense for this form, each with the reason. */
  skip?: Partial<Record<Trial, string>>;
};
