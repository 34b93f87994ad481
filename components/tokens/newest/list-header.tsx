"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { CHAINS } from "@/lib/shared/chains";
import type { TokenListState } from "./use-newest-tokens";

/** Title of a live list with an indicator: colored while updates arrive, gray otherwise. */
export function ListHeader({
  id,
  title,
  list,
  children,
}: {
  id: string;
  title: string;
  list: TokenListState;
  children?: ReactNode;
}) {
  const live = list.status === "ready" && list.failing.length === 0;
  return (
    <div className="flex h-9 items-center gap-3">
      <h2 id={id} className="font-semibold text-title">
        {title}
      </h2>
      <span className="flex min-w-0 items-center gap-1.5 font-mono text-faint text-micro">
        <span
          aria-hidden="true"
          className={cn("size-1.5 rounded-full", live ? "bg-accent" : "bg-line-strong")}
        />
        <span className="truncate">{describe(list)}</span>
      </span>
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </div>
  );
}

function describe({ status, failing }: TokenListState): string {
  if (status === "loading") return "loading";
  if (status !== "ready") return "unavailable";
  if (failing.length === 0) return "live";
  return `waiting for ${failing.map((chain) => CHAINS[chain].name).join(", ")}`;
}
