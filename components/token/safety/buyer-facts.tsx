import { AddressLink } from "@/components/tokens/address-link";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Badge } from "@/components/ui/badge";
import type { TokenSafety } from "@/lib/features/market/schema/safety";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { showPercent } from "@/lib/web/format/percent";
import { count, Fact, Proof, Row, Rows } from "./fact";

type Props = { chain: ChainSlug; safety: TokenSafety };

/** Early buyers, and transfers between them. */
export function BuyerFacts(props: Props) {
  return (
    <>
      <FirstBlockFact {...props} />
      <BundlesFact {...props} />
      <LinksFact {...props} />
    </>
  );
}

function FirstBlockFact({ chain, safety: { firstBlock } }: Props) {
  if (firstBlock === null) {
    return (
      <Fact title="First-block buyers hold" value="No purchase yet">
        <p>Nobody has bought this token.</p>
      </Fact>
    );
  }
  const { buyers, totalBuyers, bought, balance, block, percentage, proof } = firstBlock;
  return (
    <Fact title="First-block buyers hold" value={showPercent(percentage)}>
      <p>
        {count(totalBuyers, "wallet")} bought {formatDecimal(bought)} in block {block} and still{" "}
        {totalBuyers === 1 ? "holds" : "hold"} {formatDecimal(balance)} of it. Below: what each
        bought, and all it holds now.
      </p>
      <Rows
        of={buyers}
        row={(buyer) => (
          <Row
            key={buyer.address}
            value={`${formatDecimal(buyer.bought)} → ${formatDecimal(buyer.balance)}`}
            proof={buyer.proof}
          >
            <AddressLink chain={chain} address={buyer.address} />
            {buyer.isCreator && <Badge tone="sea">creator</Badge>}
          </Row>
        )}
      />
      <Proof command={proof} />
    </Fact>
  );
}

function BundlesFact({ chain, safety: { bundles } }: Props) {
  return (
    <Fact
      title="Wallets that bought in the same block"
      value={bundles.length === 0 ? "None" : count(bundles.length, "block")}
    >
      <p>
        Among the blocks of the first 100 trades: what they bought, and what they still hold of it.
      </p>
      <Rows
        of={bundles}
        row={({ block, totalWallets, wallets, bought, balance, proof }) => (
          <Row
            key={block}
            value={`${formatDecimal(bought)} → ${formatDecimal(balance)}`}
            proof={proof}
          >
            <span className="nums">
              {count(totalWallets, "wallet")} in block {block}:
            </span>
            {wallets.map((wallet) => (
              <AddressLink key={wallet} chain={chain} address={wallet} />
            ))}
          </Row>
        )}
      />
    </Fact>
  );
}

function LinksFact({ chain, safety: { links } }: Props) {
  return (
    <Fact
      title="Transfers between these wallets"
      value={links.length === 0 ? "None" : String(links.length)}
    >
      <p>Between the creator, early buyers and the largest holders.</p>
      <Rows
        of={links}
        row={({ from, to, amount, transactionHash, proof }) => (
          <Row
            key={`${transactionHash}${from}${to}`}
            value={
              <TransactionLink chain={chain} hash={transactionHash}>
                {formatDecimal(amount)}
              </TransactionLink>
            }
            proof={proof}
          >
            <AddressLink chain={chain} address={from} /> →{" "}
            <AddressLink chain={chain} address={to} />
          </Row>
        )}
      />
    </Fact>
  );
}
