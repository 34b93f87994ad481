import type { Page } from "playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type Networks, startNetworks, X_CODE } from "../setup/servers/start-networks";
import { type Stack, startStack } from "../setup/stack/start-stack";
import {
  followMail,
  launchFor,
  makeFees,
  newEmail,
  readCode,
  signInByMail,
} from "./support/account";
import { seriousViolations } from "./support/axe";
import { showFacts } from "./support/show-facts";
import { test as base, expect, sidewaysOverflow } from "./support/test";

/**
 * Signing in with X and Farcaster, with fake servers. One launchpad for the whole file, configured
 * with both; each test is another user.
 */
const START_MS = 180_000;
const CHAIN = "base";

const test = base.extend<{ networks: Networks }, { place: { networks: Networks; stack: Stack } }>({
  place: [
    async ({ browserName: _ }, use) => {
      const networks = await startNetworks();
      const stack = await startStack(networks.variables);
      // This worker is for this file alone: emails are read from its own launchpad.
      process.env.E2E_DATA_DIR = stack.dataDir;
      await use({ networks, stack });
      await stack.stop();
      await networks.stop();
    },
    { scope: "worker", timeout: START_MS },
  ],
  networks: ({ place }, use) => use(place.networks),
  baseURL: ({ place }, use) => use(place.stack.baseUrl),
});
// X responds for one user at a time.
test.describe.configure({ mode: "serial" });

let people = 0;
function newUser(name: string) {
  people += 1;
  const id = `${Date.now()}${people}`;
  // X allows 15 characters.
  return { id, username: `${name}_${id.slice(-6)}` };
}

/**
 * X's page on which a user allows an app or does not; it redirects as OAuth 2.0 specifies. Returns
 * the requests to the page.
 */
async function openX(page: Page): Promise<URL[]> {
  const urls: URL[] = [];
  await page.route("https://x.com/i/oauth2/authorize**", async (route) => {
    const url = new URL(route.request().url());
    urls.push(url);
    const back = (answer: Record<string, string>) => {
      const state = url.searchParams.get("state") ?? "";
      const target = new URL(url.searchParams.get("redirect_uri") ?? "");
      target.search = new URLSearchParams({ ...answer, state }).toString();
      return target.href.replaceAll("&", "&amp;");
    };
    await route.fulfill({
      contentType: "text/html",
      body: `<title>X</title>
        <a href="${back({ code: X_CODE })}">Authorize app</a>
        <a href="${back({ error: "access_denied" })}">Cancel</a>
        <a href="${back({ error: "server_error" })}">Break</a>`,
    });
  });
  return urls;
}

const withX = (page: Page) => page.getByRole("button", { name: "Continue with X" });
const withFarcaster = (page: Page) => page.getByRole("button", { name: "Sign in with Farcaster" });
const identitiesOf = (page: Page) => page.locator('[data-slot="identity-list"]');
const codeOf = (page: Page) => page.getByRole("region", { name: "Sign in with Farcaster" });

async function signInByX(page: Page): Promise<void> {
  await page.goto("/account");
  await withX(page).click();
  await page.getByRole("link", { name: "Authorize app" }).click();
}

/** Starts a sign-in with Farcaster and returns the link that its app opens. */
async function beginFarcaster(page: Page): Promise<string> {
  await withFarcaster(page).click();
  const link = codeOf(page).getByRole("link", { name: "Open Farcaster" });
  return (await link.getAttribute("href")) ?? "";
}

