import type { Page, Request } from "playwright/test";
import { expect } from "../test";
import {
  areaOf,
  disabledControls,
  expectNoRefusal,
  expectRefusal,
  readRefusal,
  setField,
} from "./findings";
import type { FieldUnderTest, FormContext, FormUnderTest } from "./form-under-test";

const ACTION_MS = 30_000;

declare global {
  interface Window {
    /** Flaws by the time at which each was first seen, in Unix ms. */
    slipwayFlaws?: Record<string, number>;
  }
}

/** One user of one form: fills it, presses the button, and counts requests. */
export class Submission {
  readonly #page: Page;
  #sent = 0;
  #usable: string[] | null = null;
  /** When the page received the response to its submission, in Unix ms. */
  #answeredAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly form: FormUnderTest,
    private readonly context: FormContext,
  ) {
    this.#page = context.page;
    // A missing field fails its trial by name before the test times out.
    this.#page.setDefaultTimeout(ACTION_MS);
    const { once } = form;
    if (once === undefined) return;
    this.#page.on("request", (request) => {
      if (once(request)) this.#sent += 1;
    });
    const answered = new Set<Request>();
    this.#page.on("requestfailed", (request) => {
      // Chromium reports a request as aborted when the page drops the response stream after reading
      // it.
      if (once(request) && !answered.has(request)) this.#sent -= 1;
    });
    this.#page.on("response", (response) => {
      const request = response.request();
      answered.add(request);
      if (!once(request)) return;
      if (!response.ok()) this.#sent -= 1;
      const { startTime, responseStart } = request.timing();
      this.#answeredAt = startTime + responseStart;
    });
  }

  async open(): Promise<void> {
    await this.form.open(this.context);
    await expect(this.form.submit(this.#page)).toBeVisible();
  }

  async reopen(): Promise<void> {
    await this.form.reopen?.(this.#page);
    await expect(this.form.submit(this.#page)).toBeVisible();
  }

  async fill(values: Readonly<Record<string, string>> = this.valid()): Promise<void> {
    for (const [name, field] of Object.entries(this.form.fields)) {
      await setField(field, this.#page, values[name] ?? "");
    }
  }

  valid(): Record<string, string> {
    return this.#map(({ valid }) => valid);
  }

  /** The values that the fields show once they are filled in. */
  shown(): Record<string, string> {
    return this.#map(({ valid, shows }) => shows ?? valid);
  }

  /** Presses the button once it is enabled. */
  async press(): Promise<void> {
    await this.form.submit(this.#page).click();
  }

  /** Presses the button if it is enabled; a form may disable it instead of showing errors. */
  async tryPress(): Promise<void> {
    const button = this.form.submit(this.#page);
    this.#usable = await disabledControls(areaOf(this.form, this.#page));
    const isHeld = this.form.held !== undefined && (await button.isDisabled());
    if (!isHeld) await button.click();
  }

  async expectRefused(why: string): Promise<void> {
    await expectRefusal(this.form, this.#page, why);
    expect(this.#sent, `${why}: nothing is sent`).toBe(0);
    const before = this.#usable ?? [];
    await expect
      .poll(
        async () =>
          (await disabledControls(areaOf(this.form, this.#page))).filter(
            (name) => !before.includes(name),
          ),
        { message: `${why}: no control stays disabled` },
      )
      .toEqual([]);
  }

  async expectTaken(why: string): Promise<void> {
    await this.form.taken(this.#page).catch(async (error: unknown) => {
      const { messages } = await readRefusal(areaOf(this.form, this.#page));
      throw new Error(`${why}: not accepted. On screen: ${messages.join(" | ") || "no message"}`, {
        cause: error,
      });
    });
    this.expectOnce(why);
  }

  expectOnce(why: string): void {
    if (this.form.once !== undefined) expect(this.#sent, `${why}: sent exactly once`).toBe(1);
  }

  /** Resolves on the first of: the form is accepted, or it shows an error. */
  async outcome(why: string): Promise<"taken" | "refused"> {
    const taken = this.form.taken(this.#page).then(() => "taken" as const);
    const refused = expectRefusal(this.form, this.#page, why).then(() => "refused" as const);
    return Promise.any([taken, refused]).catch((error: AggregateError) => {
      throw new Error(`${why}: neither accepted nor refused in words`, { cause: error });
    });
  }

  /** Records in the page each error and each of `stays` that leaves the screen. */
  async watch(): Promise<void> {
    await expectNoRefusal(this.form, this.#page, "the filled form shows no mistake");
    await areaOf(this.form, this.#page).evaluate((root, stays) => {
      const opened = window.location.href;
      const flaws: Record<string, number> = {};
      window.slipwayFlaws = flaws;
      const add = (flaw: string) => {
        flaws[flaw] ??= Date.now();
      };
      const look = () => {
        if (!root.isConnected || window.location.href !== opened) return;
        for (const alert of root.querySelectorAll("[role=alert]")) {
          const text = alert.textContent?.trim() ?? "";
          if (text !== "" && alert.checkVisibility()) add(`shows: ${text}`);
        }
        for (const text of stays) {
          if (!(root.textContent ?? "").includes(text)) add(`hides: ${text}`);
        }
        requestAnimationFrame(look);
      };
      look();
    }, this.form.stays ?? []);
  }

  /** Expects no flaw before the response: an accepted form may show its result in its place. */
  async expectNoFlaws(why: string): Promise<void> {
    const seen = await this.#page.evaluate(() => Object.entries(window.slipwayFlaws ?? {}));
    expect(
      seen.filter(([, at]) => at < this.#answeredAt),
      why,
    ).toEqual([]);
  }

  #map(read: (field: FieldUnderTest) => string): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.form.fields).map(([name, field]) => [name, read(field)]),
    );
  }
}
