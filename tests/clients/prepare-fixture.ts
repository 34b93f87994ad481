import { createClient } from "@slipway-launchpad/client";
import { waitUntil } from "@/sandbox/process/wait-until";
import { newCaller } from "../setup/api/new-caller";
import { buyTokenAt } from "../setup/chain/buy-token-at";

const CHAIN = "base-sepolia";
const INDEXED_MS = 30_000;

/** The data that client programs find on the launchpad; `programs/support.ts` reads it. */
export type Fixture = { baseUrl: string; token: string; owner: string; manager: string };

/** Launches a token into its own manager and trades it twice. */
export async function prepareFixture(baseUrl: string): Promise<Fixture> {
  const headers = { "x-forwarded-for": newCaller() };
  const client = createClient({ baseUrl, headers });
  const { managerAddress } = await client.createRevenueManager(CHAIN, {
    protocolFee: 1000,
    recipientEmail: "manager@example.com",
  });
  const { recipientAddress: owner } = await client.createRevenueManager(CHAIN, {
    protocolFee: 0,
    recipientEmail: "owner@example.com",
  });
  const launched = await client.launchMemecoin(CHAIN, {
    name: "Known to all",
    symbol: "KNOWN",
    description: "A token that client programs read.",
    imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
    creatorAddress: owner,
    revenueManagerAddress: managerAddress,
  });
  if (!("jobId" in launched)) throw new Error("the launch was a dry run");
  await client.waitForLaunch(launched.jobId);
  const token = launched.expectedAddress;
  for (const ether of ["0.05", "0.02"]) {
    await buyTokenAt({ baseUrl, caller: newCaller(), token, chain: CHAIN, ether });
  }
  const isIndexed = async () => (await client.listTrades(CHAIN, token)).trades.length === 2;
  const indexed = await waitUntil(isIndexed, { timeoutMs: INDEXED_MS, everyMs: 200 });
  if (indexed === null) throw new Error(`the trades of ${token} are not indexed`);
  return { baseUrl, token, owner, manager: managerAddress };
}
