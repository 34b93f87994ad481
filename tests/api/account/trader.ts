import { parseEther } from "viem";
import { type AccountTradeAnswer, accountTrade } from "@/lib/features/account-trade/schema";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { prepareTrade } from "@/lib/features/trade/operations";
import { accountAnswer } from "@/lib/features/users/schema";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import type { Browser } from "../../setup/create-browser";
import { openBrowser, signInByMail } from "./browser";

export const TRADE_CHAIN = "robinhood";

/** Launches a token to trade and returns its address. */
export async function launchForTrades(): Promise<string> {
  const { body } = await request(`/api/v1/${TRADE_CHAIN}/launch-memecoin`, { body: launchBody() });
  const job = await waitForLaunch(launchAccepted.parse(body).jobId);
  if (job.state !== "completed") throw new Error(`The launch is ${job.state}`);
  return job.collectionToken.address;
}

/** A browser with a user whose managed wallet has 10 test ETH. */
export async function openTrader(
  name: string,
  { isFunded = true } = {},
): Promise<{ browser: Browser; wallet: string; email: string }> {
  const email = `${name}-${Date.now()}@example.com`;
  const browser = openBrowser();
  await signInByMail(browser, email);
  const { account } = accountAnswer.parse(await (await browser.request("/api/account")).json());
  const wallet = account.wallets[0]?.address ?? "";
  if (isFunded) {
    const body = { chain: TRADE_CHAIN, address: wallet };
    const { status } = await request("/sandbox/faucet", { body });
    if (status !== 200) throw new Error(`The faucet answered ${status}`);
  }
  return { browser, wallet, email };
}

type Terms = Record<"chain" | "tokenAddress" | "side" | "amountIn" | "minAmountOut", string>;

/** The terms of a trade at the current quote with 3% slippage, and its preview. */
export async function previewOf(
  browser: Browser,
  tokenAddress: string,
  side: "buy" | "sell",
  amountIn: bigint,
): Promise<{ body: Terms; preview: AccountTradeAnswer }> {
  const order = { chain: TRADE_CHAIN, tokenAddress, side, amountIn: `${amountIn}` };
  const path = `/api/v1/${TRADE_CHAIN}/prepare-trade`;
  const { account } = accountAnswer.parse(await (await browser.request("/api/account")).json());
  const from = account.wallets[0]?.address;
  const { body: quoted } = await request(path, { body: { ...order, from } });
  const { quote } = prepareTrade.response.parse(quoted);
  const minAmountOut = `${(BigInt(quote.expectedOut) * 97n) / 100n}`;
  const body = { ...order, minAmountOut };
  const response = await browser.request("/api/account/trades", { json: body });
  return { body, preview: accountTrade.parse(await response.json()) };
}

/** 0.3 ETH: below the maximum of a trade, above what an older session may trade. */
export const LARGE_WEI = parseEther("0.3");
