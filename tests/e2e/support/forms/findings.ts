import type { Locator, Page } from "playwright/test";
import { expect } from "../test";
import type { FieldUnderTest, FormUnderTest } from "./form-under-test";

/** The parts of a validation error that a user perceives. */
type Refusal = {
  /** Visible texts of alerts and of descriptions of invalid controls. */
  messages: string[];
  isInView: boolean;
  /** Whether focus is in an invalid control or an alert, or an alert announces the error. */
  isAnnounced: boolean;
};

/** Raw units or identifiers: seven digits in a row, or a name from the code. */
const RAW = /\d{7,}|undefined|\[object|NaN|Invalid input|\b[a-z]+[A-Z]\w*/;

/** The errors that are on screen. */
export function readRefusal(area: Locator): Promise<Refusal> {
  return area.evaluate((root) => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().height > 0;
    const textOf = (element: Element) =>
      // biome-ignore lint/performance/useDomNodeTextContent: only text that is on screen counts
      (element instanceof HTMLElement ? element.innerText : "").replace(/\s+/g, " ").trim();
    const alerts = [...root.querySelectorAll("[role=alert]")];
    const invalid = [...root.querySelectorAll("[aria-invalid=true]")].filter(isShown);
    const described = invalid.flatMap((control) =>
      `${control.getAttribute("aria-errormessage") ?? ""} ${control.getAttribute("aria-describedby") ?? ""}`
        .split(/\s+/)
        .flatMap((id) => document.getElementById(id) ?? []),
    );
    const shown = [...new Set([...alerts, ...described])].filter(
      (element) => isShown(element) && textOf(element) !== "",
    );
    const isInView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    };
    const focused = document.activeElement;
    const holdsFocus = (element: Element) => focused !== null && element.contains(focused);
    return {
      messages: shown.map(textOf),
      isInView: shown.some(isInView),
      isAnnounced:
        shown.some((element) => element.getAttribute("role") === "alert") ||
        [...invalid, ...shown].some(holdsFocus),
    };
  });
}

/** Expects errors that are visible, readable, and announced or focused. */
export async function expectRefusal(form: FormUnderTest, page: Page, why: string): Promise<void> {
  const area = areaOf(form, page);
  if (form.held !== undefined && (await form.submit(page).isDisabled())) {
    await expect(area, `${why}: says why the button is disabled`).toContainText(form.held);
    return;
  }
  await expect
    .poll(async () => (await readRefusal(area)).messages.length, {
      message: `${why}: refused with a visible message`,
    })
    .toBeGreaterThan(0);
  await expect
    .poll(async () => (await readRefusal(area)).isInView, {
      message: `${why}: a message is in view`,
    })
    .toBe(true);
  const { messages, isAnnounced } = await readRefusal(area);
  expect(isAnnounced, `${why}: announced by an alert, or focus moves there`).toBe(true);
  const typed = await Promise.all(
    Object.values(form.fields).map(async (field) => readField(field, page).catch(() => "")),
  );
  const own = messages.map((text) =>
    typed.reduce((rest, value) => (value === "" ? rest : rest.replaceAll(value.trim(), "")), text),
  );
  expect(
    own.filter((text) => RAW.test(text)),
    `${why}: messages in users' words and units`,
  ).toEqual([]);
}

/** Expects no error on screen. */
export async function expectNoRefusal(form: FormUnderTest, page: Page, why: string): Promise<void> {
  expect((await readRefusal(areaOf(form, page))).messages, why).toEqual([]);
}

/** Expects every visible field to show its value. */
export async function expectValues(
  form: FormUnderTest,
  page: Page,
  values: Readonly<Record<string, string>>,
  why: string,
): Promise<void> {
  for (const [name, field] of Object.entries(form.fields)) {
    const wanted = values[name] ?? "";
    await expect
      .poll(() => readField(field, page), { message: `${why}: ${name} is as it was typed` })
      .toBe(wanted);
  }
}

/** Empties every text field. */
export async function clearFields(form: FormUnderTest, page: Page): Promise<void> {
  for (const field of Object.values(form.fields)) {
    const control = field.at(page);
    if (field.set === undefined && (await kindOf(control)) === "text") await control.fill("");
  }
}

/** Names of the disabled controls. */
export function disabledControls(area: Locator): Promise<string[]> {
  return area.evaluate((root) =>
    [...root.querySelectorAll("button, input, select, textarea")]
      .filter((control) => control.matches(":disabled") && control.checkVisibility())
      .map(
        (control) =>
          control.getAttribute("aria-label") ?? control.textContent?.trim() ?? control.id,
      ),
  );
}

export function areaOf(form: FormUnderTest, page: Page): Locator {
  return form.area?.(page) ?? page.locator("body");
}

export async function setField(field: FieldUnderTest, page: Page, value: string): Promise<void> {
  const control = field.at(page);
  if (field.set !== undefined) return field.set(control, value);
  const kind = await kindOf(control);
  if (kind === "select") await control.selectOption(value);
  else if (kind === "choice") await control.setChecked(value !== "");
  else await control.fill(value);
}

export async function readField(field: FieldUnderTest, page: Page): Promise<string> {
  const control = field.at(page);
  if (field.get !== undefined) return field.get(control);
  if ((await kindOf(control)) === "choice") return (await control.isChecked()) ? "on" : "";
  return control.inputValue();
}

function kindOf(control: Locator): Promise<"text" | "select" | "choice"> {
  return control.evaluate((element) => {
    if (element instanceof HTMLSelectElement) return "select";
    const isChoice = element instanceof HTMLInputElement && /^(radio|checkbox)$/.test(element.type);
    return isChoice ? "choice" : "text";
  });
}
