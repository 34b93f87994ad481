"use client";

import { CircleCheck } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { launchPath } from "@/components/launch/form/launch-path";
import { managerPath } from "@/components/layout/manager-link";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { ChainSlug } from "@/lib/shared/chains";

/** A created manager with its address and next actions. */
export function ManagerCreated({
  chain,
  address,
  treasury,
  txHash,
  title,
  onAgain,
  children,
}: {
  chain: ChainSlug;
  address: string;
  treasury: "revenue_manager" | "fee_split_manager";
  txHash: string;
  title: string;
  onAgain: () => void;
  children: ReactNode;
}) {
  return (
    <Card role="status" className="grid gap-4 p-5 sm:p-6">
      <p className="flex items-center gap-2.5 font-semibold text-lg">
        <CircleCheck aria-hidden="true" className="size-5 text-up" />
        {title}
      </p>
      <p className="flex items-center gap-1 font-mono text-sm">
        <span className="wrap-anywhere">{address}</span>
        <CopyButton text={address} label="Copy the manager’s address" />
      </p>
      <p className="wrap-anywhere text-muted text-sm [&_code]:text-xs">{children}</p>
      <p className="text-faint text-xs">
        <TransactionLink chain={chain} hash={txHash}>
          Transaction {txHash.slice(0, 18)}…
        </TransactionLink>
      </p>
      <div className="flex flex-wrap gap-2">
        <Link
          href={launchPath({ chain, manager: { treasury, address } })}
          className={buttonClass({ variant: "primary" })}
        >
          Launch a token
        </Link>
        <Link href={managerPath(chain, address)} className={buttonClass()}>
          View manager
        </Link>
        <Button variant="ghost" onClick={onAgain}>
          Create another
        </Button>
      </div>
    </Card>
  );
}
