import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { RESOLUTIONS, UDF_RESOLUTIONS } from "@/lib/domain/udf";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Charts",
  description: "A datafeed by TradingView's UDF protocol, and candles with exact values.",
};

export default async function ChartsPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Charts"
      lead="Every token has candles from a second to a day. A chart by TradingView's UDF protocol reads them as they are."
    >
      <DocSection id="udf" title="A datafeed">
        <DocText>
          The address of the datafeed is <Code>{"/udf/{chain}"}</Code>. A symbol is a token by its
          address, because anybody can launch a token that is called like another; the chart shows
          its name. Bars are market caps and volumes in ETH, at most 1,000 in one answer.{" "}
          <Code>{"/udf/{chain}/quotes?symbols="}</Code> answers what up to 50 tokens are worth now,
          for a list of symbols.
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
          Datafeeds speak in floating-point numbers. Exact decimals, and prices beside market caps,
          come from the <DocLink href="/docs/reference">candles endpoint</DocLink>. A bucket without
          a trade has no candle unless you ask for <Code>fill=true</Code>.
        </DocText>
        <Sample name="chartCandles" origin={origin} />
      </DocSection>
    </DocPage>
  );
}
