import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { call } from "@slipway-launchpad/client";
import type { Locator, Page } from "playwright/test";
import { createPublicClient, http } from "viem";
import { z } from "zod";
import { getLaunchStatus, launchMemecoin } from "@/lib/features/launch/operations";
import type { launchRequest } from "@/lib/features/launch/schema/request";
import { sandboxFaucet } from "@/lib/features/rpc/operations";
import type { ChainSlug } from "@/lib/shared/chains";
import { buyTokenAt } from "../../setup/chain/buy-token-at";
import { newAddress } from "../../setup/chain/new-address";
import { runSql } from "./database";
import { expect, newCaller } from "./test";

/** The example image, which every sandbox has. */
export const PICTURE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";

/** A unique email address. */
export function newEmail(name: string): string {
  return `${name}-${Date.now()}@example.com`;
}

/** Launches a token through the Launch API and returns its address and its manager's. */
export async function launchFor(
  baseUrl: string,
  chain: ChainSlug,
  fields: Partial<z.input<typeof launchRequest>> & { name: string },
  sender = newCaller(),
): Promise<{ token: string; manager: string | null }> {
  const caller = { baseUrl, headers: { "x-forwarded-for": sender } };
  const body = { symbol: "EARN", description: "Earns.", imageIpfs: PICTURE, ...fields };
  const accepted = await call(launchMemecoin, { params: { chain }, body }, caller);
  if (!("jobId" in accepted)) throw new Error("The launch was not queued");
  return launchOf(baseUrl, accepted.jobId);
}

/** Waits until a launch is completed and returns its token's address and its manager's. */
export async function launchOf(
  baseUrl: string,
  jobId: string,
): Promise<{ token: string; manager: string | null }> {
  const params = { jobId };
  let address = "";
  let manager: string | null = null;
  await expect(async () => {
    const job = await call(getLaunchStatus, { params }, { baseUrl });
    if (job.state !== "completed") throw new Error(`The launch is ${job.state}`);
    address = job.collectionToken.address;
    manager = job.feeSplitManagerAddress ?? job.revenueManagerAddress;
  }).toPass({ timeout: 60_000 });
  return { token: address, manager };
}

/** Trades a token with another account, so that fees accrue. */
export async function makeFees(
  baseUrl: string,
  chain: ChainSlug,
  token: string,
  ether = "1",
): Promise<void> {
  await buyTokenAt({ baseUrl, caller: newCaller(), token, chain, ether });
}

/** Signs in on the account page by the link in the email. */
export async function signInByMail(page: Page, email: string): Promise<void> {
  await page.goto("/account");
  await requestLink(page, email);
  await followMail(page, email);
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
}

/** Signs in on the account page with the browser's burner account. */
export async function signInByBurner(page: Page): Promise<void> {
  await page.goto("/account");
  await page.getByRole("button", { name: /Burner account/ }).click();
  await expect(page.getByText(/Signed in as 0x/)).toBeVisible();
}

/** Adds an email address to the signed-in account. */
export async function addEmail(page: Page, email: string): Promise<void> {
  const identities = page.locator('[data-slot="identity-list"]');
  await identities.getByRole("button", { name: "Add method" }).click();
  await requestLink(identities, email);
  await followMail(page, email);
  await expect(identities.getByTitle(email)).toBeVisible();
}

/** Requests the sign-in email. @param within contains the form */
export async function requestLink(within: Page | Locator, email: string): Promise<void> {
  await within.getByRole("textbox", { name: "Email address" }).fill(email);
  await within.getByRole("button", { name: "Email me a code" }).click();
}

/** Opens the link of the sign-in email and confirms the sign-in. */
export async function followMail(page: Page, email: string): Promise<void> {
  await openOutbox(page);
  await page
    .locator(`a[href*="${encodeURIComponent(email)}"]`)
    .first()
    .click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Opens the sandbox mailbox from the confirmation of a sent email. */
export async function openOutbox(page: Page): Promise<void> {
  const path = join(process.env.E2E_DATA_DIR ?? "", "secrets.json");
  const { outboxKey } = z
    .object({ outboxKey: z.string() })
    .parse(JSON.parse(await readFile(path, "utf8")));
  // The operator's browser has already opened the link from the terminal.
  await page.request.get(`/outbox/open?key=${outboxKey}`);
  await page.getByRole("link", { name: "Open the outbox" }).click();
  await expect(page).toHaveURL("/outbox");
}

/** The code in the newest email to an address; the page is the mailbox. */
export async function readCode(page: Page, email: string): Promise<string> {
  const mail = page
    .getByRole("listitem")
    .filter({ hasText: `To ${email}` })
    .first();
  const [code] =
    /\b\d{6}\b/.exec((await mail.textContent())?.split("on the sign-in page:")[1] ?? "") ?? [];
  if (code === undefined) throw new Error(`no code for ${email}`);
  return code;
}

/** The ETH balance of an address in wei, from the chain. */
export function balanceAt(baseUrl: string, chain: ChainSlug, address: `0x${string}`) {
  const headers = { "x-forwarded-for": newCaller() };
  const transport = http(`${baseUrl}/rpc/${chain}`, { fetchOptions: { headers } });
  return createPublicClient({ transport }).getBalance({ address });
}

/** Moves the latest sign-in of a user to half an hour ago. */
export async function makeSessionOld(email: string): Promise<void> {
  await runSql(
    `update account.sessions set authenticated_at = now() - interval '30 minutes'
     where account_id in (select account_id from account.identities where stable_id = $1)`,
    [email],
  );
}

/** Signs in the creator of a token whose fees two others share: the moderator of the split. */
export async function openOwnSplit(
  page: Page,
  site: string,
  creator: { name: string; email: string },
) {
  const { name, email } = creator;
  const feeSplitRecipients = [newAddress(), newAddress()];
  const launched = await launchFor(site, "robinhood", {
    name,
    creatorEmail: email,
    feeSplitRecipients,
  });
  await signInByMail(page, email);
  return launched;
}

/** Gives the managed wallet of the signed-in user test ETH. */
export async function fundManagedWallet(page: Page, site: string, chain: ChainSlug) {
  const wallets = page.locator('[data-slot="wallet-list"]').getByRole("listitem");
  const managed = wallets.filter({ hasText: "Managed" });
  const address = await managed.getByText(/^0x[0-9a-fA-F]{40}$/).textContent();
  const body = { chain, address: address ?? "" };
  const headers = { "x-forwarded-for": newCaller() };
  await call(sandboxFaucet, { body }, { baseUrl: site, headers });
}
