import type { Page } from "playwright/test";
import { parseEther } from "viem";
import { CHAINS } from "@/lib/shared/chains";
import { type RealChain, startRealChain } from "../../setup/chain/real-chain";
import { type Stack, startStack } from "../../setup/stack/start-stack";
import { seriousViolations } from "../support/axe";
import { launchToken } from "../support/launch-token";
import { expect, test } from "../support/test";
import { hold, newTrader } from "../support/trader";
import { InjectedWallet } from "../support/wallets/injected-wallet";
import { openRemoteWallet } from "../support/wallets/remote-wallet";
import { WalletBatches } from "../support/wallets/wallet-batches";
import { WalletRelay } from "../support/wallets/wallet-relay";

/**
 * A user's own wallet against a chain that is configured like a real one. One launchpad for the
 * whole file; each test is another user.
 */
const SLUG = "base-sepolia";
const START_MS = 180_000;

let chain: RealChain;
let stack: Stack;
let token = "";

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  chain = await startRealChain(SLUG);
  stack = await startStack({
    ...chain.variables,
    RPC_URL_BASE_SEPOLIA: chain.rpcUrl,
    WALLETCONNECT_PROJECT_ID: "0123456789abcdef0123456789abcdef",
  });
  const place = { baseUrl: stack.baseUrl, dataDir: stack.dataDir };
  token = await launchToken(place, SLUG, { name: "Pier", symbol: "PIER" });
});
test.afterAll(async () => {
  await stack?.stop();
  await chain?.stop();
});

const panelOf = (page: Page) => page.getByRole("region", { name: "Trade" });
const button = (page: Page, name: string | RegExp) =>
  panelOf(page).getByRole("button", { name, exact: true });

/** A user with 10 ETH and a wallet that is on `chainId`, on the token's page. */
async function open(page: Page, chainId: number = CHAINS[SLUG].chainId): Promise<InjectedWallet> {
  const wallet = new InjectedWallet(chain.rpcUrl, chainId);
  await chain.fund(wallet.account.address, parseEther("10"));
  await wallet.install(page);
  await page.goto(`${stack.baseUrl}/${SLUG}/${token}`);
  return wallet;
}

async function connect(page: Page, wallet: InjectedWallet): Promise<void> {
  await button(page, "Connect a wallet").click();
  const dialog = page.getByRole("dialog", { name: "Connect a wallet" });
  await dialog.getByRole("button", { name: wallet.name }).click();
  await expect(dialog).toHaveCount(0);
}

test("connects, switches the chain, buys and sells; without burner and faucet", async ({
  page,
  request,
}) => {
  test.slow();
  const wallet = await open(page, CHAINS.base.chainId);
  await expect(button(page, "Connect a wallet")).toBeVisible();
  await expect(panelOf(page).getByText(/burner|faucet|test ETH/i)).toHaveCount(0);
  wallet.refuseNext("eth_requestAccounts");
  await button(page, "Connect a wallet").click();
  const dialog = page.getByRole("dialog", { name: "Connect a wallet" });
  await dialog.getByRole("button", { name: wallet.name }).click();
  await expect(dialog.getByRole("alert")).toContainText("Rejected in your wallet");
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: wallet.name }).click();
  await expect(dialog).toHaveCount(0);

  wallet.refuseNext("wallet_switchEthereumChain");
  await button(page, "Switch to Base Sepolia").click();
  await expect(panelOf(page).getByRole("alert")).toContainText("Rejected in your wallet");
  await button(page, "Switch to Base Sepolia").click();
  await expect(panelOf(page).getByText("Balance 10", { exact: true })).toBeVisible();

  await panelOf(page).getByLabel("You pay").fill("0.02");
  await button(page, "Buy PIER").click();
  await expect(panelOf(page).getByText(/^You bought .+ PIER$/)).toBeVisible();
  await expect(panelOf(page).getByRole("link", { name: /explorer$/ })).toHaveAttribute(
    "href",
    /^https:\/\/sepolia\.basescan\.org\/tx\/0x[0-9a-f]{64}$/,
  );
  await page.getByRole("tab", { name: "Sell" }).click();
  await button(page, "100 percent of your PIER").click();
  await button(page, "Sell PIER").click();
  await expect(panelOf(page).getByText(/^You received .+ ETH$/)).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Trades of PIER" }).getByRole("cell", { name: "Sell" }),
  ).toBeVisible();
  expect(wallet.requests.filter((method) => /send|sign/.test(method))).toEqual([
    "eth_sendTransaction",
    "eth_sendTransaction",
    "eth_signTypedData_v4",
    "eth_sendTransaction",
  ]);

  const body = { data: { chain: SLUG, address: wallet.account.address } };
  expect((await request.post(`${stack.baseUrl}/sandbox/faucet`, body)).status()).toBe(404);
});

