import createClient from "openapi-fetch";
import { fixture, LAUNCH, runCalls } from "./calls";
import type { paths as Data } from "./generated/data";
import type { paths as Launch } from "./generated/launch";

const data = createClient<Data>({ baseUrl: fixture.baseUrl });
const launch = createClient<Launch>({ baseUrl: fixture.baseUrl });
const chain = "base-sepolia";

function had<T>({ data: body, error }: { data?: T; error?: unknown }): T {
  if (body === undefined) throw new Error(JSON.stringify(error));
  return body;
}
const of = (tokenAddress: string) => ({ params: { path: { chain, tokenAddress } } }) as const;

await runCalls({
  chains: async () => had(await launch.GET("/api/v1/config")).chains.map(({ slug }) => slug),
  tokens: async (limit) => {
    const params = { path: { chain }, query: { limit } } as const;
    const { data: tokens } = had(await data.GET("/v1/{chain}/tokens", { params }));
    return tokens.map(({ tokenAddress }) => tokenAddress);
  },
  symbol: async (token) =>
    had(await data.GET("/v1/{chain}/tokens/{tokenAddress}/details", of(token))).symbol,
  price: async (token) =>
    had(await data.GET("/v1/{chain}/tokens/{tokenAddress}/price", of(token))).price.current,
  holders: async (token) =>
    had(await data.GET("/v1/{chain}/tokens/{tokenAddress}/holders", of(token))).pagination.total,
  trades: async (token) =>
    had(await data.GET("/v1/{chain}/tokens/{tokenAddress}/trades", of(token))).trades.map(
      ({ type }) => type,
    ),
  dryRun: async () => {
    const params = { path: { chain } } as const;
    const answer = await launch.POST("/api/v1/{chain}/launch-memecoin", { params, body: LAUNCH });
    return had(answer).expectedAddress;
  },
  statusOfUnknownJob: async () => {
    const params = { path: { jobId: "nothing" } };
    return (await launch.GET("/api/v1/launch-status/{jobId}", { params })).response.status;
  },
});
