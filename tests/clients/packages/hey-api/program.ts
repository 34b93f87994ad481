import { fixture, LAUNCH, runCalls } from "./calls";
import { client as dataClient } from "./generated/data/client.gen";
import * as data from "./generated/data/sdk.gen";
import { client as launchClient } from "./generated/launch/client.gen";
import * as launch from "./generated/launch/sdk.gen";

for (const client of [dataClient, launchClient]) client.setConfig({ baseUrl: fixture.baseUrl });
const chain = "base-sepolia";

function had<T>({ data: body, error }: { data: T | undefined; error?: unknown }): T {
  if (body === undefined) throw new Error(JSON.stringify(error));
  return body;
}
const of = (tokenAddress: string) => ({ path: { chain, tokenAddress } }) as const;

await runCalls({
  chains: async () => had(await launch.getConfig()).chains.map(({ slug }) => slug),
  tokens: async (limit) =>
    had(await data.listTokens({ path: { chain }, query: { limit } })).data.map(
      ({ tokenAddress }) => tokenAddress,
    ),
  symbol: async (token) => had(await data.getTokenDetails(of(token))).symbol,
  price: async (token) => had(await data.getTokenPrice(of(token))).price.current,
  holders: async (token) => had(await data.listHolders(of(token))).pagination.total,
  trades: async (token) => had(await data.listTrades(of(token))).trades.map(({ type }) => type),
  dryRun: async () =>
    had(await launch.launchMemecoin({ path: { chain }, body: LAUNCH })).expectedAddress,
  statusOfUnknownJob: async () => {
    const { response } = await launch.getLaunchStatus({ path: { jobId: "nothing" } });
    return response?.status ?? 0;
  },
});
