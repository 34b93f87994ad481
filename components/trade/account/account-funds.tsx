"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Amount } from "@/components/tokens/amounts/amount";
import { Button, buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { QrCode } from "@/components/ui/qr-code";
import { TermRow } from "@/components/ui/term-row";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import { useFaucet } from "@/components/wallet/use-faucet";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { tradeLimitsQuery } from "@/lib/web/trade/trade-limits-query";
import { etherQuery } from "@/lib/web/trade/trade-queries";

type Props = { chain: ChainSlug; address: `0x${string}`; onClose: () => void };

/** Address, balance and limits of the managed wallet on a chain: how to deposit and withdraw. */
export function AccountFunds({ chain, address, onClose }: Props) {
  const { name } = CHAINS[chain];
  const balance = useQuery(etherQuery(chain, address));
  const isSandbox = useChainConfig(chain)?.sandbox ?? false;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your account’s wallet"
      description={
        isSandbox
          ? `${name} is simulated here. Use test ETH, and never send real ETH to this address.`
          : `Send ETH on ${name} to this address. ETH on another chain does not arrive here.`
      }
      className="w-[min(24rem,calc(100vw-1.5rem))]"
    >
      <QrCode
        text={address}
        label={`QR code of your wallet’s address on ${name}`}
        className="mx-auto w-full max-w-48"
      />
      <div className="mt-4 flex items-center gap-2 rounded-control bg-raised py-1.5 pr-1.5 pl-3">
        <span className="wrap-anywhere grow font-mono text-xs">{address}</span>
        <CopyButton text={address} label="Copy wallet address" className="size-8" />
      </div>
      <dl className="mt-4 grid gap-2 text-sm">
        <TermRow title={`Balance on ${name}`} tone="muted">
          {balance.data === undefined ? (
            <span className="text-faint">{balance.isError ? "unavailable" : "…"}</span>
          ) : (
            <Amount value={formatWei(balance.data)} unit="ETH" />
          )}
        </TermRow>
        <Limits chain={chain} />
      </dl>
      <div className="mt-5 grid grid-cols-2 gap-2">
        {isSandbox ? <TestEther chain={chain} address={address} /> : <span />}
        <Link href="/account" className={cn(buttonClass(), "h-10")}>
          Withdraw
        </Link>
      </div>
    </Dialog>
  );
}

function Limits({ chain }: { chain: ChainSlug }) {
  const { data } = useQuery(tradeLimitsQuery(chain));
  if (data === undefined) return null;
  const rows = [
    ["Limit per trade", data.perTrade],
    ["Left today", data.leftToday],
  ] as const;
  return rows.map(([title, value]) => (
    <TermRow key={title} title={title} tone="muted">
      <Amount value={value} unit="ETH" />
    </TermRow>
  ));
}

function TestEther({ chain, address }: Pick<Props, "chain" | "address">) {
  const faucet = useFaucet(chain);
  return (
    <div>
      <Button
        className="h-10 w-full"
        disabled={faucet.isPending}
        onClick={() => faucet.mutate(address)}
      >
        {faucet.isPending ? "Requesting…" : "Get test ETH"}
      </Button>
      {faucet.isError && (
        <p role="alert" className="mt-1 text-danger text-xs">
          {faucet.error.message}
        </p>
      )}
    </div>
  );
}