test("the wallets are in reach on a small screen, and closing them returns the focus", async ({
  page,
}) => {
  await open(page);
  // A window of 1280 px at 400%.
  await page.setViewportSize({ width: 320, height: 256 });
  const opener = button(page, "Connect a wallet");
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Connect a wallet" });
  await dialog.getByRole("button", { name: "WalletConnect" }).scrollIntoViewIfNeeded();
  await expect(dialog.getByRole("button", { name: "WalletConnect" })).toBeInViewport();
  await dialog.getByRole("button", { name: "Close" }).scrollIntoViewIfNeeded();
  await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test.describe("wallet code that fails", () => {
  test.use({ expectedProblem: /Broken extension/ });

  test("offers a reload in the dialog, which can be closed", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "ethereum", {
        get: () => {
          throw new Error("Broken extension");
        },
      });
    });
    await page.goto(`${stack.baseUrl}/${SLUG}/${token}`);
    await button(page, "Connect a wallet").click();
    const dialog = page.getByRole("dialog", { name: "Connect a wallet" });
    await expect(dialog.getByRole("alert")).toContainText("Could not load this part");
    await expect(dialog.getByRole("button", { name: "Reload the page" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });
});

test("a wallet that does not switch is told, and can be asked again", async ({ page }) => {
  const wallet = await open(page, CHAINS.base.chainId);
  await connect(page, wallet);
  const method = "wallet_switchEthereumChain";
  const problem = panelOf(page).getByRole("alert");
  const press = () => button(page, "Switch to Base Sepolia").click();
  // It answers as if it had switched.
  wallet.answerNext(method, { result: null });
  await press();
  await expect(problem).toContainText("Your wallet is on another chain");
  wallet.answerNext(method, { code: -32_002, message: "Request already pending" });
  await press();
  await expect(problem).toContainText("Your wallet has an open request");
  // It lacks the chain and adds it.
  wallet.answerNext(method, { code: -32_603, message: "Unrecognized chain ID 0x14a34" });
  wallet.answerNext("wallet_addEthereumChain", { result: null });
  await press();
  await expect(panelOf(page).getByText("Balance 10", { exact: true })).toBeVisible();
  expect(wallet.requests.filter((method) => method === "wallet_addEthereumChain")).toHaveLength(1);
});

test("a rejected request shows a message and can be retried", async ({ page }) => {
  test.slow();
  const wallet = await open(page);
  await connect(page, wallet);
  await panelOf(page).getByLabel("You pay").fill("0.01");
  wallet.refuseNext("eth_sendTransaction");
  await button(page, "Buy PIER").click();
  const problem = panelOf(page).getByRole("alert");
  await expect(problem).toContainText("Rejected in your wallet");
  await expect(problem).toContainText("Nothing was sent or spent.");
  await problem.getByRole("button", { name: "Try again" }).click();
  await expect(panelOf(page).getByText("You bought")).toBeVisible();

  await page.getByRole("tab", { name: "Sell" }).click();
  await button(page, "50 percent of your PIER").click();
  wallet.refuseNext("eth_signTypedData_v4");
  await button(page, "Sell PIER").click();
  await expect(problem).toContainText("Rejected in your wallet");
  await expect(problem).toContainText("The approval before it was mined");
  await expect(problem).not.toContainText("Nothing was sent");
  // The connection survives a reload; the mined approval is not requested again.
  await page.reload();
  await page.getByRole("tab", { name: "Sell" }).click();
  await button(page, "50 percent of your PIER").click();
  await button(page, "Sell PIER").click();
  await expect(panelOf(page).getByText("You received")).toBeVisible();
  expect(wallet.requests.filter((method) => method === "eth_sendTransaction")).toHaveLength(4);
});

test("Try again after a rejection does not trade at a price that was not shown", async ({
  page,
}) => {
  const wallet = await open(page);
  const rival = await newTrader(stack.baseUrl, (address) => chain.fund(address, parseEther("10")));
  await connect(page, wallet);
  await panelOf(page).getByLabel("You pay").fill("0.05");
  const prompt = wallet.holdNext("eth_sendTransaction");
  wallet.refuseNext("eth_sendTransaction");
  await button(page, "Buy PIER").click();
  await prompt.arrived;
  // The user hesitates; meanwhile the price rises.
  await rival.buy(token, "3");
  prompt.release();
  const problem = panelOf(page).getByRole("alert");
  await expect(problem).toContainText("Rejected in your wallet");
  await expect(button(page, "Accept the new price")).toBeEnabled();
  await problem.getByRole("button", { name: "Try again" }).click();
  await expect(problem).toHaveCount(0);
  expect(wallet.requests.filter((method) => method === "eth_sendTransaction")).toHaveLength(1);
  await button(page, "Accept the new price").click();
  await expect(button(page, "Buy PIER")).toBeEnabled();
});

test("a trade of a wallet that did not respond is not sent a second time", async ({ page }) => {
  test.slow();
  await page.clock.install();
  const wallet = await open(page);
  await connect(page, wallet);
  const sent = () => wallet.requests.filter((method) => method === "eth_sendTransaction").length;
  const pay = async () => {
    await panelOf(page).getByLabel("You pay").fill("0.01");
    await button(page, "Buy PIER").click();
  };
  const prompt = wallet.holdNext("eth_sendTransaction");
  await pay();
  await prompt.arrived;
  await expect(panelOf(page).getByText("Confirm in your wallet…")).toBeVisible();
  await expect(button(page, "Stop waiting")).toHaveCount(0);
  await page.clock.fastForward("01:01");
  await button(page, "Stop waiting").click();
  const problem = panelOf(page).getByRole("alert");
  await expect(problem).toContainText("Your wallet may have sent the transaction");
  await expect(problem.getByRole("button", { name: "Try again" })).toHaveCount(0);
  // The user confirms it after all; the page, which is loaded again, does not receive it.
  await page.reload();
  prompt.release();
  await expect.poll(() => wallet.minedCount()).toBe(1);
  await pay();
  await expect(problem).toContainText("Your wallet may have sent the transaction");
  expect(sent()).toBe(1);
  await problem.getByRole("button", { name: "Dismiss" }).click();
  await button(page, "Buy PIER").click();
  await expect(panelOf(page).getByText("You bought")).toBeVisible();
  expect(sent()).toBe(2);
});

test("a wallet that is disconnected while it reconnects stays disconnected", async ({ page }) => {
  const wallet = await open(page);
  await connect(page, wallet);
  const { address } = wallet.account;
  const account = page.getByRole("banner").getByRole("button", { name: /^Account/ });
  await expect(account).toHaveAccessibleName(`Account ${address.slice(0, 6)}…${address.slice(-4)}`);
  const reconnecting = wallet.holdNext("eth_accounts");
  await page.reload();
  await account.click();
  await reconnecting.arrived;
  await page.getByRole("button", { name: "Disconnect" }).click();
  reconnecting.release();
  await expect(page.getByRole("button", { name: wallet.name })).toBeVisible();
  await page.reload();
  await expect(button(page, "Connect a wallet")).toBeVisible();
});

test("a trade is never sent from another account than the page shows", async ({ page }) => {
  const wallet = await open(page);
  await connect(page, wallet);
  const { address } = wallet.account;
  const nameOf = (one: string) => `Account ${one.slice(0, 6)}…${one.slice(-4)}`;
  const account = page.getByRole("banner").getByRole("button", { name: /^Account/ });
  const reconnecting = wallet.holdNext("eth_accounts");
  await page.reload();
  await panelOf(page).getByLabel("You pay").fill("0.01");
  await reconnecting.arrived;
  await expect(account).toHaveAccessibleName(nameOf(address));
  await button(page, "Buy PIER").click();
  await wallet.switchAccount();
  reconnecting.release();
  const problem = panelOf(page).getByRole("alert");
  await expect(problem).toContainText("Your wallet uses another account");
  await expect(problem.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await expect(account).toHaveAccessibleName(nameOf(wallet.account.address));
  // The page follows the wallet from its load on.
  await page.reload();
  await expect(async () => {
    await wallet.switchAccount();
    const name = nameOf(wallet.account.address);
    await expect(account).toHaveAccessibleName(name, { timeout: 1_000 });
  }).toPass();
  expect(wallet.requests).not.toContain("eth_sendTransaction");
});

test("another tab follows a wallet that is connected and disconnected", async ({
  page,
  context,
}) => {
  test.slow();
  const wallet = await open(page);
  const other = await context.newPage();
  await wallet.install(other);
  await other.goto(`${stack.baseUrl}/${SLUG}/${token}`);
  await expect(button(other, "Connect a wallet")).toBeVisible();
  await connect(page, wallet);
  // Connected in the first tab, it signs in the second one.
  await panelOf(other).getByLabel("You pay").fill("0.01");
  await button(other, "Buy PIER").click();
  await expect(panelOf(other).getByText("You bought")).toBeVisible();

  const account = page.getByRole("banner").getByRole("button", { name: /^Account/ });
  await account.click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(button(other, "Connect a wallet")).toBeVisible();
  await connect(other, wallet);
  await expect(panelOf(other).getByText(/^Balance/)).toBeVisible();
  await expect(account).toHaveAccessibleName(/^Account 0x/);
});

test("the portfolio opens on a chain of the connected wallet", async ({ page }) => {
  const wallet = await open(page);
  await connect(page, wallet);
  // The first chain is a sandbox, where only a burner acts.
  await page.goto(`${stack.baseUrl}/portfolio`);
  const portfolio = page.getByRole("main");
  await expect(portfolio.getByText(/^Wallet 0x/)).toBeVisible();
  await expect(portfolio.getByRole("radio", { name: "Base Sepolia" })).toBeChecked();
  await portfolio.getByText("Base", { exact: true }).click();
  await expect(portfolio.getByText("No wallet on Base", { exact: true })).toBeVisible();
});

test("a trade without sufficient funds shows a message", async ({ page }) => {
  const wallet = await open(page);
  await connect(page, wallet);
  await panelOf(page).getByLabel("You pay").fill("0.05");
  const dryRun = await hold(page, "eth_estimateGas");
  await button(page, "Buy PIER").click();
  await dryRun.arrived;
  await wallet.spendAllBut(parseEther("0.01"), "0x00000000000000000000000000000000c0ffee00");
  dryRun.release();
  await expect(panelOf(page).getByRole("alert")).toContainText("Not enough ETH");
});

test("a reverted trade shows the reason and links its transaction", async ({ page }) => {
  const wallet = await open(page);
  const rival = await newTrader(stack.baseUrl, (address) => chain.fund(address, parseEther("10")));
  await connect(page, wallet);
  await panelOf(page).getByLabel("You pay").fill("0.05");
  // The user waits at the wallet's prompt; meanwhile the price rises.
  wallet.beforeSending(() => rival.buy(token, "3"));
  await button(page, "Buy PIER").click();
  const problem = panelOf(page).getByRole("alert");
  await expect(problem).toContainText("The price moved too far");
  await expect(problem.getByRole("link", { name: /explorer$/ })).toBeVisible();
  await problem.getByRole("button", { name: "Accept the new price" }).click();
  await button(page, "Buy PIER").click();
  await expect(panelOf(page).getByText("You bought")).toBeVisible();
});

test("a batch is followed after a reload, and one that reverted is not pending", async ({
  page,
}) => {
  test.slow();
  const wallet = await open(page);
  const batches = new WalletBatches();
  wallet.batches = batches;
  // Only accounts with code receive batches.
  await page.route(`**/rpc/${SLUG}`, async (route) => {
    const text = route.request().postData() ?? "";
    if (!text.includes('"eth_getCode"')) return route.fallback();
    const { id }: { id?: unknown } = JSON.parse(text);
    await route.fulfill({ json: { jsonrpc: "2.0", id, result: "0x6000" } });
  });
  await connect(page, wallet);
  const pay = async () => {
    await panelOf(page).getByLabel("You pay").fill("0.01");
    await button(page, "Buy PIER").click();
  };
  const sent = () => wallet.requests.filter((method) => method === "wallet_sendCalls");
  const waiting = panelOf(page).getByText("Sent. Waiting for confirmation…");
  batches.told = 100;
  await pay();
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await expect(button(page, /^(Buy PIER|Try again|Enter an amount)$/)).toHaveCount(0);
  batches.told = null;
  await expect(panelOf(page).getByText(/^You bought .+ PIER$/)).toBeVisible();
  expect(sent()).toHaveLength(1);

  batches.told = 500;
  await pay();
  await expect(panelOf(page).getByRole("alert")).toContainText("The transaction failed");
  await page.reload();
  await expect(button(page, "Enter an amount")).toBeVisible();
  expect(sent()).toHaveLength(2);
});

test("a wallet signs in with a message and signs out", async ({ page }) => {
  const wallet = new InjectedWallet(chain.rpcUrl, CHAINS[SLUG].chainId);
  await wallet.install(page);
  await page.goto(`${stack.baseUrl}/account`);
  const signIn = page.getByRole("button", { name: /^Sign in with wallet/ });
  await signIn.click();
  const dialog = page.getByRole("dialog", { name: "Connect a wallet" });
  await dialog.getByRole("button", { name: wallet.name }).click();
  await expect(dialog).toHaveCount(0);

  wallet.refuseNext("personal_sign");
  await signIn.click();
  const problem = page.getByRole("alert").filter({ hasText: "Rejected in your wallet" });
  await expect(problem).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);

  // After a reload the wallet is known, but must be connected again first.
  await page.reload();
  await signIn.click();
  const { address } = wallet.account;
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
  await expect(page.getByText(`Signed in as ${short}`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(wallet.requests.filter((method) => /send|sign|switch/i.test(method))).toEqual([
    "personal_sign",
    "personal_sign",
  ]);
  await page.reload();
  await expect(page.getByText(`Signed in as ${short}`)).toBeVisible();

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(signIn).toBeVisible();
  await page.reload();
  await expect(signIn).toBeVisible();
});

test.describe("with WalletConnect", () => {
  // The attestation of the page's origin has no server here; the library logs what the user
  // declines.
  test.use({ expectedProblem: /verify\.walletconnect\.org|User rejected the request/ });

  test("a wallet on another device connects with a QR code, buys and reconnects", async ({
    page,
    context,
  }) => {
    test.slow();
    const relay = new WalletRelay();
    await relay.serve(page);
    await page.route("https://verify.walletconnect.org/**", (route) => route.abort());
    const { chainId } = CHAINS[SLUG];
    const wallet = new InjectedWallet(chain.rpcUrl, chainId);
    await chain.fund(wallet.account.address, parseEther("10"));
    const phone = await openRemoteWallet(context, relay, wallet, chainId);
    await page.goto(`${stack.baseUrl}/${SLUG}/${token}`);
    await button(page, "Connect a wallet").click();
    const dialog = page.getByRole("dialog", { name: "Connect a wallet" });
    await dialog.getByRole("button", { name: "WalletConnect" }).click();
    await expect(dialog.getByRole("img", { name: "QR code for your wallet" })).toBeVisible();
    expect(await seriousViolations(page)).toEqual([]);
    const uri = await dialog.getByRole("link", { name: "Open wallet app" }).getAttribute("href");
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/);
    await phone.scan(uri ?? "");
    await expect(dialog).toHaveCount(0);
    await expect(panelOf(page).getByText("Balance 10", { exact: true })).toBeVisible();
    await panelOf(page).getByLabel("You pay").fill("0.01");
    await button(page, "Buy PIER").click();
    await expect(panelOf(page).getByText("You bought")).toBeVisible();
    await page.reload();
    await expect(panelOf(page).getByText(/WalletConnect 0x/)).toBeVisible();
    wallet.refuseNext("eth_sendTransaction");
    await panelOf(page).getByLabel("You pay").fill("0.01");
    await button(page, "Buy PIER").click();
    await expect(panelOf(page).getByRole("alert")).toContainText("Rejected in your wallet");
  });
});
