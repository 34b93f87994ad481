import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { RESOLUTIONS, UDF_RESOLUTIONS } from "@/lib/features/udf/rules/udf";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Charts",
  description: "A datafeed for TradingView’s UDF protocol, and candles with exact values.",
};

export default async function ChartsPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Charts"
      lead="Every token has candles from one second to one day. Charts that support TradingView’s UDF protocol can read them."
    >
      <DocSection id="udf" title="Datafeed">
        <DocText>
          The URL of the datafeed is <Code>{"/udf/{chain}"}</Code>. A symbol is the token’s address,
          because names are not unique; the chart shows the name. Bars are market caps and volumes
          in ETH, up to 1,000 per response. <Code>{"/udf/{chain}/quotes?symbols="}</Code> returns
          the current market cap of up to 50 tokens.
        </DocText>
        <Sample name="chartBars" origin={origin} />
        <DocTable
          label="Resolutions"
          columns={["Resolution", "Candle"]}
          rows={UDF_RESOLUTIONS.map((resolution) => ({
            id: `r${resolution}`,
            cells: [<Code key="resolution">{resolution}</Code>, RESOLUTIONS[resolution]],
          }))}
        />
      </DocSection>
      <DocSection id="candles" title="Candles">
        <DocText>
          A datafeed returns floating-point numbers. The{" "}
          <DocLink href="/docs/reference">candles endpoint</DocLink> returns exact decimals, and
          prices as well as market caps. A bucket without a trade has no candle, unless you set{" "}
          <Code>fill=true</Code>.
        </DocText>
        <Sample name="chartCandles" origin={origin} />
      </DocSection>
      <DocSection id="marks" title="Marks">
        <DocText>
          <Code>{"GET /v1/{chain}/tokens/{token}/marks"}</Code> returns what the token page marks on
          its chart: the creator’s trades, moves of the bid wall, and the highest price that the bid
          wall pays.
        </DocText>
      </DocSection>
    </DocPage>
  );
}