test.describe("with X", () => {
  test("signs in with X and shows the verified identity's earnings", async ({
    page,
    networks,
    site,
  }) => {
    const user = newUser("Ada");
    networks.xUser = user;
    const name = `For ${user.username}`;
    const { token } = await launchFor(site, CHAIN, {
      name,
      creatorTwitterUsername: user.username,
    });
    await makeFees(site, CHAIN, token);

    const urls = await openX(page);
    await page.goto("/account");
    expect(await seriousViolations(page)).toEqual([]);
    await withX(page).click();
    await page.getByRole("link", { name: "Authorize app" }).click();
    await expect(page).toHaveURL("/account");
    const handle = `@${user.username.toLowerCase()}`;
    await expect(page.getByText(`Signed in as ${handle}`)).toBeVisible();
    await expect(identitiesOf(page).getByText(handle)).toBeVisible();
    await expect(identitiesOf(page).getByLabel("verified")).toHaveCount(1);
    await expect(identitiesOf(page).getByText(/^X, signed in/)).toBeVisible();
    await expect(page.locator('[data-slot="payout-card"]').getByText("0.008 ETH")).toBeVisible();
    await expect(page.getByRole("link", { name }).first()).toBeVisible();

    expect(urls).toHaveLength(1);
    const params = Object.fromEntries(urls[0]?.searchParams ?? []);
    expect(params).toMatchObject({
      response_type: "code",
      client_id: "x-app",
      redirect_uri: `${site}/api/auth/callback/twitter`,
      scope: "users.read tweet.read",
      code_challenge_method: "S256",
    });

    await page.goto(`/${CHAIN}/${token}`);
    await showFacts(page);
    const earners = page.locator('[data-slot="fee-earners"]');
    await expect(earners.getByLabel("verified")).toBeVisible();
    await expect(earners.getByText(`${handle} on X`)).toBeVisible();
  });

  test("shows a canceled and a failed sign-in with the next step", async ({ page, networks }) => {
    networks.xUser = newUser("Bo");
    await openX(page);
    await page.goto("/account");
    await withX(page).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    const problem = page.getByRole("alert").filter({ hasText: /\S/ }).first();
    await expect(problem).toContainText("Sign-in canceled.");
    await expect(problem).toContainText("Try again, or use another sign-in method.");
    expect(await seriousViolations(page)).toEqual([]);

    await withX(page).click();
    await page.getByRole("link", { name: "Break" }).click();
    await expect(problem).toContainText("Sign-in with X failed.");

    await withX(page).click();
    await page.getByRole("link", { name: "Authorize app" }).click();
    await expect(page.getByText(/^Signed in as @bo_/)).toBeVisible();
    await expect(page.getByText("Sign-in with X failed.")).toHaveCount(0);
  });

  test("is added to an email account; canceling changes nothing", async ({ page, networks }) => {
    const user = newUser("Cy");
    networks.xUser = user;
    const email = newEmail("linker");
    await openX(page);
    await signInByMail(page, email);
    const identities = identitiesOf(page);
    await identities.getByRole("button", { name: "Add method" }).click();
    await withX(page).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByText("Sign-in canceled.")).toBeVisible();
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
    await expect(identities.getByLabel("verified")).toHaveCount(1);

    await identities.getByRole("button", { name: "Add method" }).click();
    await withX(page).click();
    await page.getByRole("link", { name: "Authorize app" }).click();
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
    await expect(identities.getByLabel("verified")).toHaveCount(2);
    const handle = `@${user.username.toLowerCase()}`;
    await expect(identities.getByRole("status")).toContainText(`${handle} was added.`);
    await expect(identities.getByRole("button", { name: `Remove ${handle}` })).toBeEnabled();
  });

  /** Signs in by email, and requests that another address is added to the account. */
  async function requestToAdd(page: Page, { email, added }: { email: string; added: string }) {
    await openX(page);
    await signInByMail(page, email);
    const identities = identitiesOf(page);
    await identities.getByRole("button", { name: "Add method" }).click();
    await identities.getByRole("textbox", { name: "Email address" }).fill(added);
    await identities.getByRole("button", { name: "Email me a code" }).click();
    await expect(identities.getByText("Check your email")).toBeVisible();
    return identities;
  }

  test("an email code adds its address although another method was tried meanwhile", async ({
    page,
    context,
  }) => {
    const [email, added] = [newEmail("first"), newEmail("second")];
    const identities = await requestToAdd(page, { email, added });
    const inbox = await context.newPage();
    await inbox.goto("/outbox");
    const code = await readCode(inbox, added);
    await inbox.close();

    await withX(page).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await identities.getByRole("button", { name: "Add method" }).click();
    await identities.getByRole("textbox", { name: "Code" }).fill(code);
    await identities.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(identities.getByTitle(added)).toBeVisible();
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  });

  test("an email link adds its address although another method was tried meanwhile", async ({
    page,
  }) => {
    const [email, added] = [newEmail("first-linked"), newEmail("second-linked")];
    const identities = await requestToAdd(page, { email, added });
    await withX(page).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await identities.getByRole("button", { name: "Add method" }).click();
    await followMail(page, added);
    await expect(identities.getByTitle(added)).toBeVisible();
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  });

  test("adding an identity with its own account moves its wallet and earnings", async ({
    page,
    networks,
    site,
    browser,
  }) => {
    const user = newUser("Di");
    networks.xUser = user;
    const { token } = await launchFor(site, CHAIN, {
      name: "Moves",
      creatorTwitterUsername: user.username,
    });
    await makeFees(site, CHAIN, token);
    const elsewhere = await browser.newPage({ baseURL: site });
    await openX(elsewhere);
    await signInByX(elsewhere);
    await expect(elsewhere.getByText(/^Signed in as @di_/)).toBeVisible();

    await openX(page);
    await signInByMail(page, newEmail("mover"));
    await identitiesOf(page).getByRole("button", { name: "Add method" }).click();
    await expect(
      page.getByText("If it has its own account, its wallet and earnings move here."),
    ).toBeVisible();
    await withX(page).click();
    await page.getByRole("link", { name: "Authorize app" }).click();
    await expect(identitiesOf(page).getByLabel("verified")).toHaveCount(2);
    await expect(page.locator('[data-slot="payout-card"]').getByText("0.008 ETH")).toBeVisible();
    // Its account no longer exists.
    await elsewhere.reload();
    await expect(elsewhere.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
    await elsewhere.close();
  });
});

