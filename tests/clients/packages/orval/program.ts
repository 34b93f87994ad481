import { LAUNCH, runCalls } from "./calls";
import * as data from "./generated/data";
import * as launch from "./generated/launch";

const chain = "base-sepolia";

function refused(answer: { status: number; data: unknown }): Error {
  return new Error(`${answer.status} ${JSON.stringify(answer.data)}`);
}

await runCalls({
  chains: async () => {
    const answer = await launch.getConfig();
    if (answer.status !== 200) throw refused(answer);
    return answer.data.chains.map(({ slug }) => slug);
  },
  tokens: async (limit) => {
    const answer = await data.listTokens(chain, { limit });
    if (answer.status !== 200) throw refused(answer);
    return answer.data.data.map(({ tokenAddress }) => tokenAddress);
  },
  symbol: async (token) => {
    const answer = await data.getTokenDetails(chain, token);
    if (answer.status !== 200) throw refused(answer);
    return answer.data.symbol;
  },
  price: async (token) => {
    const answer = await data.getTokenPrice(chain, token);
    if (answer.status !== 200) throw refused(answer);
    return answer.data.price.current;
  },
  holders: async (token) => {
    const answer = await data.listHolders(chain, token);
    if (answer.status !== 200) throw refused(answer);
    return answer.data.pagination.total;
  },
  trades: async (token) => {
    const answer = await data.listTrades(chain, token);
    if (answer.status !== 200) throw refused(answer);
    return answer.data.trades.map(({ type }) => type);
  },
  dryRun: async () => {
    const answer = await launch.launchMemecoin(chain, LAUNCH);
    if (answer.status !== 200) throw refused(answer);
    return answer.data.expectedAddress;
  },
  statusOfUnknownJob: async () => (await launch.getLaunchStatus("nothing")).status,
});
