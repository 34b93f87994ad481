import { createHash } from "node:crypto";
import { call } from "@slipway-launchpad/client";
import type { Browser, Locator, Page } from "playwright/test";
import sharp from "sharp";
import type { z } from "zod";
import { createEmbeddedIpfs } from "@/lib/drivers/ipfs/embedded";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import type { launchRequest } from "@/lib/features/launch/schema/request";
import { getToken } from "@/lib/features/market/operations/tokens";
import { reportContent } from "@/lib/features/moderation/operations";
import type { TargetKind } from "@/lib/features/moderation/rules/moderation";
import { launchFor } from "./account";
import { confirmAction } from "./admin";
import { expect, newCaller } from "./test";

export const CHAIN = "base-sepolia";

/** A token that a test may moderate: no other test has its image or its creator. */
export type Moderated = { name: string; token: string; cid: string };

/**
 * Launches a token with an image and a name of its own, and waits until its image is shown.
 * @param prefix start of the name
 * @param sender IP address that sends the launch
 */
export async function launchModerated(
  site: string,
  prefix: string,
  changes: Partial<z.input<typeof launchRequest>> = {},
  sender = newCaller(),
  launch: (fields: typeof changes & { name: string }) => Promise<{ token: string }> = (fields) =>
    launchFor(site, CHAIN, fields, sender),
): Promise<Moderated> {
  const name = `${prefix} ${Date.now()}`;
  const cid = await storeDrawing(name);
  const { token } = await launch({ ...changes, name, imageIpfs: cid });
  const caller = callerOf(site);
  await expect(async () => {
    const found = await call(getToken, { params: { chain: CHAIN, tokenAddress: token } }, caller);
    expect(found.image).not.toBeNull();
  }).toPass({ timeout: 60_000 });
  return { name, token, cid };
}

/** A visitor who has sent nothing before. */
function callerOf(site: string) {
  return { baseUrl: site, headers: { "x-forwarded-for": newCaller() } };
}

/**
 * Stores an image of 16 areas with colors from `seed`. Not a plain one: a copy of a removed
 * picture is refused, and plain pictures of other tests would be copies of it.
 */
async function storeDrawing(seed: string): Promise<string> {
  const dataDir = process.env.E2E_DATA_DIR;
  if (dataDir === undefined) throw new Error("E2E_DATA_DIR names the launchpad's data folder");
  const colors = createHash("sha512").update(seed).digest().subarray(0, 48);
  const drawing = sharp(colors, { raw: { width: 4, height: 4, channels: 3 } });
  const bytes = await drawing.resize(160, 160, { kernel: "cubic" }).png().toBuffer();
  return createEmbeddedIpfs(createStorage({ dataDir, s3: null })).add(bytes);
}

/** Reports a token as another visitor. */
export async function reportAs(
  site: string,
  token: string,
  fields: { kind?: TargetKind; details?: string; email?: string } = {},
): Promise<void> {
  const body = { kind: "token", chain: CHAIN, tokenAddress: token, reason: "scam" } as const;
  await call(reportContent, { body: { ...body, ...fields } }, callerOf(site));
}

/** The entry of a target in the queue; `kind` is shown beside the token's name. */
export function entryOf(page: Page, name: string, kind: TargetKind): Locator {
  return page
    .getByRole("region", { name: "Queue" })
    .locator('[data-slot="queue-entry"]')
    .filter({ hasText: name })
    .filter({ has: page.getByText(kind, { exact: true }) });
}

/** The decision in force about a token, picture or creator. */
export function decisionOf(page: Page, key: string): Locator {
  return page
    .getByRole("region", { name: "Decisions" })
    .locator('[data-slot="decision"]')
    .filter({ hasText: key });
}

/** Presses a button that opens the dialog of a decision, gives both reasons and confirms. */
export async function decide(
  page: Page,
  button: Locator,
  verb: string,
  publicReason: string | null,
): Promise<void> {
  await button.click();
  const dialog = page.getByRole("dialog");
  if (publicReason !== null) {
    await dialog.getByRole("combobox", { name: "Public reason" }).selectOption(publicReason);
  }
  await confirmAction(page, verb, "a test of the console");
}

/** Opens the dialog that decides about something by its name, without a report. */
export async function openDecide(page: Page, type: string): Promise<Locator> {
  await page.getByRole("button", { name: "Decide…" }).click();
  const dialog = page.getByRole("dialog", { name: "Decide" });
  await dialog.getByRole("combobox", { name: "What" }).selectOption(type);
  return dialog;
}

/** Fills in that dialog and confirms it. */
export async function decideByName(
  page: Page,
  type: string,
  field: { name: string; value: string },
  verb: string,
): Promise<void> {
  const dialog = await openDecide(page, type);
  await dialog.getByRole("textbox", { name: field.name }).fill(field.value);
  await dialog.getByRole("combobox", { name: "Public reason" }).selectOption("impersonation");
  await confirmAction(page, verb, "a test of the console");
}

/** The promise is two seconds; a machine that runs other tests at the same time is slower. */
const EFFECT_MS_MAX = 15_000;

/**
 * Runs an action of the console and prints after how many milliseconds each surface shows it, from
 * the console's own response on.
 */
export async function measure(
  page: Page,
  title: string,
  run: () => Promise<void>,
  surfaces: Record<string, () => Promise<boolean>>,
): Promise<void> {
  let start = 0;
  const answered = async () => {
    await page.waitForResponse((response) => response.url().includes("/api/admin/actions/"));
    start = Date.now();
  };
  await Promise.all([answered(), run()]);
  const measured = await Promise.all(
    Object.entries(surfaces).map(async ([name, isDone]) => {
      await expect
        .poll(isDone, { message: name, timeout: EFFECT_MS_MAX, intervals: [50] })
        .toBe(true);
      return `${name} ${Date.now() - start} ms`;
    }),
  );
  process.stdout.write(`${title}: ${measured.join(", ")}\n`);
}

/** Whether a document of the launchpad contains a text; each request is another caller's. */
export function showsText(site: string, path: string, text: string): () => Promise<boolean> {
  return async () => {
    const { headers } = callerOf(site);
    const answer = await fetch(`${site}${path}`, { headers });
    return (await answer.text()).toLowerCase().includes(text.toLowerCase());
  };
}

/** A page of a visitor who is not signed in. Closes with the browser. */
export function newVisitor(browser: Browser, site: string): Promise<Page> {
  return browser.newPage({ baseURL: site, extraHTTPHeaders: callerOf(site).headers });
}
