"use client";

import { SlidersHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { shortenAddress } from "@/lib/client/shorten-address";
import { CHAINS } from "@/lib/domain/chains";
import type { AccountAnswer, EarningsAnswer } from "@/lib/schemas/account";
import { managerPath } from "./earnings-table";

const SharesDialog = dynamic(() => import("./shares-dialog").then((module) => module.SharesDialog));

/** Splits whose shares the person may change. */
export function ModeratedSplits({
  own,
  earnings,
}: {
  own: AccountAnswer;
  earnings: EarningsAnswer;
}) {
  const [edited, setEdited] = useState<string | null>(null);
  const splits = earnings.wallets.flatMap(({ address: moderator, chains }) =>
    chains.flatMap(({ chain, books }) =>
      books.managers
        .filter(({ type, roles }) => type === "dynamicFeeSplit" && roles.includes("owner"))
        .map(({ managerAddress }) => ({ chain, moderator, managerAddress })),
    ),
  );
  if (splits.length === 0) return null;
  const isChanging = (address: string) =>
    earnings.actions.some(
      ({ kind, state, to }) => kind === "manager_shares" && state === "pending" && to === address,
    );
  const open = splits.find(({ managerAddress }) => managerAddress === edited);
  return (
    <Card data-slot="moderated-splits" className="p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Splits you moderate</h2>
      <p className="mt-1 text-muted text-sm">
        You decide who earns from now on. What was earned before is shared as it was then.
      </p>
      <ul className="mt-3">
        {splits.map(({ chain, managerAddress }) => (
          <li
            key={`${chain}:${managerAddress}`}
            className="flex flex-wrap items-center gap-3 border-t py-3 first:border-t-0 last:pb-0"
          >
            <Link
              href={managerPath(chain, managerAddress)}
              title={managerAddress}
              className="font-mono text-sm underline-offset-4 hover:underline"
            >
              {shortenAddress(managerAddress)}
            </Link>
            <Badge>{CHAINS[chain].name}</Badge>
            <Button
              size="small"
              className="ml-auto"
              disabled={isChanging(managerAddress)}
              onClick={() => setEdited(managerAddress)}
            >
              <SlidersHorizontal aria-hidden="true" className="size-3.5" />
              {isChanging(managerAddress) ? "Changing…" : "Change shares"}
            </Button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <SharesDialog
          own={own}
          chain={open.chain}
          manager={open.managerAddress}
          moderator={open.moderator}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}
