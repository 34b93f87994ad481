import type { Metadata } from "next";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Positions, profit and safety",
  description: "Holdings, average entry, realized and unrealized profit of any address.",
};

export default async function PositionsPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Positions, profit and safety"
      lead="Read what an address holds, what it paid, and what it made, for one token or for all."
    >
      <DocSection id="endpoints" title="Endpoints">
        <DocList>
          <li>
            <Code>{"/v1/{chain}/tokens/{token}/positions/{address}"}</Code>: one position.
          </li>
          <li>
            <Code>{"/v1/{chain}/accounts/{address}/positions"}</Code>: all positions with totals.{" "}
            <Code>open=true</Code> omits those with no tokens left.
          </li>
          <li>
            <Code>{"/v1/{chain}/accounts/{address}/history"}</Code>: trades and transfers, newest
            first, up to 1,000 per page.
          </li>
          <li>
            <Code>{"/v1/{chain}/accounts/{address}/launches"}</Code>: tokens that the address
            created, and what became of them.
          </li>
          <li>
            <Code>{"/v1/{chain}/tokens/{token}/traders"}</Code>: addresses that traded a token,
            largest realized profit first.
          </li>
          <li>
            <Code>{"/v1/{chain}/tokens/{token}/trades"}</Code>: trades of a token, newest first.{" "}
            <Code>trader</Code> filters by up to 10 senders; <Code>minETH</Code> is the minimum
            size, a power of ten from 0.001 to 10.
          </li>
        </DocList>
        <Sample name="positions" origin={origin} />
        <DocText>
          The page <Code>{"/{chain}/address/{address}"}</Code> shows the same for any address, and{" "}
          <DocLink href="/portfolio">your portfolio</DocLink> for your own wallets, with the history
          as a CSV file.
        </DocText>
      </DocSection>
      <DocSection id="names" title="Names of addresses">
        <DocText>
          <Code>/v1/names?addresses=…</Code> returns the names of up to 50 addresses: the Basename,
          otherwise the primary ENS name. A name is returned only if it resolves back to the
          address, is normalized by ENSIP-15 and has no invisible characters. Names depend on the
          address alone, not on the chain. All are null if <Code>names</Code> in{" "}
          <Code>/api/v1/config</Code> is false: the operator has not configured a name service.
        </DocText>
        <Sample name="names" origin={origin} />
      </DocSection>
      <DocSection id="method" title="How profit is computed">
        <DocList>
          <li>
            The cost basis is the average cost. A purchase adds the ETH that was paid, including the
            fee, to the cost of what is held.
          </li>
          <li>
            A sale removes its share of that cost, rounded down to the wei. Realized profit is the
            ETH received, after the fee, minus that cost. Gas is not included.
          </li>
          <li>
            Unrealized profit is the value of what is held at the pool’s current price, before fee
            and price impact, minus its cost.
          </li>
          <li>
            Tokens that arrive without a trade in the token’s pool cost nothing: gifts, airdrops and
            purchases in other pools. Selling them realizes all proceeds as profit.
          </li>
          <li>Sent tokens take their average cost with them. Sending them realizes nothing.</li>
          <li>Burned tokens count as sold for nothing: their cost is a realized loss.</li>
          <li>
            A trade belongs to the address that holds the tokens, even if another address sent the
            transaction, as with smart wallets. If several addresses receive tokens of a purchase,
            each pays its share.
          </li>
          <li>
            If the tokens of a trade reach no balance (a round trip in one transaction, or a
            purchase that stays in the PoolManager), the profit or loss belongs to the sender at
            once. Nobody can assign you the cost of more tokens than you received.
          </li>
          <li>
            Dollar figures are the ETH figures at the current ETH/USD rate. They are null without a
            feed.
          </li>
        </DocList>
      </DocSection>
      <DocSection id="safety" title="Safety facts of a token">
        <DocText>
          <Code>{"/v1/{chain}/tokens/{token}/safety"}</Code> returns what anyone can check before a
          purchase. Each <Code>proof</Code> is a Foundry command that reads the fact from the chain;
          set <Code>RPC_URL</Code> to a node that you trust.
        </DocText>
        <DocList>
          <li>
            Guaranteed by the contracts: the supply never grows, nobody can pause, tax or block
            transfers, and the liquidity of the launch cannot be removed.
          </li>
          <li>
            So far: what the creator bought, sold, sent and holds, the share of the ten largest
            holders without pool and bid wall, buyers in the block of the first purchase and what
            they still hold of it, blocks in which several wallets bought, and transfers between
            these wallets. Each holder, buyer, block and transfer has its own <Code>proof</Code>.
          </li>
          <li>
            Anyone can buy one unit for another wallet. The sums of early buyers therefore count at
            most what each wallet bought in that block. The list of buyers has both amounts.
          </li>
          <li>
            <Code>pool</Code> is what the launch pool holds, and <Code>bidWall</Code> the part of it
            that the bid wall bought.
          </li>
          <li>
            <Code>otherPools</Code> counts tokens in other Uniswap v4 pools. Pools of other
            exchanges are holders like any other address.
          </li>
          <li>The facts cannot show that two wallets belong to one person.</li>
        </DocList>
      </DocSection>
    </DocPage>
  );
}
