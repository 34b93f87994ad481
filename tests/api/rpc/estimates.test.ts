import { call } from "@slipway-launchpad/client";
import { createPublicClient, createWalletClient, getAddress, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, inject, it } from "vitest";
import { sandboxFaucet } from "@/lib/features/rpc/operations";
import { getConfig } from "@/lib/features/system/operations";
import { encodeTrade } from "@/lib/features/trade/rules/encode-trade";
import { newCaller } from "../../setup/api/api";
import { launchToken } from "../../setup/chain/launch-token";
import { receiptOf } from "../../setup/chain/receipt-of";

const CHAIN = "base-sepolia";
const BUYS = 20;
const AMOUNT = parseEther("0.01");

async function trader() {
  const headers = { "x-forwarded-for": newCaller() };
  const transport = http(`${inject("baseUrl")}/rpc/${CHAIN}`, { fetchOptions: { headers } });
  const account = privateKeyToAccount(generatePrivateKey());
  const caller = { baseUrl: inject("baseUrl"), headers };
  await call(sandboxFaucet, { body: { chain: CHAIN, address: account.address } }, caller);
  return {
    wallet: createWalletClient({ account, transport }),
    client: createPublicClient({ transport, cacheTime: 0 }),
  };
}

/** Waits until a new block has a later timestamp than `seconds`. */
async function untilAfter(seconds: bigint): Promise<void> {
  const waitMs = (Number(seconds) + 1) * 1_000 - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

it(`lets a client that relies on gas estimates buy ${BUYS} times in a row, each after another trader's swap`, async () => {
  const token = getAddress(await launchToken({ name: "Estimated" }));
  const { chains } = await call(getConfig, {}, { baseUrl: inject("baseUrl") });
  const config = chains.find(({ slug }) => slug === CHAIN);
  if (config === undefined) throw new Error(`${CHAIN} is not configured`);
  const buy = encodeTrade(
    { side: "buy", token, amountIn: AMOUNT, minimumOut: 1n, deadlineSeconds: 2n ** 40n },
    { ...config.contracts, universalRouterVersion: config.universalRouterVersion },
  );
  const [other, buyer] = [await trader(), await trader()];
  const outcomes: string[] = [];
  for (let i = 0; i < BUYS; i += 1) {
    const swap = await other.wallet.sendTransaction({ ...buy, gas: 2_000_000n, chain: null });
    const { blockNumber } = await receiptOf(other.client, swap);
    const gas = await buyer.client.estimateGas({ account: buyer.wallet.account.address, ...buy });
    // Later than the block of the estimate, as on a chain with two-second blocks.
    await untilAfter((await buyer.client.getBlock({ blockNumber })).timestamp);
    const hash = await buyer.wallet.sendTransaction({ ...buy, gas, chain: null });
    outcomes.push((await receiptOf(buyer.client, hash)).status);
  }
  expect(outcomes).toEqual(Array(BUYS).fill("success"));
}, 120_000);
