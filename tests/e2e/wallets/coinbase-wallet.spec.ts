import type { Page } from "playwright/test";
import { parseEther } from "viem";
import { CHAINS } from "@/lib/shared/chains";
import { type RealChain, startRealChain } from "../../setup/chain/real-chain";
import { type Stack, startStack } from "../../setup/stack/start-stack";
import { seriousViolations } from "../support/axe";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";
import { CoinbasePopup } from "../support/wallets/coinbase-popup";
import { InjectedWallet } from "../support/wallets/injected-wallet";

/** Coinbase Wallet through its popup, against a chain that is configured as a real one. */
const SLUG = "base-sepolia";
const { chainId } = CHAINS[SLUG];
const START_MS = 180_000;
/** A text that only the wallet's library contains. */
const LIBRARY = "selectSignerType";

let chain: RealChain;
let stack: Stack;
let token = "";

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  chain = await startRealChain(SLUG);
  stack = await startStack({ ...chain.variables, RPC_URL_BASE_SEPOLIA: chain.rpcUrl });
  const place = { baseUrl: stack.baseUrl, dataDir: stack.dataDir };
  token = await launchToken(place, SLUG, { name: "Mole", symbol: "MOLE" });
});
test.afterAll(async () => {
  await stack?.stop();
  await chain?.stop();
});

const panelOf = (page: Page) => page.getByRole("region", { name: "Trade" });
const button = (page: Page, name: string | RegExp) =>
  panelOf(page).getByRole("button", { name, exact: true });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Connect a wallet" });
const entryOf = (page: Page) => dialogOf(page).getByRole("button", { name: "Coinbase Wallet" });

/** A user with 10 ETH in a wallet outside of the browser, on the token's page. */
async function open(page: Page) {
  const wallet = new InjectedWallet(chain.rpcUrl, chainId);
  await chain.fund(wallet.account.address, parseEther("10"));
  const popup = new CoinbasePopup(wallet, { [chainId]: "https://chain-proxy.wallet.coinbase.com" });
  await popup.serve(page.context());
  await page.goto(`${stack.baseUrl}/${SLUG}/${token}`);
  const { address } = wallet.account;
  return { wallet, popup, short: `${address.slice(0, 6)}…${address.slice(-4)}` };
}

/** Watches whether the wallet's library is loaded. */
function watchLibrary(page: Page): { isLoaded(): boolean } {
  let isLoaded = false;
  page.on("response", async (response) => {
    if (!response.url().endsWith(".js")) return;
    // Unread responses of a closed page cannot be read.
    const code = await response.text().catch(() => "");
    isLoaded ||= code.includes(LIBRARY);
  });
  return { isLoaded: () => isLoaded };
}

test("connects through the wallet's popup, buys, signs in, reconnects and disconnects", async ({
  page,
}) => {
  test.slow();
  const library = watchLibrary(page);
  const { wallet, short } = await open(page);
  await button(page, "Connect a wallet").click();
  await expect(entryOf(page)).toBeEnabled();
  expect(await seriousViolations(page)).toEqual([]);
  expect(library.isLoaded()).toBe(false);
  await entryOf(page).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(panelOf(page).getByText(`Coinbase Wallet ${short}`)).toBeVisible();
  await expect(panelOf(page).getByText("Balance 10", { exact: true })).toBeVisible();
  await expect.poll(library.isLoaded).toBe(true);

  await panelOf(page).getByLabel("You pay").fill("0.01");
  await button(page, "Buy MOLE").click();
  await expect(panelOf(page).getByText(/^You bought .+ MOLE$/)).toBeVisible();

  await page.reload();
  await expect(panelOf(page).getByText(`Coinbase Wallet ${short}`)).toBeVisible();
  wallet.refuseNext("eth_sendTransaction");
  await panelOf(page).getByLabel("You pay").fill("0.01");
  await button(page, "Buy MOLE").click();
  await expect(panelOf(page).getByRole("alert")).toContainText("Rejected in your wallet");

  await page.goto(`${stack.baseUrl}/account`);
  await page.getByRole("button", { name: /^Sign in with wallet/ }).click();
  await expect(page.getByText(`Signed in as ${short}`)).toBeVisible();
  expect(wallet.requests.filter((method) => /account|send|sign/i.test(method))).toEqual([
    "eth_requestAccounts",
    "eth_sendTransaction",
    "eth_sendTransaction",
    "personal_sign",
  ]);

  await page.goto(`${stack.baseUrl}/${SLUG}/${token}`);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("button", { name: "Coinbase Wallet" })).toBeVisible();
  await page.reload();
  await expect(button(page, "Connect a wallet")).toBeVisible();
  const left = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.includes("CBWSDK:SCW")),
  );
  expect(left).toEqual([]);
});

