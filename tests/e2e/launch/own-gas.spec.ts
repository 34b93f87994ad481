import type { Page } from "playwright/test";
import { parseEther } from "viem";
import { CHAINS } from "@/lib/shared/chains";
import { type RealChain, startRealChain } from "../../setup/chain/real-chain";
import { type Stack, startStack } from "../../setup/stack/start-stack";
import { seriousViolations } from "../support/axe";
import { bringDraft } from "../support/draft";
import { expect, test } from "../support/test";
import { InjectedWallet } from "../support/wallets/injected-wallet";

/** Launches that the user's own wallet pays for. One launchpad; each test is another user. */
const SLUG = "base-sepolia";
const START_MS = 180_000;

let chain: RealChain;
let stack: Stack;

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  chain = await startRealChain(SLUG);
  stack = await startStack({ ...chain.variables, RPC_URL_BASE_SEPOLIA: chain.rpcUrl });
});
test.afterAll(async () => {
  await stack?.stop();
  await chain?.stop();
});

const launchButton = (page: Page) => page.getByRole("button", { name: "Launch from my wallet" });

/** Next has an alert of its own, outside of the page's content. */
const alertIn = (page: Page) => page.getByRole("main").getByRole("alert");

/** A user with a wallet and a finished draft, at the last step. */
async function open(
  page: Page,
  options: { ether?: string; chainId?: number; launchProtection?: boolean } = {},
) {
  const { ether = "10", chainId = CHAINS[SLUG].chainId, launchProtection = false } = options;
  const wallet = new InjectedWallet(chain.rpcUrl, chainId);
  await chain.fund(wallet.account.address, parseEther(ether));
  await wallet.install(page);
  const name = await bringDraft(page, { creator: { type: "none", id: "" }, launchProtection });
  await page.goto(`${stack.baseUrl}/launch#review`);
  await expect(page.getByRole("heading", { name: "Review your launch" })).toBeVisible();
  await page.getByRole("radio", { name: /Pay gas myself/ }).check();
  return { wallet, name };
}

async function connect(page: Page, wallet: InjectedWallet): Promise<void> {
  await page.getByRole("button", { name: "Connect a wallet" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a wallet" });
  await dialog.getByRole("button", { name: wallet.name }).click();
  await expect(dialog).toHaveCount(0);
}

test("shows the cost, buys first, survives a reload and shows the holding", async ({ page }) => {
  test.slow();
  const { wallet, name } = await open(page, { chainId: CHAINS.base.chainId });
  await connect(page, wallet);
  await page.getByRole("button", { name: "Switch to Base Sepolia" }).click();
  await page.getByRole("textbox", { name: "First buy" }).fill("0.01");
  const cost = page.getByLabel("Cost");
  await expect(cost).toContainText("First buy0.01 ETH");
  await expect(cost).toContainText(/Max total0\.01\d* ETH/);
  await expect(page.getByText("The wallet that sends the launch earns")).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 800 });

  wallet.refuseNext("eth_sendTransaction");
  await launchButton(page).click();
  const problem = alertIn(page);
  await expect(problem).toContainText("Rejected in your wallet");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "First buy" })).toHaveValue("0.01");
  await launchButton(page).click();
  await expect(page.getByRole("heading", { name: "Launched" })).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: "View token" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const holding = page.locator("[data-slot=creator-holding]");
  await expect(holding).toContainText("for 0.01 ETH in the transaction of the launch");
  expect(await seriousViolations(page)).toEqual([]);
  expect(wallet.requests.filter((method) => method === "eth_sendTransaction")).toHaveLength(2);
});

test("an open account menu shows what a launch has cost once it is mined", async ({ page }) => {
  const { wallet } = await open(page);
  await connect(page, wallet);
  await page.getByRole("textbox", { name: "First buy" }).fill("0.01");
  await expect(page.getByLabel("Cost")).toContainText("First buy0.01 ETH");
  await expect(launchButton(page)).toBeEnabled();
  const held = wallet.holdNext("eth_sendTransaction");
  await launchButton(page).click();
  await held.arrived;
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Account/ })
    .click();
  const balance = page.getByRole("region", { name: "Wallet" }).getByRole("listitem");
  await expect(balance.filter({ hasText: "Base Sepolia" })).toContainText("10 ETH");
  held.release();
  // Sooner than the balance is polled.
  await expect(balance.filter({ hasText: "Base Sepolia" })).toContainText(/9\.9\d* ETH/, {
    timeout: 8_000,
  });
});

