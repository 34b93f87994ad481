import { call } from "@slipway-launchpad/client";
import type { Page, Request } from "playwright/test";
import {
  type Address,
  createPublicClient,
  createWalletClient,
  decodeFunctionData,
  getAddress,
  type Hex,
  http,
  isHex,
  parseAbi,
  parseEther,
  parseTransaction,
  toFunctionSelector,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { prepareLaunch } from "@/lib/features/launch/operations";
import { sandboxFaucet } from "@/lib/features/rpc/operations";
import { getConfig } from "@/lib/features/system/operations";
import type { ChainSlug } from "@/lib/shared/chains";
import { receiptOf } from "../../setup/chain/receipt-of";
import { callsOf } from "../../setup/chain/send-prepared";
import { encodeRouterSwap } from "../../setup/chain/universal-router";
import { createLatch } from "../../setup/create-latch";
import { launchOf, PICTURE } from "./account";
import { newCaller } from "./test";

const CHAIN: ChainSlug = "base-sepolia";
const GAS = 2_000_000n;

/**
 * An account with ether on Base Sepolia that trades outside the page.
 * @param fund where the ether comes from, by default the sandbox's faucet
 */
export async function newTrader(site: string, fund?: (address: Address) => Promise<unknown>) {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey);
  const headers = { "x-forwarded-for": newCaller() };
  const caller = { baseUrl: site, headers };
  const body = { chain: CHAIN, address: account.address };
  await (fund?.(account.address) ?? call(sandboxFaucet, { body }, caller));
  const { chains } = await call(getConfig, {}, caller);
  const contracts = chains.find(({ slug }) => slug === CHAIN)?.contracts;
  if (contracts === undefined) throw new Error(`${CHAIN} is not configured`);
  const transport = http(`${site}/rpc/${CHAIN}`, { fetchOptions: { headers } });
  const wallet = createWalletClient({ account, transport });
  const reader = createPublicClient({ transport });
  return {
    address: account.address,
    privateKey,
    /** Launches a token, and pays for it; resolves when it is completed. */
    async launch(fields: {
      name: string;
      symbol: string;
      websiteUrl?: string;
      imageIpfs?: string;
    }) {
      const body = { imageIpfs: PICTURE, ...fields, from: account.address };
      const prepared = await call(prepareLaunch, { params: { chain: CHAIN }, body }, caller);
      if (!("sendCalls" in prepared) || !("jobId" in prepared)) throw new Error("not prepared");
      for (const { to, data, value } of callsOf(prepared.sendCalls)) {
        const gas = 2n * GAS;
        const hash = await wallet.sendTransaction({ to, data, value, gas, chain: null });
        await receiptOf(reader, hash);
      }
      return launchOf(site, prepared.jobId);
    },
    /** Buys for this much ether at any price; resolves when it is mined. */
    async buy(token: string, ether: string): Promise<void> {
      const amount = parseEther(ether);
      const hash = await wallet.sendTransaction({
        to: contracts.universalRouter,
        data: encodeRouterSwap({
          token: getAddress(token),
          hook: contracts.launchHook,
          side: "buy",
          exact: "in",
          amount,
        }),
        value: amount,
        gas: GAS,
        chain: null,
      });
      const { status } = await receiptOf(reader, hash);
      if (status !== "success") throw new Error(`The other trader's purchase ${status}`);
    },
  };
}

/** Stores an existing burner wallet in the browser, as after a reload. */
export async function bringBurner(
  page: Page,
  account: { address: Address; privateKey: Hex },
): Promise<void> {
  await page.addInitScript(
    ([address, privateKey]) => {
      const stored = JSON.stringify({ address, privateKey });
      if (localStorage.getItem("slipway.burner") === null) {
        localStorage.setItem("slipway.burner", stored);
      }
    },
    [account.address, account.privateKey] as const,
  );
}

/**
 * Holds the page's calls of one JSON-RPC method until `release` is called; others pass. Simulates a
 * slow node at one point.
 */
export async function hold(page: Page, method: string, chain: ChainSlug = CHAIN) {
  let isOpen = false;
  const released = createLatch();
  const arrived = createLatch();
  await page.route(`**/rpc/${chain}`, async (route) => {
    const isMeant = route.request().postData()?.includes(`"${method}"`) ?? false;
    if (!isMeant || isOpen) return route.fallback();
    arrived.open();
    await released.opened;
    // The page may have been left meanwhile.
    return route.fallback().catch(() => {});
  });
  return {
    arrived: arrived.opened,
    release() {
      isOpen = true;
      released.open();
    },
  };
}

/** Whether a request sends a trade, as opposed to a preceding approval. */
export function isTrade(request: Request): boolean {
  if (!request.url().includes("/rpc/")) return false;
  const raw = RAW_TRANSACTION.exec(request.postData() ?? "")?.[1];
  return isHex(raw) && parseTransaction(raw).data?.startsWith(EXECUTE) === true;
}
const RAW_TRANSACTION = /"eth_sendRawTransaction".*"(0x02[0-9a-f]+)"/;

const routerAbi = parseAbi([
  "function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
]);

const EXECUTE = toFunctionSelector(routerAbi[0]);

/** Waits for the next trade that the page sends and returns its router call. */
export async function nextSentTrade(
  page: Page,
): Promise<{ commands: Hex; deadlineSeconds: bigint; valueWei: bigint }> {
  for (;;) {
    const request = await page.waitForRequest(
      (candidate) =>
        candidate.url().endsWith(`/rpc/${CHAIN}`) &&
        (candidate.postData() ?? "").includes("eth_sendRawTransaction"),
    );
    const raw = /"(0x02[0-9a-f]+)"/.exec(request.postData() ?? "")?.[1];
    if (!isHex(raw)) throw new Error("The page sent something else than a transaction");
    const { data, value } = parseTransaction(raw);
    if (data === undefined) continue;
    try {
      const { args } = decodeFunctionData({ abi: routerAbi, data });
      return { commands: args[0], deadlineSeconds: args[2], valueWei: value ?? 0n };
    } catch {
      // An approval; the trade follows.
    }
  }
}