test.describe("a popup that does not open", () => {
  // The library does not handle its own rejection when its window closes before it has loaded.
  test.use({ expectedProblem: /^uncaught: Request rejected/ });

  test("a closed popup shows a message, before and after it has loaded", async ({ page }) => {
    const { wallet, popup, short } = await open(page);
    await button(page, "Connect a wallet").click();
    const problem = dialogOf(page).getByRole("alert");
    await page.context().route("https://keys.coinbase.com/**", (route) => route.abort());
    const [unloaded] = await Promise.all([page.waitForEvent("popup"), entryOf(page).click()]);
    await unloaded.close();
    await expect(problem).toContainText("Rejected in your wallet");
    await page.context().unroute("https://keys.coinbase.com/**");

    const ignored = popup.ignoreNext();
    const [loaded] = await Promise.all([page.waitForEvent("popup"), entryOf(page).click()]);
    await ignored.arrived;
    await expect(problem).toHaveCount(0);
    await loaded.close();
    await expect(problem).toContainText("Nothing was sent or spent.");

    await entryOf(page).click();
    await expect(panelOf(page).getByText(`Coinbase Wallet ${short}`)).toBeVisible();
    expect(wallet.requests.filter((method) => method === "eth_requestAccounts")).toHaveLength(1);
  });
});

test("a blocked popup opens on the next click", async ({ page }) => {
  await page.addInitScript(() => {
    const open = window.open.bind(window);
    let isFirst = true;
    window.open = (...asked) => {
      if (!isFirst) return open(...asked);
      isFirst = false;
      return null;
    };
  });
  const { short } = await open(page);
  await button(page, "Connect a wallet").click();
  await entryOf(page).click();
  await page.getByText("Retry", { exact: true }).click();
  await expect(panelOf(page).getByText(`Coinbase Wallet ${short}`)).toBeVisible();
});

test("the extension is listed once and connects without a popup", async ({ page }) => {
  const library = watchLibrary(page);
  const names = ["Coinbase Wallet", "com.coinbase.wallet"] as const;
  const wallet = new InjectedWallet(chain.rpcUrl, chainId, ...names);
  await wallet.install(page);
  const popups: Page[] = [];
  page.on("popup", (popup) => popups.push(popup));
  await page.goto(`${stack.baseUrl}/${SLUG}/${token}`);
  await button(page, "Connect a wallet").click();
  await expect(entryOf(page)).toHaveCount(1);
  await entryOf(page).click();
  await expect(panelOf(page).getByText(/Coinbase Wallet 0x/)).toBeVisible();
  expect(wallet.requests).toContain("eth_requestAccounts");
  expect(popups).toEqual([]);
  expect(library.isLoaded()).toBe(false);
});

test("accepts messages only from popups that the page opened, on this origin", async ({
  request,
  site,
}) => {
  const openerPolicy = async (origin: string) =>
    (await request.get(origin)).headers()["cross-origin-opener-policy"];
  expect(await openerPolicy(stack.baseUrl)).toBe("same-origin-allow-popups");
  // If every chain is a sandbox, no wallet is offered.
  expect(await openerPolicy(site)).toBe("same-origin");
});