test.describe("with Farcaster", () => {
  test.use({ expectedProblem: /status of 401/ });

  test("a confirmed code signs in and shows the verified identity's earnings", async ({
    page,
    networks,
    site,
  }) => {
    const { username, id } = newUser("eve");
    const fid = Number(id.slice(-8));
    const name = username.toLowerCase();
    const key = privateKeyToAccount(generatePrivateKey());
    networks.custody.set(key.address.toLowerCase(), fid);
    networks.names.set(fid, name);
    const { token } = await launchFor(site, CHAIN, {
      name: "Cast",
      creatorFarcasterUsername: name,
    });
    await makeFees(site, CHAIN, token);

    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto("/account");
    const link = await beginFarcaster(page);
    expect(link).toMatch(/^https:\/\/farcaster\.xyz\/~\/siwf\?channelToken=/);
    await expect(codeOf(page).getByRole("img", { name: /^QR code/ })).toBeVisible();
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toBe(0);
    // A phone may unload the page while the user is in the app.
    await page.reload();
    await expect(codeOf(page).getByRole("link", { name: "Open Farcaster" })).toHaveAttribute(
      "href",
      link,
    );
    await networks.confirm(link, key, fid);
    await expect(page.getByText(`Signed in as @${name}`)).toBeVisible();
    await expect(identitiesOf(page).getByLabel("verified")).toHaveCount(1);
    await expect(identitiesOf(page).getByText(/^Farcaster, signed in/)).toBeVisible();
    await expect(page.locator('[data-slot="payout-card"]').getByText("0.008 ETH")).toBeVisible();
    await page.reload();
    await expect(page.getByText(`Signed in as @${name}`)).toBeVisible();
  });

  test("a code that someone else requested is not added to the account", async ({
    page,
    networks,
  }) => {
    const { username, id } = newUser("gil");
    const fid = Number(id.slice(-8));
    const key = privateKeyToAccount(generatePrivateKey());
    networks.custody.set(key.address.toLowerCase(), fid);
    networks.names.set(fid, username.toLowerCase());
    await page.goto("/account");
    const foreign = await beginFarcaster(page);
    const email = newEmail("shares-browser");
    await signInByMail(page, email);
    await identitiesOf(page).getByRole("button", { name: "Add method" }).click();
    await expect(withFarcaster(page)).toBeEnabled();
    await expect(codeOf(page)).toHaveCount(0);
    const own = await beginFarcaster(page);
    expect(own).not.toBe(foreign);
    // The user's own code continues after a reload, for this account only.
    await page.reload();
    await identitiesOf(page).getByRole("button", { name: "Add method" }).click();
    await expect(codeOf(page).getByRole("link", { name: "Open Farcaster" })).toHaveAttribute(
      "href",
      own,
    );
    await networks.confirm(own, key, fid);
    await expect(identitiesOf(page).getByLabel("verified")).toHaveCount(2);
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  });

  test("canceled, expired and forged codes show a message and allow a new code", async ({
    page,
    networks,
  }) => {
    const key = privateKeyToAccount(generatePrivateKey());
    const fid = Number(newUser("fay").id.slice(-8));
    networks.custody.set(key.address.toLowerCase(), fid);
    await page.goto("/account");
    await beginFarcaster(page);
    await codeOf(page).getByRole("button", { name: "Cancel" }).click();
    await expect(codeOf(page)).toHaveCount(0);

    const forgotten = await beginFarcaster(page);
    networks.forget(forgotten);
    await expect(page.getByText("The code has expired.")).toBeVisible();
    await expect(page.getByText("Request a new code")).toBeVisible();
    await expect(codeOf(page)).toHaveCount(0);

    const other = await beginFarcaster(page);
    await networks.confirm(other, key, fid + 1);
    await expect(page.getByText("The signature was not accepted.")).toBeVisible();

    await networks.confirm(await beginFarcaster(page), key, fid);
    await expect(page.getByText("Signed in as Farcaster user")).toBeVisible();
  });

  test("an unconfirmed code expires after five minutes", async ({ page }) => {
    await page.clock.install();
    await page.goto("/account");
    await beginFarcaster(page);
    await page.clock.fastForward("05:01");
    await expect(page.getByText("The code has expired.")).toBeVisible();
    await expect(withFarcaster(page)).toBeEnabled();
  });
});
