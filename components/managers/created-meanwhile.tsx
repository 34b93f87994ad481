"use client";

import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { managerPath } from "@/components/layout/manager-link";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CHAINS } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { createdMeanwhile } from "./stored-drafts";

const TITLES = {
  revenue: "Revenue manager created",
  split: "Fee split manager created",
} as const;

const none = () => null;

/** A manager that was created after the user had left its form; nothing otherwise. */
export function CreatedMeanwhile() {
  const created = useSyncExternalStore(createdMeanwhile.subscribe, createdMeanwhile.read, none);
  if (created === null) return null;
  const { kind, chain, address } = created;
  const dismiss = () => createdMeanwhile.write(null);
  return (
    <Card role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4 text-sm">
      <CircleCheck aria-hidden="true" className="size-4 text-up" />
      <p className="min-w-0 flex-1">
        {TITLES[kind]} on {CHAINS[chain].name}:{" "}
        <span className="font-mono text-xs" title={address}>
          {shortenAddress(address)}
        </span>
      </p>
      <Link
        href={managerPath(chain, address)}
        className={buttonClass({ size: "small" })}
        onClick={dismiss}
      >
        View manager
      </Link>
      <Button variant="ghost" size="small" onClick={dismiss}>
        Dismiss
      </Button>
    </Card>
  );
}
