import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample, SampleTabs } from "@/components/docs/sample";
import { GAS_MARGIN_PERCENT, LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import { UNIVERSAL_ROUTERS } from "@/lib/features/trade/rules/universal-router";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Trade from your program",
  description: "Pool key, quotes, Universal Router versions, the fee and gas for trading bots.",
};

export default async function TradingPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Trade from your program"
      lead="Every token has one Uniswap v4 pool against native ETH. Quote with V4Quoter, trade through the Universal Router."
    >
      <DocSection id="pool" title="The pool key">
        <DocText>
          <Code>{"/v1/{chain}/tokens/{address}/details"}</Code> has the <Code>poolKey</Code> and{" "}
          <Code>poolId</Code> of a token, and <Code>/api/v1/config</Code> the addresses of the
          contracts. The <Code>poolKey</Code> of the config, with <Code>currency1</Code> set to the
          token address, is valid only for tokens of the newest deployment. For an older token, use
          the contracts of the entry of <Code>generations</Code> whose <Code>launchHook</Code>{" "}
          equals <Code>poolKey.hooks</Code>. Other pools of the same token have a different key;
          they are not the launch pool.
        </DocText>
        <Sample name="tradeQuote" origin={origin} />
      </DocSection>
      <DocSection id="fee" title="The fee">
        <DocText>
          Each trade pays 1% of its ETH. The pool’s hook takes it: <Code>poolKey.fee</Code> is 0,
          and the SDK’s own math does not include it. A quote by V4Quoter does. Create the trade
          from the quote with <Code>Trade.createUncheckedTrade</Code>; <Code>Trade.fromRoute</Code>{" "}
          computes an amount that the pool does not pay.
        </DocText>
      </DocSection>
      <DocSection id="protection" title="Launch protection">
        <DocText>
          While launch protection runs, a purchase pays more than 1%; a sale never does. The fee
          falls linearly every second, so in a later block you get at least the quoted tokens. The
          part above 1% goes to the token’s bid wall. <Code>launchProtection</Code> of a token, in
          lists and in <Code>{"/v1/{chain}/tokens/{address}/details"}</Code>, has the fee at a given
          time, and the times and fees to compute the current one. On chain, read{" "}
          <Code>buyFeeBps(token)</Code> of the hook.
        </DocText>
      </DocSection>
      <DocSection id="referrals" title="Referrals">
        <DocText>
          Put the referrer’s address into the <Code>hookData</Code> of the swap, as 20 bytes or
          ABI-encoded, or send it as <Code>referrer</Code> to <Code>prepare-trade</Code>. The
          referrer earns <Code>referralShare</Code> percent of the 1% fee. It is paid out of the
          creator share, and cannot exceed it; the trader pays nothing extra. Append{" "}
          <Code>?ref=</Code> and an address to a token page’s URL to set the referrer in the trade
          panel.
        </DocText>
        <DocText>
          A referrer must be able to receive ETH. A fee manager cannot pay out referral fees, so
          they would be lost: <Code>prepare-trade</Code> returns 400 for a manager, a token or a
          contract of the launchpad, and the trade panel ignores such links. Check the address
          yourself if you write <Code>hookData</Code>.
        </DocText>
        <DocText>
          <Code>{"/v1/{chain}/accounts/{address}/referrals"}</Code> shows what a referrer has earned
          and been paid. <Code>prepare-claim</Code> claims it; set <Code>referralRecipient</Code> to
          send it to another address. On the account page, "Pay out all" includes it.
        </DocText>
      </DocSection>
      <DocSection id="router" title="Buy and sell">
        <DocText>
          These samples trade with Uniswap’s SDKs. They read a private key from{" "}
          <Code>wallet.key</Code>. In the sandbox,{" "}
          <DocLink href="/docs/reference">the faucet</DocLink> funds its address. A sale requires
          Permit2: approve it once, then sign a permit for each trade.
        </DocText>
        <SampleTabs
          origin={origin}
          tabs={[
            { title: "Buy", name: "tradeBuy" },
            { title: "Sell", name: "tradeSell" },
          ]}
        />
        <DocText>
          Pass <Code>universalRouterVersion</Code> from the config to the SDK as{" "}
          <Code>urVersion</Code>: swaps for 2.0 and 2.1.1 are encoded differently. The config has
          the version of this launchpad; the table has the versions of the real chains.
        </DocText>
        <DocTable
          label="Universal Router of each chain"
          columns={["Chain", "Version"]}
          rows={CHAIN_SLUGS.map((slug) => ({
            id: slug,
            cells: [CHAINS[slug].name, UNIVERSAL_ROUTERS[slug].version],
          }))}
        />
      </DocSection>
      <DocSection id="gas" title="Gas">
        <DocList>
          <li>
            Send {100 + Number(GAS_MARGIN_PERCENT)}% of the estimate as the gas limit. An estimate
            is exact for the latest block only.
          </li>
          <li>
            A trade mined before yours can make yours move the bid wall. Add{" "}
            {Number(LATER_WORK_GAS).toLocaleString("en")} gas for that, as the trade panel does;
            unused gas is not charged. Estimates from <Code>/rpc</Code> include both.
          </li>
        </DocList>
      </DocSection>
    </DocPage>
  );
}
