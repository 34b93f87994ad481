"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Profit, ProfitPercent } from "@/components/portfolio/profit";
import { Figure } from "@/components/portfolio/totals";
import { type OwnAddress, useOwnAddresses } from "@/components/portfolio/use-own-addresses";
import { Money } from "@/components/tokens/amounts/money";
import { useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Card } from "@/components/ui/card";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { positionQuery } from "@/lib/web/position-queries";

type Props = { chain: ChainSlug; address: string; symbol: string };

/** The reader's positions in a token; nothing without a wallet or a position. */
export default function OwnPosition(props: Props) {
  const own = useOwnAddresses(props.chain);
  return own.map((one) => <PositionCard key={one.address} {...props} own={one} />);
}

function PositionCard({ chain, address: token, symbol, own }: Props & { own: OwnAddress }) {
  const { data } = useQuery(positionQuery(chain, token, own.address));
  const rate = useEthRate(chain);
  if (data === undefined || data.position.transactions === 0) return null;
  const { position } = data;
  const entry = position.averageEntryETH;
  return (
    <Card data-slot="own-position" className="p-4 text-sm sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold">
          {own.kind === "managed" ? "Managed wallet position" : "Your position"}
        </h2>
        <Link
          href="/portfolio"
          className="text-faint text-xs underline-offset-4 hover:text-ink hover:underline"
        >
          Portfolio
        </Link>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure title="Holdings">
          <span className="nums" title={formatExact(position.balance)}>
            {formatDecimal(position.balance)} <bdi className="font-normal text-faint">{symbol}</bdi>
          </span>
        </Figure>
        <Figure title="Value">
          <Money eth={position.valueETH} rate={rate} />
        </Figure>
        <Figure title="Average entry">
          {entry === null ? (
            <span className="text-faint">–</span>
          ) : (
            <Money eth={entry} rate={rate} />
          )}
        </Figure>
        <Figure title="Cost">
          <Money eth={position.costETH} rate={rate} />
        </Figure>
        <Figure title="Unrealized">
          <Profit eth={position.unrealizedETH} rate={rate} />{" "}
          <ProfitPercent profit={position.unrealizedETH} cost={position.costETH} />
        </Figure>
        <Figure title="Realized">
          <Profit eth={position.realizedETH} rate={rate} />
        </Figure>
      </dl>
      <p className="mt-3 border-t pt-2 text-faint text-xs">
        {shortenAddress(own.address)} · average cost, fees included
      </p>
    </Card>
  );
}
