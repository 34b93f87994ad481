"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartPie, ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import type { RefObject } from "react";
import { AnchoredPopover } from "@/components/ui/overlay/anchored-popover";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import { configQuery } from "@/lib/web/queries";
import { BurnerSection } from "./burner-section";
import { SignedInSection } from "./signed-in-section";

const WalletSection = inPart(
  dynamic(() => import("./wallet-section").then((module) => module.WalletSection), {
    loading: () => <Skeleton className="m-4 h-24" />,
  }),
);

/** Accounts of this browser: the burner for sandbox chains, a wallet for real chains. */
export function AccountMenu({
  anchor,
  open,
  onOpenChange,
}: {
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { data: config } = useQuery(configQuery());
  const sandboxes = config?.chains.filter(({ sandbox }) => sandbox) ?? [];
  const real = config?.chains.filter(({ sandbox }) => !sandbox) ?? [];
  return (
    <AnchoredPopover
      anchor={anchor}
      open={open}
      onClose={() => onOpenChange(false)}
      aria-label="Account"
      className="w-[min(21rem,calc(100vw-1.5rem))]"
    >
      <SignedInSection onLeave={() => onOpenChange(false)} />
      <Link
        href="/portfolio"
        onClick={() => onOpenChange(false)}
        className="flex items-center gap-3 border-line border-t px-4 py-3 text-sm hover:bg-raised focus-visible:-outline-offset-2"
      >
        <ChartPie aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="flex-1 font-semibold">Portfolio</span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint" />
      </Link>
      <hr className="border-line" />
      {config === undefined ? (
        <div className="p-4">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-4 h-10 w-full" />
        </div>
      ) : (
        <>
          {real.length > 0 && <WalletSection config={config} chains={real} />}
          {real.length > 0 && sandboxes.length > 0 && <hr className="border-line" />}
          {sandboxes.length > 0 && <BurnerSection chains={sandboxes} />}
        </>
      )}
    </AnchoredPopover>
  );
}
