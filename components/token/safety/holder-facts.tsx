import { AddressLink } from "@/components/tokens/address-link";
import { Badge } from "@/components/ui/badge";
import type { TokenSafety } from "@/lib/features/market/schema/safety";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { showPercent } from "@/lib/web/format/percent";
import { labelOf } from "../facts/holders";
import { Fact, Proof, Row, Rows } from "./fact";

type Props = { chain: ChainSlug; safety: TokenSafety };

/** Holdings of the creator, the largest holders and the pools. */
export function HolderFacts(props: Props) {
  return (
    <>
      <CreatorFact {...props} />
      <TopHoldersFact {...props} />
      <OtherPoolsFact {...props} />
    </>
  );
}

function CreatorFact({ chain, safety: { creator } }: Props) {
  const rows = [
    ["Bought", creator.bought],
    ["Sold", creator.sold],
    ["Received", creator.received],
    ["Sent", creator.sent],
    ["Burned", creator.burned],
    ["Holds", creator.balance],
  ] as const;
  return (
    <Fact title="Creator holds" value={showPercent(creator.percentage)}>
      <p>
        Creator: <AddressLink chain={chain} address={creator.address} />
      </p>
      <dl className="mt-1 grid grid-cols-2 gap-x-4">
        {rows.map(([title, amount]) => (
          <div key={title} className="flex justify-between gap-2">
            <dt className="text-faint">{title}</dt>
            <dd className="nums" title={formatExact(amount)}>
              {formatDecimal(amount)}
            </dd>
          </div>
        ))}
      </dl>
      <Proof command={creator.proof} />
    </Fact>
  );
}

function TopHoldersFact({ chain, safety }: Props) {
  const { topHolders, pool, bidWall } = safety;
  return (
    <Fact title="Top 10 holders" value={showPercent(topHolders.percentage)}>
      <p>Without the pool and the bid wall, whose tokens belong to no holder.</p>
      <ul className="mt-1">
        <Row value={showPercent(pool.percentage)} proof={pool.proof}>
          <Badge>pool and bid wall</Badge>
        </Row>
        <Row value={showPercent(bidWall.percentage)} proof={bidWall.proof}>
          <Badge>bid wall alone</Badge>
        </Row>
      </ul>
      <Rows
        of={topHolders.holders}
        row={({ address, isCreator, percentage, proof }) => {
          const label = isCreator ? "creator" : labelOf(address, null);
          return (
            <Row key={address} value={showPercent(percentage)} proof={proof}>
              <AddressLink chain={chain} address={address} />
              {label !== null && <Badge tone="sea">{label}</Badge>}
            </Row>
          );
        }}
      />
    </Fact>
  );
}

function OtherPoolsFact({ safety: { otherPools } }: Props) {
  return (
    <Fact
      title="In other Uniswap v4 pools"
      value={otherPools.percentage === 0 ? "None" : showPercent(otherPools.percentage)}
    >
      <p>
        Tokens that Uniswap’s PoolManager holds beyond this pool. The command reads all that it
        holds. A pool of another exchange is listed with the holders.
      </p>
      <Proof command={otherPools.proof} />
    </Fact>
  );
}
