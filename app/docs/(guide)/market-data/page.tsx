import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { EVENT_BLOCKS_MAX, EVENTS_MAX, TICKERS_MAX } from "@/lib/features/adapters/rules/limits";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Market data and routing",
  description: "Adapters for DEX Screener, GeckoTerminal and CoinGecko, and what routers need.",
};

const ADAPTERS = [
  { site: "DEX Screener", base: "/adapters/dexscreener/{chain}" },
  { site: "GeckoTerminal", base: "/adapters/geckoterminal/{chain}" },
] as const;

export default async function MarketDataPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Market data and routing"
      lead="Market sites read trades and liquidity from adapters in their own formats. Routers quote the pools exactly."
    >
      <DocSection id="adapters" title="Adapters">
        <DocTable
          label="Adapters"
          columns={["Site", "Base URL", "Endpoints"]}
          rows={[
            ...ADAPTERS.map(({ site, base }) => ({
              id: site,
              cells: [
                site,
                <Code key="base">{base}</Code>,
                <Code key="endpoints">/latest-block, /asset, /pair, /events</Code>,
              ],
            })),
            {
              id: "CoinGecko",
              cells: [
                "CoinGecko",
                <Code key="base">{"/adapters/coingecko/{chain}"}</Code>,
                <Code key="endpoints">/tickers</Code>,
              ],
            },
          ]}
        />
        <DocList>
          <li>Asset 0 is the token. Asset 1 is ETH, under the zero address.</li>
          <li>
            The ETH of a trade includes the fee: what a buyer paid, or what the pool paid out for a
            sale. <Code>metadata</Code> has the fee; a seller received that much less. Volumes are
            the same as in the Data API.
          </li>
          <li>
            <Code>priceNative</Code> is the pool’s price after the trade, in ETH per token.
          </li>
          <li>
            <Code>reserves</Code> are what the pool’s positions hold: the locked liquidity and the
            bid wall. A launch is a <Code>join</Code>; moves of the wall are <Code>join</Code> and{" "}
            <Code>exit</Code>.
          </li>
          <li>
            Events are final: <Code>/latest-block</Code> is 32 blocks below the head of a real
            chain. A request covers up to {EVENT_BLOCKS_MAX.toLocaleString("en")} blocks and{" "}
            {EVENTS_MAX.toLocaleString("en")} events.
          </li>
          <li>
            <Code>/tickers</Code> returns up to {TICKERS_MAX} pools per page, the largest 24-hour
            volumes first.
          </li>
        </DocList>
        <Sample name="adapterEvents" origin={origin} />
      </DocSection>
      <DocSection id="quotes" title="Quote without a node">
        <DocText>
          <Code>quoteSwap</Code> of the client computes a swap from the state of its pool and equals
          Uniswap’s V4Quoter to the wei. It needs the price, the two positions and the fee.
        </DocText>
        <Sample name="quoteSwap" origin={origin} />
      </DocSection>
      <DocSection id="lists" title="Lists">
        <DocList>
          <li>
            <Code>/.well-known/uniswap-hooks.json</Code>: the hooks as entries for Uniswap’s hook
            list, on the chains that the list supports.
          </li>
          <li>
            <Code>{"/v1/{chain}/tokenlist"}</Code>: the largest tokens as a Uniswap token list.
          </li>
        </DocList>
      </DocSection>
      <DocSection id="copies" title="Copies of a pool">
        <DocText>
          Anyone can create another Uniswap v4 pool of a token. Only the pool whose key contains the
          launchpad’s hook holds the launch liquidity. Compare the pool id with <Code>poolId</Code>{" "}
          in the token’s details, or compute it from the{" "}
          <DocLink href="/docs/trading">pool key</DocLink>.
        </DocText>
      </DocSection>
    </DocPage>
  );
}