/** Starts a launch that waits for the user in the wallet, and reloads its page. */
async function reloadWhileWalletWaits(page: Page) {
  const { wallet } = await open(page);
  await connect(page, wallet);
  await expect(launchButton(page)).toBeEnabled();
  const held = wallet.holdNext("eth_sendTransaction");
  await launchButton(page).click();
  await held.arrived;
  await expect(page.getByRole("button", { name: "Confirm in your wallet…" })).toBeDisabled();
  await page.reload();
  return held;
}

test.describe("a launch that the wallet sent without the page", () => {
  // The service responds that the launch was sent.
  test.use({ expectedProblem: /status of 409/ });

  test("is found, not sent twice", async ({ page }) => {
    test.slow();
    const held = await reloadWhileWalletWaits(page);
    // The user confirms after the page has forgotten the request.
    held.release();
    await expect(launchButton(page)).toBeEnabled();
    await expect
      .poll(async () => {
        if (await launchButton(page).isVisible()) await launchButton(page).click();
        return page.getByRole("heading", { name: "Launched" }).isVisible();
      })
      .toBe(true);
  });
});

test.describe("a launch that waits in the wallet", () => {
  // The service responds that the wallet launches.
  test.use({ expectedProblem: /status of 409/ });

  test("is followed when the service should pay instead", async ({ page }) => {
    test.slow();
    const held = await reloadWhileWalletWaits(page);
    await page.getByRole("radio", { name: /Slipway pays/ }).check();
    await page.getByRole("button", { name: "Launch token", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Waiting for your wallet" })).toBeVisible();
    held.release();
    await expect(page.getByRole("heading", { name: "Launched" })).toBeVisible();
  });
});

test.describe("a first buy that cannot be made", () => {
  // The dry run of the first buy above the limit.
  test.use({ expectedProblem: /status of 400/ });

  test("is explained before anything is sent", async ({ page }) => {
    const { wallet } = await open(page, { ether: "0.002" });
    await expect(launchButton(page)).toBeDisabled();
    await connect(page, wallet);
    const buy = page.getByRole("textbox", { name: "First buy" });
    await buy.fill("0.01");
    await expect(page.getByText(/^Not enough ETH: the wallet has 0\.002 ETH\.$/)).toBeVisible();
    await expect(launchButton(page)).toBeDisabled();
    await buy.fill("none");
    await expect(alertIn(page)).toContainText("First buy: Write the number in digits");
    await buy.fill("5");
    await expect(
      page.getByText(/First buy must be at most 0\.\d+ ETH: 5% of the supply/),
    ).toBeVisible();
    await expect(launchButton(page)).toBeDisabled();
    await page.getByRole("radio", { name: /Slipway pays/ }).check();
    await expect(page.getByRole("button", { name: "Launch token" })).toBeEnabled();
    expect(wallet.requests).not.toContain("eth_sendTransaction");
  });
});

test("asks for consent to the fee of a first buy with launch protection", async ({ page }) => {
  const { wallet } = await open(page, { launchProtection: true });
  await connect(page, wallet);
  await page.getByRole("textbox", { name: "First buy" }).fill("0.01");
  const cost = page.getByLabel("Cost");
  await expect(cost).toContainText("Fee (50%)0.005 ETH");
  const consent = page.getByRole("checkbox", { name: /Fee of the first buy: 50%/ });
  await expect(launchButton(page)).toBeDisabled();
  await consent.check();
  await expect(launchButton(page)).toBeEnabled();
  await page.getByRole("textbox", { name: "First buy" }).fill("0.02");
  await expect(cost).toContainText("Fee (50%)0.01 ETH");
  await expect(consent).not.toBeChecked();
  await expect(launchButton(page)).toBeDisabled();
  await page.getByRole("textbox", { name: "First buy" }).fill("");
  await expect(consent).toHaveCount(0);
  await expect(launchButton(page)).toBeEnabled();
});

test("explains a transaction that failed, and prepares again", async ({ page }) => {
  test.slow();
  const { wallet } = await open(page);
  await connect(page, wallet);
  await expect(launchButton(page)).toBeEnabled();
  // Another user cannot use the permit; the wallet's own transaction with too little gas reverts.
  wallet.starveNext();
  await launchButton(page).click();
  const problem = alertIn(page);
  await expect(problem).toContainText("The transaction failed");
  await page.reload();
  await problem.getByRole("button", { name: "Prepare again" }).click();
  await expect(launchButton(page)).toBeEnabled();
  await launchButton(page).click();
  await expect(page.getByRole("heading", { name: "Launched" })).toBeVisible();
});

test("a transaction that was replaced is explained, and the launch is sent again", async ({
  page,
}) => {
  test.slow();
  const { wallet } = await open(page);
  await connect(page, wallet);
  await expect(launchButton(page)).toBeEnabled();
  wallet.dropNext();
  await launchButton(page).click();
  await expect(page.getByRole("heading", { name: "Launching" })).toBeVisible();
  // The user cancels it: another transaction takes its nonce.
  await wallet.spendAllBut(parseEther("5"), "0x00000000000000000000000000000000c0ffee00");
  const problem = alertIn(page);
  await expect(problem).toContainText("Your wallet sent another transaction instead");
  await expect(page.getByRole("heading", { name: "Waiting for your wallet" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  const launch = page.url();
  await problem.getByRole("button", { name: "Prepare again" }).click();
  await expect(launchButton(page)).toBeEnabled();
  await launchButton(page).click();
  await expect(page.getByRole("heading", { name: "Launched" })).toBeVisible();
  // The same launch, which the contract accepts once.
  expect(page.url()).toBe(launch);
});

test("after a reload, a launch that the wallet has just sent is not sent again", async ({
  page,
}) => {
  test.slow();
  const { wallet } = await open(page);
  await connect(page, wallet);
  await expect(launchButton(page)).toBeEnabled();
  const held = wallet.holdNext("eth_sendTransaction");
  await launchButton(page).click();
  await held.arrived;
  await page.reload();
  // The wallet has sent it, and no block contains it yet.
  await page.route("**/rpc/base-sepolia", async (route) => {
    const body = route.request().postData() ?? "";
    const isPending = /eth_getTransactionCount/.test(body) && /"pending"/.test(body);
    if (!isPending) return route.fallback();
    const { id } = JSON.parse(body);
    await route.fulfill({ json: { jsonrpc: "2.0", id, result: "0x1" } });
  });
  await expect(launchButton(page)).toBeEnabled();
  await launchButton(page).click();
  await expect(page.getByRole("heading", { name: "Waiting for your wallet" })).toBeVisible();
  expect(wallet.requests.filter((method) => method === "eth_sendTransaction")).toHaveLength(1);
  held.release();
  await expect(page.getByRole("heading", { name: "Launched" })).toBeVisible();
  await expect(page.getByText("your wallet pays the gas")).toBeVisible();
});

test("a launch whose wallet never responds can be stopped, and ends with its permit", async ({
  page,
}) => {
  await page.clock.install();
  const { wallet } = await open(page);
  await connect(page, wallet);
  const stop = page.getByRole("button", { name: "Stop waiting" });
  const first = wallet.holdNext("eth_sendTransaction");
  await launchButton(page).click();
  await first.arrived;
  const wait = page.getByText("Confirm the transaction in your wallet");
  await expect(wait).toContainText(/can be sent until \d/);
  const until = (await wait.textContent()) ?? "";
  await page.clock.fastForward("01:01");
  await stop.click();
  await expect(alertIn(page)).toContainText("Your wallet may have sent the transaction");
  const second = wallet.holdNext("eth_sendTransaction");
  await launchButton(page).click();
  await second.arrived;
  await expect(wait, "the permit is the earlier one").toHaveText(until);
  await page.clock.fastForward("11:00");
  await expect(alertIn(page)).toContainText("The permit has expired");
  await expect(launchButton(page)).toBeEnabled();
});
