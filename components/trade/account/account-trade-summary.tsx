"use client";

import type { ReactNode } from "react";
import { Amount } from "@/components/tokens/amounts/amount";
import { Dollars } from "@/components/tokens/amounts/dollars";
import { Button } from "@/components/ui/button";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import type { AccountTradeAnswer } from "@/lib/features/account-trade/schema";
import { CHAINS } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { shortenAddress } from "@/lib/web/format/shorten-address";

/** The cost and the minimum output of a trade, before it is sent. */
export function AccountTradeSummary({
  trade,
  symbol,
  onBack,
  onConfirm,
}: {
  trade: AccountTradeAnswer;
  symbol: string;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const { chain, side, wallet, approves } = trade;
  const ethUsd = useChainConfig(chain)?.ethUsd?.value ?? null;
  const isBuy = side === "buy";
  const ether = (wei: string) => (
    <>
      <Dollars wei={BigInt(wei)} ethUsd={ethUsd} className="mr-2" />
      <Amount value={formatWei(BigInt(wei))} unit="ETH" />
    </>
  );
  const tokens = (amount: string) => <Amount value={formatWei(BigInt(amount))} unit={symbol} />;
  return (
    <div>
      <dl className="grid gap-2.5 text-sm">
        <Row title={isBuy ? "You pay" : "You sell"}>
          {isBuy ? ether(trade.amountIn) : tokens(trade.amountIn)}
        </Row>
        <Row title="Expected">{isBuy ? tokens(trade.expectedOut) : ether(trade.expectedOut)}</Row>
        <Row title="Minimum received">
          {isBuy ? tokens(trade.minAmountOut) : ether(trade.minAmountOut)}
        </Row>
        <Row title="Trading fee, included">{ether(trade.feeWei)}</Row>
        <Row title="Max gas fee">{ether(trade.networkFeeWei)}</Row>
        <Row title="Wallet">
          Your account{" "}
          <span className="font-mono text-xs" title={wallet}>
            {shortenAddress(wallet)}
          </span>
        </Row>
        <Row title="Chain">{CHAINS[chain].name}</Row>
      </dl>
      {approves && (
        <p className="mt-4 text-muted text-xs leading-relaxed">
          Two transactions are sent: an approval of exactly this amount, then the sale.
        </p>
      )}
      <div className="mt-6 flex gap-2">
        <Button className="h-11" onClick={onBack}>
          Back
        </Button>
        <Button variant="primary" className="h-11 min-w-0 flex-1" onClick={onConfirm}>
          <bdi className="truncate">
            Confirm: {isBuy ? "buy" : "sell"} {symbol}
          </bdi>
        </Button>
      </div>
    </div>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{title}</dt>
      <dd className="ml-auto min-w-0 truncate text-right">{children}</dd>
    </div>
  );
}
