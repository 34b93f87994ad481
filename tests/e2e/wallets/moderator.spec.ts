import type { Page } from "playwright/test";
import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { CHAINS } from "@/lib/shared/chains";
import { type RealChain, startRealChain } from "../../setup/chain/real-chain";
import { type Stack, startStack } from "../../setup/stack/start-stack";
import { launchFor } from "../support/account";
import { expect, test } from "../support/test";
import { InjectedWallet } from "../support/wallets/injected-wallet";

/** The moderator of a split with an own wallet, on a chain that is configured like a real one. */
const SLUG = "robinhood";
const START_MS = 180_000;

let chain: RealChain;
let stack: Stack;

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  chain = await startRealChain(SLUG);
  stack = await startStack({ ...chain.variables, RPC_URL_ROBINHOOD: chain.rpcUrl });
});
test.afterAll(async () => {
  await stack?.stop();
  await chain?.stop();
});

async function disconnect(page: Page): Promise<void> {
  const account = page.getByRole("banner").getByRole("button", { name: /^Account/ });
  await account.click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.keyboard.press("Escape");
}

test("connects the wallet inside the dialog, which keeps the edits", async ({ page }) => {
  test.slow();
  const wallet = new InjectedWallet(chain.rpcUrl, CHAINS[SLUG].chainId);
  await chain.fund(wallet.account.address, parseEther("10"));
  await wallet.install(page);
  await launchFor(stack.baseUrl, SLUG, {
    name: "Moderated",
    creatorAddress: wallet.account.address,
    feeSplitRecipients: [1, 2].map(() => privateKeyToAddress(generatePrivateKey())),
  });
  await page.clock.install({ time: Date.now() });
  await page.goto(`${stack.baseUrl}/account`);
  const signIn = page.getByRole("button", { name: /^Sign in with wallet/ });
  const wallets = page.getByRole("dialog", { name: "Connect a wallet" });
  const connect = async () => {
    await wallets.getByRole("button", { name: wallet.name }).click();
    await expect(wallets).toHaveCount(0);
  };
  await signIn.click();
  await connect();
  await signIn.click();
  const change = page.getByRole("button", { name: "Change shares" });
  await expect(change).toBeVisible();
  await disconnect(page);

  const dialog = page.getByRole("dialog", { name: "Change shares" });
  const share = (row: number) =>
    dialog.getByRole("textbox", { name: `Recipient ${row}: share in percent` });
  const save = dialog.getByRole("button", { name: "Save shares" });
  await change.click();
  await share(1).fill("30");
  await share(2).fill("70");
  await save.click();
  await expect(dialog.getByRole("alert")).toContainText("The wallet is not connected");
  await dialog.getByRole("button", { name: "Connect a wallet" }).click();
  await connect();
  const prompt = wallet.holdNext("eth_sendTransaction");
  await save.click();
  await prompt.arrived;
  await page.clock.fastForward("01:01");
  await dialog.getByRole("button", { name: "Stop waiting" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The wallet did not respond");
  await save.click();
  await expect(dialog.getByText("Shares updated")).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Done" }).click();

  await disconnect(page);
  await change.click();
  await expect(share(1)).toHaveValue("30");
  await share(1).fill("40");
  await share(2).fill("60");
  await page.clock.fastForward(11 * 60_000);
  await save.click();
  await expect(dialog.getByText("Connect the wallet that you signed in with.")).toBeVisible();
  await dialog.getByRole("button", { name: "Connect a wallet" }).click();
  await connect();
  // The service rejects a message with the page's time, so the sign-in itself is tested elsewhere.
  await expect(dialog.getByRole("button", { name: /^Sign in with wallet/ })).toBeEnabled();
});
