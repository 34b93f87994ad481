import { createPublicClient, createWalletClient, getAddress, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { inject } from "vitest";
import type { ChainSlug } from "@/lib/domain/chains";
import { config } from "@/lib/schemas/system";
import { newCaller, request } from "./api";
import { receiptOf } from "./receipt-of";
import { encodeRouterSwap } from "./universal-router";

/** Buys a launched token for 0.05 ETH as somebody new, through what the service offers to pages. */
export async function buyToken(token: string, chain: ChainSlug = "base-sepolia"): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey());
  await request("/sandbox/faucet", { body: { chain, address: account.address } });
  const { chains } = config.parse((await request("/api/v1/config")).body);
  const contracts = chains.find(({ slug }) => slug === chain)?.contracts;
  if (contracts === undefined) throw new Error(`${chain} is not configured`);
  const transport = http(`${inject("baseUrl")}/rpc/${chain}`, {
    fetchOptions: { headers: { "x-forwarded-for": newCaller() } },
  });
  const amount = parseEther("0.05");
  const hash = await createWalletClient({ account, transport }).sendTransaction({
    to: getAddress(contracts.universalRouter),
    data: encodeRouterSwap({
      token: getAddress(token),
      hook: getAddress(contracts.launchHook),
      side: "buy",
      exact: "in",
      amount,
    }),
    value: amount,
    gas: 2_000_000n,
    chain: null,
  });
  await receiptOf(createPublicClient({ transport }), hash);
}
