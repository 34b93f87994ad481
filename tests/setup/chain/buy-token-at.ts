import { call } from "@slipway-launchpad/client";
import { createPublicClient, createWalletClient, getAddress, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { sandboxFaucet } from "@/lib/features/rpc/operations";
import { getConfig } from "@/lib/features/system/operations";
import type { ChainSlug } from "@/lib/shared/chains";
import { receiptOf } from "./receipt-of";
import { encodeRouterSwap } from "./universal-router";

/** Buys a launched token with a new account, through the endpoints that pages use. */
export async function buyTokenAt(options: {
  baseUrl: string;
  /** The caller that the service counts the requests for. */
  caller: string;
  token: string;
  chain: ChainSlug;
  ether: string;
}): Promise<void> {
  const { baseUrl, caller, token, chain, ether } = options;
  const headers = { "x-forwarded-for": caller };
  const account = privateKeyToAccount(generatePrivateKey());
  const body = { chain, address: account.address };
  await call(sandboxFaucet, { body }, { baseUrl, headers });
  const { chains } = await call(getConfig, {}, { baseUrl, headers });
  const contracts = chains.find(({ slug }) => slug === chain)?.contracts;
  if (contracts === undefined) throw new Error(`${chain} is not configured`);
  const transport = http(`${baseUrl}/rpc/${chain}`, { fetchOptions: { headers } });
  const amount = parseEther(ether);
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
  const { status } = await receiptOf(createPublicClient({ transport }), hash);
  if (status !== "success") throw new Error(`The purchase of ${token} reverted`);
}
