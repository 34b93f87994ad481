import { fixture, LAUNCH, runCalls } from "./calls";
import { Api as Data } from "./generated/data";
import { Api as Launch } from "./generated/launch";

const { v1 } = new Data({ baseUrl: fixture.baseUrl });
const { api } = new Launch({ baseUrl: fixture.baseUrl });
const chain = "base-sepolia";

await runCalls({
  chains: async () => (await api.getConfig()).data.chains.map(({ slug }) => slug),
  tokens: async (limit) =>
    (await v1.listTokens(chain, { limit })).data.data.map(({ tokenAddress }) => tokenAddress),
  symbol: async (token) => (await v1.getTokenDetails(chain, token)).data.symbol,
  price: async (token) => (await v1.getTokenPrice(chain, token)).data.price.current,
  holders: async (token) => (await v1.listHolders(chain, token)).data.pagination.total,
  trades: async (token) => (await v1.listTrades(chain, token)).data.trades.map(({ type }) => type),
  dryRun: async () => (await api.launchMemecoin(chain, LAUNCH)).data.expectedAddress,
  statusOfUnknownJob: () =>
    api.getLaunchStatus("nothing").then(
      ({ status }) => status,
      (refusal: Response) => refusal.status,
    ),
});
